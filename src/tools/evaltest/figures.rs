//! The errors of evaluations relative to the scores in a file, summed over positions.

use std::ops::AddAssign;
use std::time::Duration;

use super::engine::Evaluation;
use crate::board::notation::obf::Problem;

/// Errors of up to this many discs are small.
const SMALL: f64 = 3.0;

/// The figures of a set of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Figures {
    /// Positions with scores. All other figures except `unscored` refer to them.
    pub(super) positions: u64,
    /// Positions without scores.
    pub(super) unscored: u64,
    errors: Errors,
    /// Positions with more than one legal move.
    pub(super) choices: u64,
    /// Choices in which the engine chose a best move.
    best: u64,
    /// Choices in which the chosen move is not listed in the file.
    pub(super) unlisted: u64,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// Sums of errors in discs. Evaluations are multiples of a power of two, so no sum is ever
/// rounded, and the order of the positions does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Errors {
    signed: f64,
    absolute: f64,
    squares: f64,
    small: u64,
}

impl Figures {
    /// The figures of a position without scores.
    pub(super) fn unscored() -> Figures {
        Figures {
            unscored: 1,
            ..Figures::default()
        }
    }

    /// The figures of a position whose best score in the file is `score`.
    pub(super) fn of(problem: &Problem, score: i32, evaluation: &Evaluation) -> Figures {
        let error = evaluation.value - f64::from(score);
        let chosen = evaluation
            .best
            .filter(|_| problem.position.moves().len() > 1)
            .map(|action| problem.score_of(action));
        Figures {
            positions: 1,
            unscored: 0,
            errors: Errors {
                signed: error,
                absolute: error.abs(),
                squares: error * error,
                small: (error.abs() <= SMALL).into(),
            },
            choices: chosen.is_some().into(),
            best: (chosen == Some(Some(score))).into(),
            unlisted: (chosen == Some(None)).into(),
            nodes: evaluation.nodes,
            time: evaluation.time,
        }
    }

    /// The mean error.
    pub(super) fn bias(&self) -> Option<f64> {
        share(self.errors.signed, self.positions)
    }

    /// The mean absolute error.
    pub(super) fn mae(&self) -> Option<f64> {
        share(self.errors.absolute, self.positions)
    }

    /// The root mean square error.
    pub(super) fn rmse(&self) -> Option<f64> {
        share(self.errors.squares, self.positions).map(f64::sqrt)
    }

    /// The share of small errors.
    pub(super) fn small(&self) -> Option<f64> {
        share(self.errors.small as f64, self.positions)
    }

    /// The share of choices in which a best move was chosen.
    pub(super) fn best(&self) -> Option<f64> {
        share(self.best as f64, self.choices)
    }
}

fn share(sum: f64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Figures) {
        self.positions += other.positions;
        self.unscored += other.unscored;
        self.errors += other.errors;
        self.choices += other.choices;
        self.best += other.best;
        self.unlisted += other.unlisted;
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

impl AddAssign for Errors {
    fn add_assign(&mut self, other: Errors) {
        self.signed += other.signed;
        self.absolute += other.absolute;
        self.squares += other.squares;
        self.small += other.small;
    }
}
