//! Compares a result with the scores in the file.

use crate::board::notation::obf::Problem;
use crate::search::report::Report;

/// Whether a result agrees with the scores in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The score is the best one in the file, and that of the move if the file lists it.
    Right,
    /// The score, or the move, disagrees with the file.
    Wrong {
        /// The score in the file.
        known: i32,
    },
    /// The result is not exact, so it cannot be judged.
    Open,
    /// The file has no scores.
    None,
}

impl Verdict {
    pub(super) fn of(problem: &Problem, report: &Report) -> Verdict {
        let Some(best) = problem.best_score() else {
            return Verdict::None;
        };
        if !report.is_exact() {
            return Verdict::Open;
        }
        let listed = report
            .best_move()
            .and_then(|action| problem.score_of(action));
        match [best, listed.unwrap_or(best)]
            .into_iter()
            .find(|&known| known != report.discs())
        {
            Some(known) => Verdict::Wrong { known },
            None => Verdict::Right,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use crate::search::report::{Line, Source};
    use crate::search::value::{Unit, Value};

    fn verdict(scores: &str, score: i32, best: &str, is_exact: bool) -> Verdict {
        let board = "---------------------------OX------XO---------------------------";
        let problem: Problem = format!("{board} X; {scores}").parse().unwrap();
        let line = Line {
            value: Some(Value {
                score: Score::result(score),
                unit: Unit::DISCS,
            }),
            is_exact,
            ..Line::new(vec![best.parse().unwrap()])
        };
        Verdict::of(&problem, &Report::new(Source::Solver, vec![line]))
    }

    #[test]
    fn score_and_listed_moves_count() {
        let some = "D3:+2; C4:-4;";
        for (scores, score, best, expected) in [
            (some, 2, "D3", Verdict::Right),
            (some, 2, "F5", Verdict::Right),
            (some, 4, "F5", Verdict::Wrong { known: 2 }),
            (some, -4, "C4", Verdict::Wrong { known: 2 }),
            (some, 2, "C4", Verdict::Wrong { known: -4 }),
            ("C4:-4; D3:+2;", 2, "D3", Verdict::Right),
            ("", 2, "D3", Verdict::None),
        ] {
            assert_eq!(
                verdict(scores, score, best, true),
                expected,
                "{scores} {best}"
            );
        }
        assert_eq!(verdict(some, 9, "D3", false), Verdict::Open);
        assert_eq!(verdict("", 9, "D3", false), Verdict::None);
    }
}
