//! What the engine tells of the moves at its root.

use super::goal::Goal;
use super::root::{Root, RootMove};
use crate::board::Move;
use crate::score::{Bound, Score};
use crate::search::Report;
use crate::search::analysis::Line;

/// What a solve found, final or so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The lead of the side to move in discs.
    pub score: i32,
    /// The best move, if the game is not over.
    pub best: Option<Move>,
    /// How deep the search was.
    pub depth: u32,
    /// How sure it is, in percent.
    pub selectivity: u32,
    /// Whether the score is the result of the game.
    pub is_exact: bool,
    /// How many positions were entered.
    pub nodes: u64,
    /// The expected moves.
    pub line: Vec<Move>,
}

/// What is known of the best move, as a solution.
pub(super) fn solution(root: &Root<'_, '_>) -> Solution {
    let best = &root.moves[0];
    Solution {
        score: best.score,
        best: Some(best.square.into()),
        depth: best.found.depth,
        selectivity: best.found.selectivity.percent(),
        is_exact: best.found == Goal::end(root.empty),
        nodes: root.worker.pool.control.spent(),
        line: best.line(),
    }
}

/// What is known of a root move.
pub(super) fn report(root: &Root<'_, '_>, known: &RootMove) -> Report {
    Report {
        best: known.square,
        score: Some(score(root, known)),
        depth: known.found.depth,
        nodes: root.worker.pool.control.spent(),
        line: known.line(),
        is_from_book: false,
    }
}

/// The same for an analysis.
pub(super) fn line(root: &Root<'_, '_>, known: &RootMove) -> Line {
    Line {
        moves: known.line(),
        score: score(root, known),
        bound: Bound::Exact,
        depth: known.found.depth,
        selectivity: known.found.selectivity.percent(),
        is_exact: known.found == Goal::end(root.empty),
        visits: known.visits.max(1),
    }
}

pub(super) fn score(root: &Root<'_, '_>, known: &RootMove) -> Score {
    if known.found == Goal::end(root.empty) {
        Score::result(known.score)
    } else {
        Score::estimate(known.score)
    }
}
