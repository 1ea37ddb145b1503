//! Compares an answer with what the file says.

use super::answer::Answer;
use super::claim::Claim;
use super::input::Known;

/// Whether an answer agrees with what the file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The value agrees with the best one in the file, and so do the moves that the file lists.
    Right,
    /// The value of the position, or of a move, disagrees with the file.
    Wrong {
        /// What the file says.
        known: Claim,
    },
    /// Nothing is proven about the value, so it cannot be judged.
    Open,
    /// The file has no scores.
    None,
}

impl Verdict {
    pub(super) fn of(known: &Known, answer: &Answer) -> Verdict {
        let Some(whole) = known.whole else {
            return Verdict::None;
        };
        let Some(claim) = answer.claim() else {
            return Verdict::Open;
        };
        let best = answer.best.map(|best| (best, claim));
        let moves = answer.moves.iter();
        let moves = moves.filter_map(|found| Some((found.action, found.claim()?)));
        let listed = best.into_iter().chain(moves);
        let listed = listed.filter_map(|(action, claim)| Some((known.of_move(action)?, claim)));
        let mut pairs = std::iter::once((whole, claim)).chain(listed);
        match pairs.find(|(known, claim)| !known.agrees_with(*claim)) {
            Some((known, _)) => Verdict::Wrong { known },
            None => Verdict::Right,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::obf::Problem;
    use crate::score::{Bound, Score};
    use crate::search::report::{Line, Report, Source};
    use crate::search::value::{Unit, Value};
    use crate::tools::solve::claim::Window;

    fn verdict(scores: &str, score: i32, best: &str, bound: Option<Bound>) -> Verdict {
        let board = "---------------------------OX------XO---------------------------";
        let problem: Problem = format!("{board} X; {scores}").parse().unwrap();
        let line = Line {
            value: Some(Value {
                score: Score::result(score),
                unit: Unit::DISCS,
            }),
            bound: bound.unwrap_or(Bound::Exact),
            is_exact: bound == Some(Bound::Exact),
            depth: if bound.is_some() { 60 } else { 12 },
            ..Line::new(vec![best.parse().unwrap()])
        };
        let report = Report::new(Source::Solver, vec![line]);
        let window = Window { alpha: -3, beta: 3 };
        let answer = Answer::of(&report, 1, problem.position, window, false);
        Verdict::of(&Known::of(&problem), &answer)
    }

    #[test]
    fn score_and_listed_moves_count() {
        let some = "D3:+2; C4:-4;";
        let wrong = |discs| Verdict::Wrong {
            known: Claim::exact(discs),
        };
        let exact = Some(Bound::Exact);
        for (scores, score, best, bound, expected) in [
            (some, 2, "D3", exact, Verdict::Right),
            (some, 2, "F5", exact, Verdict::Right),
            (some, 4, "F5", exact, wrong(2)),
            (some, -4, "C4", exact, wrong(2)),
            (some, 2, "C4", exact, wrong(-4)),
            ("C4:-4; D3:+2;", 2, "D3", exact, Verdict::Right),
            ("", 2, "D3", exact, Verdict::None),
            (some, 9, "D3", None, Verdict::Open),
            ("", 9, "D3", None, Verdict::None),
            // Outside the window from -3 to 3.
            ("D3:+10;", 4, "D3", Some(Bound::Lower), Verdict::Right),
            ("D3:+10;", 4, "F5", Some(Bound::Lower), Verdict::Right),
            (some, 4, "D3", Some(Bound::Lower), wrong(2)),
            ("D3:+10; C4:+0", 4, "C4", Some(Bound::Lower), wrong(0)),
            ("D3:-10;", -4, "D3", Some(Bound::Upper), Verdict::Right),
            (
                "D3:-10; C4:-20",
                -4,
                "C4",
                Some(Bound::Upper),
                Verdict::Right,
            ),
            (some, -4, "D3", Some(Bound::Upper), wrong(2)),
            // A bound that decides nothing, from a search that was stopped.
            (some, 2, "D3", Some(Bound::Lower), Verdict::Open),
        ] {
            assert_eq!(
                verdict(scores, score, best, bound),
                expected,
                "{scores} {best} {score} {bound:?}"
            );
        }
    }
}
