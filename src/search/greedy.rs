//! The move after which the evaluator likes the board best, without a look at
//! the answer. Under `disc_count` this is the player who turns as many discs as
//! possible. It costs one evaluation for each move.

use super::control::{Control, Stopped};
use super::root::{self, OnePly};
use super::{Report, Request, Row, Searcher, Watcher};
use crate::board::Square;
use crate::score::Score;

pub(super) const ROW: Row = Row {
    name: "greedy",
    summary: "the best move one ply ahead",
    build: || Box::new(Greedy),
};

struct Greedy;

impl Searcher for Greedy {
    fn best_move(&mut self, request: &Request, control: &Control, watcher: Watcher<'_>) -> Report {
        root::best_move(request, 1, &mut OnePly::new(request, control), watcher)
    }

    fn move_values(
        &mut self,
        request: &Request,
        control: &Control,
    ) -> Result<Vec<(Square, Score)>, Stopped> {
        root::move_values(&request.position, &mut OnePly::new(request, control))
    }
}
