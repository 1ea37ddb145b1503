//! Alpha-beta in one function.
//!
//! It is to alpha-beta what negamax is to minimax: for the other side the window is negated
//! and swapped (`alpha` becomes `-beta` and `beta` becomes `-alpha`), so that one function
//! serves both players. It searches the same nodes as `alpha_beta`. All later algorithms
//! build on this form.

use super::control::Stopped;
use super::dispatch::dispatch;
use super::lookahead::Lookahead;
use super::pv::Pv;
use super::tree::{Node, Tree};
use super::{Family, Row};
use crate::board::Position;
use crate::score::{Score, Window};

pub(super) const ROW: Row = Row {
    name: "nega_alpha",
    summary: "alpha-beta in one function for both sides",
    family: Family::Exact,
    build: || dispatch("nega_alpha", || Box::new(NegaAlpha)),
};

struct NegaAlpha;

impl Lookahead for NegaAlpha {
    fn value(
        &self,
        tree: &mut Tree<'_>,
        position: &Position,
        depth: u32,
        window: Window,
        pv: &mut Pv,
    ) -> Result<Score, Stopped> {
        nega_alpha(tree, position, depth, window, pv)
    }
}

fn nega_alpha(
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
        let score = -nega_alpha(tree, &child, depth - 1, window.flipped(), &mut child_pv)?;
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
