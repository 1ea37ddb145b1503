//! Sums of errors.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use crate::search::engine::midgame::probcut::DepthPair;

/// Sums of errors in discs.
#[derive(Clone, Copy, Default)]
pub(super) struct Errors {
    pub(super) count: i64,
    sum: i64,
    squares: i64,
}

impl Errors {
    fn of(error: i32) -> Errors {
        let error = i64::from(error);
        Errors {
            count: 1,
            sum: error,
            squares: error * error,
        }
    }

    pub(super) fn mean(&self) -> f64 {
        self.sum as f64 / self.count as f64
    }

    /// The standard deviation, around 0 rather than around the mean, because the margins of
    /// a search are symmetric.
    pub(super) fn sigma(&self) -> f64 {
        (self.squares as f64 / self.count as f64).sqrt()
    }
}

impl AddAssign for Errors {
    fn add_assign(&mut self, other: Errors) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

/// The measurements at one position, in discs.
pub(super) struct Measurement {
    /// The errors of shallow searches: the score of the deep search minus that of the
    /// shallow one.
    pub(super) errors: Vec<(DepthPair, i32)>,
    /// How much one more ply raises the score of the side that makes the last move, with
    /// the number of empty squares at the horizon of the deeper search.
    pub(super) last_moves: Vec<(u32, i32)>,
}

/// The sums of all measurements. They are integers, so their order does not matter.
#[derive(Clone, Default)]
pub(super) struct Tally {
    pub(super) positions: u64,
    pub(super) errors: BTreeMap<DepthPair, Errors>,
    /// By the number of empty squares at the horizon.
    pub(super) last_moves: BTreeMap<u32, Errors>,
}

impl Tally {
    /// Adds the measurements at a position.
    pub(super) fn add(&mut self, measurement: &Measurement) {
        self.positions += 1;
        for &(pair, error) in &measurement.errors {
            *self.errors.entry(pair).or_default() += Errors::of(error);
        }
        for &(empty, more) in &measurement.last_moves {
            *self.last_moves.entry(empty).or_default() += Errors::of(more);
        }
    }
}
