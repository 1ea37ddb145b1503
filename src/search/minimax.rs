//! Every line to a fixed depth, as game theory has it.
//!
//! The root player takes the greatest value among the moves, the other player
//! the least, in turn, down to the leaves: two functions that call each other,
//! each speaking of values as the root player sees them. Nothing is left out,
//! so with `b` moves in a position the cost is `b` to the power of the depth;
//! the reward is the true value of every move. `negamax` does the same with one
//! function.

use super::Row;
use super::control::Stopped;
use super::horizon::{Horizon, Node};
use super::lookahead::Lookahead;
use super::variation::Variation;
use crate::board::Position;
use crate::score::{Score, Window};

pub(super) const ROW: Row = Row {
    name: "minimax",
    summary: "every line to a fixed depth, in one function for each side",
    is_exact: true,
    build: || Box::new(Minimax),
};

struct Minimax;

impl Lookahead for Minimax {
    /// After a root move the other player is to move, and sees the negative.
    fn value(
        &self,
        horizon: &mut Horizon<'_>,
        position: &Position,
        depth: u32,
        _: Window,
        line: &mut Variation,
    ) -> Result<Score, Stopped> {
        Ok(-least(horizon, position, depth, line)?)
    }
}

/// The value when the root player is to move.
fn greatest(
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
        let score = least(horizon, &position.after(action), depth - 1, &mut rest)?;
        if score > best {
            best = score;
            line.set(action, &rest);
        }
    }
    Ok(best)
}

/// The value when the other player is to move.
fn least(
    horizon: &mut Horizon<'_>,
    position: &Position,
    depth: u32,
    line: &mut Variation,
) -> Result<Score, Stopped> {
    line.clear();
    let choices = match horizon.enter(position, depth)? {
        Node::Leaf(score) => return Ok(-score),
        Node::Inner(choices) => choices,
    };
    let mut best = Score::HIGHEST;
    let mut rest = Variation::EMPTY;
    for action in choices {
        let score = greatest(horizon, &position.after(action), depth - 1, &mut rest)?;
        if score < best {
            best = score;
            line.set(action, &rest);
        }
    }
    Ok(best)
}
