//! The beginner's evaluator: whoever has more discs is ahead.
//!
//! Except in the last few moves, it is usually better to have fewer discs than the
//! opponent. So this is the baseline that every other evaluator has to beat.

use super::{Evaluator, Row};
use crate::board::Position;
use crate::score::Score;

pub(super) const ROW: Row = Row {
    name: "disc_count",
    summary: "own discs minus the opponent's",
    points_per_disc: 2.0,
    evaluator: &DiscCount,
};

struct DiscCount;

impl Evaluator for DiscCount {
    fn evaluate(&self, position: &Position) -> Score {
        Score::estimate(position.mover().len() as i32 - position.opponent().len() as i32)
    }
}
