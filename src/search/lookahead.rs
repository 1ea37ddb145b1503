//! What a fixed-depth algorithm has to provide: the value of a position.
//!
//! This is all that differs between `greedy`, `minimax` and their successors. `root` and
//! `multi_pv` handle iterative deepening, ties and reports for all of them.

use super::control::Stopped;
use super::pv::Pv;
use super::report::Line;
use super::tree::Tree;
use super::value::Value;
use super::{Request, Settings};
use crate::board::{Move, Position, Square};
use crate::score::{Bound, Score, Window};

/// A fixed-depth algorithm.
pub(super) trait Lookahead: Send {
    /// The value of a position for the side to move, searched to `depth` plies: exact
    /// inside the window, a bound outside. Sets `pv` to the principal variation.
    fn value(
        &self,
        tree: &mut Tree<'_>,
        position: &Position,
        depth: u32,
        window: Window,
        pv: &mut Pv,
    ) -> Result<Score, Stopped>;

    /// The root moves, in the order in which a search of `depth` plies tries them.
    fn root_moves(
        &self,
        _tree: &mut Tree<'_>,
        position: &Position,
        _depth: u32,
    ) -> Result<Vec<Square>, Stopped> {
        Ok(position.moves().into_iter().collect())
    }

    /// The maximum depth, including the root move.
    fn max_depth(&self) -> u32 {
        u32::MAX
    }

    /// Whether it searches all moves. If it does, a search that has evaluated no leaf
    /// has searched the whole game tree.
    fn is_complete(&self, _: &Settings) -> bool {
        true
    }
}

/// A root move and what a search has found out about it.
#[derive(Clone)]
pub(super) struct RootMove {
    pub(super) square: Square,
    pub(super) score: Score,
    /// The search depth in plies, including this move.
    depth: u32,
    pv: Pv,
    bound: Bound,
    is_exact: bool,
}

impl RootMove {
    /// Searches a root move. The score is exact inside the window, a bound outside.
    pub(super) fn search(
        algorithm: &impl Lookahead,
        tree: &mut Tree<'_>,
        position: &Position,
        square: Square,
        depth: u32,
        window: Window,
    ) -> Result<RootMove, Stopped> {
        let child = position.play(square);
        let mut child_pv = Pv::EMPTY;
        let has_estimated = std::mem::take(&mut tree.has_estimated);
        let value = algorithm.value(tree, &child, depth - 1, window.flipped(), &mut child_pv)?;
        let score = -value;
        let is_known = !tree.has_estimated;
        tree.has_estimated |= has_estimated;
        let is_complete = algorithm.is_complete(tree.settings);
        let mut pv = Pv::EMPTY;
        pv.set(Move::Place(square), &child_pv);
        Ok(RootMove {
            square,
            score,
            depth,
            pv,
            bound: if is_known || !is_complete {
                Bound::Exact
            } else {
                bound_with_estimates(score)
            },
            is_exact: is_known && is_complete,
        })
    }

    /// The line for a report; `visits` are the nodes spent on the move so far.
    pub(super) fn line(&self, request: &Request, visits: u64) -> Line {
        Line {
            value: Some(Value {
                score: self.score,
                unit: request.unit(),
            }),
            bound: self.bound,
            depth: self.depth,
            is_exact: self.is_exact,
            visits,
            ..Line::new(self.pv.to_vec())
        }
    }
}

/// How a score of a finished game bounds the value if some leaves were estimates: they may
/// hide a larger win, or a smaller loss.
fn bound_with_estimates(score: Score) -> Bound {
    match score.discs() {
        Some(1..) => Bound::Lower,
        Some(_) => Bound::Upper,
        None => Bound::Exact,
    }
}
