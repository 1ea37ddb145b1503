//! How far opinions are from the scores of a file, in sums over positions.

use std::ops::AddAssign;
use std::time::Duration;

use super::judge::Opinion;
use crate::board::notation::obf::Problem;

/// An error of so many discs is small.
const SMALL: f64 = 3.0;

/// What some positions come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Figures {
    /// Those that have scores; all other figures but the next are theirs.
    pub(super) positions: u64,
    /// Those that have none.
    pub(super) unscored: u64,
    errors: Errors,
    /// Where there was more than one move.
    pub(super) choices: u64,
    /// Where one of the best was chosen.
    best: u64,
    /// Where one was chosen that the file does not have.
    pub(super) unlisted: u64,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// Sums over errors in discs. An opinion is a whole number of parts of a disc,
/// and these are a power of two; so no sum is ever rounded, and the order of the
/// positions does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Errors {
    plain: f64,
    sizes: f64,
    squares: f64,
    small: u64,
}

impl Figures {
    /// A position of which the file says nothing.
    pub(super) fn unscored() -> Figures {
        Figures {
            unscored: 1,
            ..Figures::default()
        }
    }

    /// A position whose best move has this score.
    pub(super) fn of(problem: &Problem, score: i32, opinion: &Opinion) -> Figures {
        let error = opinion.value - f64::from(score);
        let chosen = opinion
            .best
            .filter(|_| problem.position.moves().len() > 1)
            .map(|action| problem.score_of(action));
        Figures {
            positions: 1,
            unscored: 0,
            errors: Errors {
                plain: error,
                sizes: error.abs(),
                squares: error * error,
                small: (error.abs() <= SMALL).into(),
            },
            choices: chosen.is_some().into(),
            best: (chosen == Some(Some(score))).into(),
            unlisted: (chosen == Some(None)).into(),
            nodes: opinion.nodes,
            time: opinion.time,
        }
    }

    /// The mean error.
    pub(super) fn bias(&self) -> Option<f64> {
        share(self.errors.plain, self.positions)
    }

    /// The mean size of an error.
    pub(super) fn mae(&self) -> Option<f64> {
        share(self.errors.sizes, self.positions)
    }

    /// The root of the mean square.
    pub(super) fn rmse(&self) -> Option<f64> {
        share(self.errors.squares, self.positions).map(f64::sqrt)
    }

    /// How many errors are small, as a part of all.
    pub(super) fn small(&self) -> Option<f64> {
        share(self.errors.small as f64, self.positions)
    }

    /// How often one of the best moves was chosen, as a part of the choices.
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
        self.plain += other.plain;
        self.sizes += other.sizes;
        self.squares += other.squares;
        self.small += other.small;
    }
}
