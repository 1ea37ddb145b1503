//! Minimax in one function.
//!
//! What is good for one side is equally bad for the other, so the value of a node for the
//! side to move is the maximum of the negated values of its children, whichever side that
//! is. The cost is that of `minimax`: the branching factor to the power of the depth. The
//! algorithms that prune are tested against these values.

use super::control::Stopped;
use super::dispatch::dispatch;
use super::lookahead::Lookahead;
use super::pv::Pv;
use super::tree::{Node, Tree};
use super::{Family, Row};
use crate::board::Position;
use crate::score::{Score, Window};

pub(super) const ROW: Row = Row {
    name: "negamax",
    summary: "every line to a fixed depth, in one function for both sides",
    family: Family::Exact,
    build: || dispatch("negamax", || Box::new(Negamax)),
};

struct Negamax;

impl Lookahead for Negamax {
    fn value(
        &self,
        tree: &mut Tree<'_>,
        position: &Position,
        depth: u32,
        _: Window,
        pv: &mut Pv,
    ) -> Result<Score, Stopped> {
        negamax(tree, position, depth, pv)
    }
}

fn negamax(
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
        let score = -negamax(tree, &position.after(action), depth - 1, &mut child_pv)?;
        if score > best {
            best = score;
            pv.set(action, &child_pv);
        }
    }
    Ok(best)
}
