//! Minimax: every line is searched to a fixed depth, and nothing is pruned.
//!
//! The value of a node is the maximum over its moves if the root player is to move, and
//! the minimum if the opponent is. Two functions call each other, both with values from
//! the root player's point of view. With a branching factor of `b` the cost is `b` to the
//! power of the depth. `negamax` does the same in one function.

use super::control::Stopped;
use super::dispatch::dispatch;
use super::lookahead::Lookahead;
use super::pv::Pv;
use super::tree::{Node, Tree};
use super::{Family, Row};
use crate::board::Position;
use crate::score::{Score, Window};

pub(super) const ROW: Row = Row {
    name: "minimax",
    summary: "every line to a fixed depth, in one function for each side",
    family: Family::Exact,
    build: || dispatch("minimax", || Box::new(Minimax)),
};

struct Minimax;

impl Lookahead for Minimax {
    /// After a root move it is the opponent's turn, who sees the negated value.
    fn value(
        &self,
        tree: &mut Tree<'_>,
        position: &Position,
        depth: u32,
        _: Window,
        pv: &mut Pv,
    ) -> Result<Score, Stopped> {
        Ok(-min_value(tree, position, depth, pv)?)
    }
}

/// The value of a node of the root player.
fn max_value(
    tree: &mut Tree<'_>,
    position: &Position,
    depth: u32,
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
        let score = min_value(tree, &position.after(action), depth - 1, &mut child_pv)?;
        if score > best {
            best = score;
            pv.set(action, &child_pv);
        }
    }
    Ok(best)
}

/// The value of a node of the opponent.
fn min_value(
    tree: &mut Tree<'_>,
    position: &Position,
    depth: u32,
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
        let score = max_value(tree, &position.after(action), depth - 1, &mut child_pv)?;
        if score < best {
            best = score;
            pv.set(action, &child_pv);
        }
    }
    Ok(best)
}
