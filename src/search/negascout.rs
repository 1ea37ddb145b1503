//! Alpha-beta that trusts its move ordering.
//!
//! If the first move at a node is the best, the others only have to be refuted. A search
//! with a null window, which contains no score between `alpha` and the next higher score,
//! does that with the fewest nodes. A move that beats `alpha` after all is searched again
//! for its value. With good move ordering negascout needs fewer nodes than a search
//! with wide windows; with bad ordering, it needs more. So with at least
//! `ordering_depth` + 3 plies left, the moves of a node are first searched to
//! `ordering_depth` and sorted.
//!
//! # When no re-search is needed
//!
//! - The first move of a node gets the node's full window, since there is no best move
//!   yet.
//! - Within the last two plies the value is known already. Fail-soft returns the best
//!   value seen, even outside the window. When such a move fails high, the node after it
//!   has at most one ply left and was not cut off, so its value is the maximum of all its
//!   leaves, which is exact.
//!
//! # Width
//!
//! With `width N` only the best N moves of each node are searched, as ranked by the search
//! that orders them. Moves are then sorted wherever at least two plies are left, by a
//! search of the same width that is no deeper than the plies left after the move. (With
//! one ply left, each move leads to a leaf, whose value ranks it.) That saves time, but
//! the values are no longer those of the full tree.

use std::cmp::Reverse;

use super::control::Stopped;
use super::dispatch::dispatch;
use super::lookahead::Lookahead;
use super::pv::Pv;
use super::tree::{Node, Tree};
use super::{Family, Row, Settings};
use crate::board::{Move, Position, Square};
use crate::score::{Score, Window};

pub(super) const ROW: Row = Row {
    name: "negascout",
    summary: "alpha-beta with ordered moves and null windows",
    family: Family::Exact,
    build: || dispatch("negascout", || Box::new(Negascout)),
};

struct Negascout;

impl Lookahead for Negascout {
    /// The first root move has the full window, as has every move in a multi-PV search.
    /// Any other window means that a best move is known, so this move has to be refuted.
    fn value(
        &self,
        tree: &mut Tree<'_>,
        position: &Position,
        depth: u32,
        window: Window,
        pv: &mut Pv,
    ) -> Result<Score, Stopped> {
        if window == Window::FULL {
            negascout(tree, position, depth, window, pv)
        } else {
            Ok(-scout(tree, position, depth, window.flipped(), pv)?)
        }
    }

    fn root_moves(
        &self,
        tree: &mut Tree<'_>,
        position: &Position,
        depth: u32,
    ) -> Result<Vec<Square>, Stopped> {
        let mut moves: Vec<Square> = position.moves().into_iter().collect();
        if is_ordered(tree.settings, depth) {
            order(tree, position, &mut moves, depth)?;
        }
        Ok(moves)
    }

    fn is_complete(&self, settings: &Settings) -> bool {
        settings.width == 0
    }
}

fn negascout(
    tree: &mut Tree<'_>,
    position: &Position,
    depth: u32,
    mut window: Window,
    pv: &mut Pv,
) -> Result<Score, Stopped> {
    pv.clear();
    let mut unordered = match tree.enter(position, depth)? {
        Node::Leaf(score) => return Ok(score),
        Node::Inner(moves) => moves,
    };
    let mut ordered;
    let moves: &mut dyn Iterator<Item = Move> = if is_ordered(tree.settings, depth) {
        let mut moves: Vec<Move> = unordered.collect();
        order(tree, position, &mut moves, depth)?;
        ordered = moves.into_iter();
        &mut ordered
    } else {
        &mut unordered
    };
    let mut best = Score::LOWEST;
    let mut child_pv = Pv::EMPTY;
    for (index, action) in moves.enumerate() {
        let child = position.after(action);
        let score = if index == 0 {
            -negascout(tree, &child, depth - 1, window.flipped(), &mut child_pv)?
        } else {
            scout(tree, &child, depth - 1, window, &mut child_pv)?
        };
        if score > best {
            best = score;
            pv.set(action, &child_pv);
        }
        if best >= window.beta {
            break;
        }
        window.alpha = window.alpha.max(best);
    }
    Ok(best)
}

/// The value, for the side that makes it, of a move that is expected to fail low.
/// `child` is the position after it.
fn scout(
    tree: &mut Tree<'_>,
    child: &Position,
    depth: u32,
    window: Window,
    pv: &mut Pv,
) -> Result<Score, Stopped> {
    let score = -negascout(tree, child, depth, window.null().flipped(), pv)?;
    let is_refuted = score <= window.alpha || score >= window.beta;
    if is_refuted || depth <= 1 {
        return Ok(score);
    }
    // The value is at least `score`. The window starts one below it, so that the
    // principal variation is found too.
    let window = Window {
        alpha: score.just_below(),
        beta: window.beta,
    };
    Ok(-negascout(tree, child, depth, window.flipped(), pv)?)
}

/// Whether sorting the moves of a node pays off with `depth` plies left.
fn is_ordered(settings: &Settings, depth: u32) -> bool {
    depth >= settings.ordering_depth + 3 || settings.width > 0 && depth >= 2
}

/// Sorts the moves by a shallow search, best first, and keeps the best `width`.
fn order<M: Copy + Into<Move>>(
    tree: &mut Tree<'_>,
    position: &Position,
    moves: &mut Vec<M>,
    depth: u32,
) -> Result<(), Stopped> {
    if moves.len() < 2 {
        return Ok(());
    }
    let width = match tree.settings.width {
        0 => usize::MAX,
        width => width as usize,
    };
    let plies = tree.settings.ordering_depth.min(depth - 1);
    let had_estimated = tree.has_estimated;
    let mut pv = Pv::EMPTY;
    let mut valued = Vec::with_capacity(moves.len());
    for &action in moves.iter() {
        let child = position.after(action.into());
        let score = -negascout(tree, &child, plies, Window::FULL, &mut pv)?;
        valued.push((score, action));
    }
    // Estimates that only order moves do not affect the value.
    tree.has_estimated = had_estimated;
    valued.sort_by_key(|&(score, _)| Reverse(score));
    moves.clear();
    moves.extend(valued.iter().take(width).map(|&(_, action)| action));
    Ok(())
}
