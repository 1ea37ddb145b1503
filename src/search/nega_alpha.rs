//! Alpha-beta in one function.
//!
//! As negamax is to minimax, so is this to alpha-beta: the window is turned
//! round for the other side (`alpha` becomes `-beta` and `beta` becomes
//! `-alpha`), and one function serves both players. It searches the same
//! positions as `alpha_beta`. This is the form that all later algorithms build
//! on.

use super::Row;
use super::control::Stopped;
use super::horizon::{Horizon, Node};
use super::lookahead::Lookahead;
use super::variation::Variation;
use crate::board::Position;
use crate::score::{Score, Window};

pub(super) const ROW: Row = Row {
    name: "nega_alpha",
    summary: "alpha-beta in one function for both sides",
    is_exact: true,
    build: || Box::new(NegaAlpha),
};

struct NegaAlpha;

impl Lookahead for NegaAlpha {
    fn value(
        &self,
        horizon: &mut Horizon<'_>,
        position: &Position,
        depth: u32,
        window: Window,
        line: &mut Variation,
    ) -> Result<Score, Stopped> {
        nega_alpha(horizon, position, depth, window, line)
    }
}

fn nega_alpha(
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
        let score = -nega_alpha(horizon, &child, depth - 1, window.flipped(), &mut rest)?;
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
