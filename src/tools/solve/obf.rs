//! The positions again, as lines of OBF with the answers filled in.

use super::answer::{Answer, MoveAnswer};
use super::claim::Relation;
use super::{Format, Solved, Total};
use crate::board::Move;
use crate::board::notation::obf::Problem;

/// A line for each position. The comment has what the format has no place for: bounds, estimates,
/// and all scores if that of the best move is not exact, since readers take the best score on the
/// line for that of the position.
pub(super) struct Lines;

impl Format for Lines {
    fn head(&self) -> Option<String> {
        None
    }

    fn row(&self, solved: &Solved<'_>) -> String {
        let answer = &solved.answer;
        let comment = [solved.entry.comment.clone(), remark(answer)];
        let comment: Vec<String> = comment.into_iter().flatten().collect();
        Problem {
            position: answer.position,
            scores: scores(answer),
            comment: (!comment.is_empty()).then(|| comment.join("; ")),
        }
        .to_string()
    }

    fn total(&self, _: &Total) -> Option<String> {
        None
    }
}

/// The moves with exact scores.
fn scores(answer: &Answer) -> Vec<(Move, i32)> {
    if !answer.exact {
        return Vec::new();
    }
    if answer.moves.is_empty() {
        let best = answer.best.map(|best| (best, answer.score));
        return best.into_iter().collect();
    }
    let moves = answer.moves.iter().filter(|found| is_exact(found));
    moves.map(|found| (found.action, found.score)).collect()
}

fn is_exact(found: &MoveAnswer) -> bool {
    found.relation == Some(Relation::Exact)
}

/// What the format has no place for.
fn remark(answer: &Answer) -> Option<String> {
    if !answer.moves.is_empty() {
        let is_listed = |found: &&MoveAnswer| answer.exact && is_exact(found);
        let others = answer.moves.iter().filter(|found| !is_listed(found));
        let others: Vec<String> = others.map(MoveAnswer::to_string).collect();
        return (!others.is_empty()).then(|| others.join(" "));
    }
    match (answer.claim(), answer.best) {
        (Some(claim), Some(best)) if claim.relation == Relation::Lower => {
            Some(format!("{best}:{claim}"))
        }
        (Some(claim), _) if claim.relation == Relation::Upper => Some(claim.to_string()),
        // A finished game has a result but no move.
        (Some(claim), None) => Some(claim.to_string()),
        (Some(_), Some(_)) => None,
        (None, _) => Some(format!("estimate {:+}", answer.score)),
    }
}
