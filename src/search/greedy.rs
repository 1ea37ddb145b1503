//! The move after which the evaluator likes the board best, without a look at
//! the answer. Under `disc_count` this is the player who turns as many discs as
//! possible. It costs one evaluation for each move.

use super::Row;
use super::control::Stopped;
use super::horizon::{Horizon, Node};
use super::lookahead::Lookahead;
use super::variation::Variation;
use crate::board::Position;
use crate::score::{Score, Window};

pub(super) const ROW: Row = Row {
    name: "greedy",
    summary: "the best move one ply ahead",
    is_exact: false,
    build: || Box::new(Greedy),
};

struct Greedy;

impl Lookahead for Greedy {
    fn value(
        &self,
        horizon: &mut Horizon<'_>,
        position: &Position,
        depth: u32,
        _: Window,
        _: &mut Variation,
    ) -> Result<Score, Stopped> {
        match horizon.enter(position, depth)? {
            Node::Leaf(score) => Ok(score),
            Node::Inner(_) => unreachable!("the position after the move is the end"),
        }
    }

    fn deepest(&self) -> u32 {
        1
    }
}
