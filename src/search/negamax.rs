//! Minimax in one function.
//!
//! What is good for one side is just as bad for the other, so the value of a
//! position for the side to move is the greatest of the negatives of its
//! children's values, whoever moves. The cost is that of `minimax`: `b` to the
//! power of the depth. Its true values are what the algorithms that prune are
//! measured against.

use super::Row;
use super::control::Stopped;
use super::horizon::{Horizon, Node};
use super::lookahead::Lookahead;
use super::variation::Variation;
use crate::board::Position;
use crate::score::{Score, Window};

pub(super) const ROW: Row = Row {
    name: "negamax",
    summary: "every line to a fixed depth, in one function for both sides",
    is_exact: true,
    build: || Box::new(Negamax),
};

struct Negamax;

impl Lookahead for Negamax {
    fn value(
        &self,
        horizon: &mut Horizon<'_>,
        position: &Position,
        depth: u32,
        _: Window,
        line: &mut Variation,
    ) -> Result<Score, Stopped> {
        negamax(horizon, position, depth, line)
    }
}

fn negamax(
    horizon: &mut Horizon<'_>,
    position: &Position,
    depth: u32,
    line: &mut Variation,
) -> Result<Score, Stopped> {
    line.clear();
    let choices = match horizon.enter(position, depth)? {
        Node::Leaf(score) => return Ok(score),
        Node::Inner(choices) => choices,
    };
    let mut best = Score::LOWEST;
    let mut rest = Variation::EMPTY;
    for action in choices {
        let score = -negamax(horizon, &position.after(action), depth - 1, &mut rest)?;
        if score > best {
            best = score;
            line.set(action, &rest);
        }
    }
    Ok(best)
}
