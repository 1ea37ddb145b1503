//! The move that leads to the best evaluation, one ply ahead.
//!
//! With the evaluator `disc_count` it flips as many discs as possible. It costs one
//! evaluation per move.

use super::control::Stopped;
use super::lookahead::Lookahead;
use super::pv::Pv;
use super::tree::{Node, Tree};
use super::{Family, Row};
use crate::board::Position;
use crate::score::{Score, Window};

pub(super) const ROW: Row = Row {
    name: "greedy",
    summary: "the best move one ply ahead",
    family: Family::Rule,
    build: || Box::new(Greedy),
};

struct Greedy;

impl Lookahead for Greedy {
    fn value(
        &self,
        tree: &mut Tree<'_>,
        position: &Position,
        depth: u32,
        _: Window,
        _: &mut Pv,
    ) -> Result<Score, Stopped> {
        match tree.enter(position, depth)? {
            Node::Leaf(score) => Ok(score),
            Node::Inner(_) => unreachable!("the search is one ply deep"),
        }
    }

    fn max_depth(&self) -> u32 {
        1
    }
}
