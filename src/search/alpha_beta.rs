//! Minimax without the moves that cannot affect the result.
//!
//! Two bounds are passed down the tree: `alpha`, the value that the root player is already
//! sure of elsewhere, and `beta`, the value to which the opponent can already limit it.
//! Once a node turns out to be worth `alpha` or less, or `beta` or more, one of the
//! players will avoid it whatever its remaining moves are worth, so they are cut off. If
//! the best move is always searched first, the number of nodes is about the square root of
//! that of `minimax`; with moves in random order, it is about that number to the power of
//! 3/4. The value at the root is the same.
//!
//! Like `minimax` it is written as two functions, one for each player; `nega_alpha` does
//! the same in one. The search is fail-soft: outside the window it returns the tightest
//! bound that it has found.

use super::control::Stopped;
use super::dispatch::dispatch;
use super::lookahead::Lookahead;
use super::pv::Pv;
use super::tree::{Node, Tree};
use super::{Family, Row};
use crate::board::Position;
use crate::score::{Score, Window};

pub(super) const ROW: Row = Row {
    name: "alpha_beta",
    summary: "minimax without the lines that cannot change the result",
    family: Family::Exact,
    build: || dispatch("alpha_beta", || Box::new(AlphaBeta)),
};

struct AlphaBeta;

impl Lookahead for AlphaBeta {
    /// After a root move it is the opponent's turn, who sees the negated value.
    fn value(
        &self,
        tree: &mut Tree<'_>,
        position: &Position,
        depth: u32,
        window: Window,
        pv: &mut Pv,
    ) -> Result<Score, Stopped> {
        Ok(-min_value(tree, position, depth, window.flipped(), pv)?)
    }
}

/// The value of a node of the root player.
fn max_value(
    tree: &mut Tree<'_>,
    position: &Position,
    depth: u32,
    mut window: Window,
    pv: &mut Pv,
) -> Result<Score, Stopped> {
    pv.clear();
    let moves = match tree.enter(position, depth)? {
        Node::Leaf(score) => return Ok(score),
        Node::Inner(moves) => moves,
    };
    let mut best = Score::LOWEST;
    let mut child_pv = Pv::EMPTY;
    for action in moves {
        let child = position.after(action);
        let score = min_value(tree, &child, depth - 1, window, &mut child_pv)?;
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

/// The value of a node of the opponent.
fn min_value(
    tree: &mut Tree<'_>,
    position: &Position,
    depth: u32,
    mut window: Window,
    pv: &mut Pv,
) -> Result<Score, Stopped> {
    pv.clear();
    let moves = match tree.enter(position, depth)? {
        Node::Leaf(score) => return Ok(-score),
        Node::Inner(moves) => moves,
    };
    let mut best = Score::HIGHEST;
    let mut child_pv = Pv::EMPTY;
    for action in moves {
        let child = position.after(action);
        let score = max_value(tree, &child, depth - 1, window, &mut child_pv)?;
        if score < best {
            best = score;
            pv.set(action, &child_pv);
        }
        if best <= window.alpha {
            break;
        }
        window.beta = window.beta.min(best);
    }
    Ok(best)
}
