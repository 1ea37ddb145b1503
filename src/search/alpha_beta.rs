//! Minimax that leaves out what cannot matter.
//!
//! Two numbers travel down the tree: `alpha`, what the root player can already
//! have, and `beta`, what the other player can already hold it to. As soon as a
//! position turns out to be worth `alpha` or less, or `beta` or more, one of
//! the two will avoid it, whatever its remaining moves are worth: they are cut
//! off. If the best move is always tried first, only about the square root of
//! minimax's tree is left, with moves in random order about its three-quarter
//! power; the value at the root is the same.
//!
//! Written for two sides, as `minimax` is; `nega_alpha` does the same with one
//! function. Outside the window the value returned is a bound, as tight as the
//! search has found it ("fail-soft").

use super::Row;
use super::control::Stopped;
use super::horizon::{Horizon, Node};
use super::lookahead::Lookahead;
use super::variation::Variation;
use crate::board::Position;
use crate::score::{Score, Window};

pub(super) const ROW: Row = Row {
    name: "alpha_beta",
    summary: "minimax without the lines that cannot change the result",
    is_exact: true,
    build: || Box::new(AlphaBeta),
};

struct AlphaBeta;

impl Lookahead for AlphaBeta {
    /// After a root move the other player is to move, and sees the negative.
    fn value(
        &self,
        horizon: &mut Horizon<'_>,
        position: &Position,
        depth: u32,
        window: Window,
        line: &mut Variation,
    ) -> Result<Score, Stopped> {
        Ok(-least(horizon, position, depth, window.flipped(), line)?)
    }
}

/// The value when the root player is to move.
fn greatest(
    horizon: &mut Horizon<'_>,
    position: &Position,
    depth: u32,
    mut window: Window,
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
        let child = position.after(action);
        let score = least(horizon, &child, depth - 1, window, &mut rest)?;
        if score > best {
            best = score;
            line.set(action, &rest);
        }
        if best >= window.beta {
            break;
        }
        window.alpha = window.alpha.max(best);
    }
    Ok(best)
}

/// The value when the other player is to move.
fn least(
    horizon: &mut Horizon<'_>,
    position: &Position,
    depth: u32,
    mut window: Window,
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
        let child = position.after(action);
        let score = greatest(horizon, &child, depth - 1, window, &mut rest)?;
        if score < best {
            best = score;
            line.set(action, &rest);
        }
        if best <= window.alpha {
            break;
        }
        window.beta = window.beta.min(best);
    }
    Ok(best)
}
