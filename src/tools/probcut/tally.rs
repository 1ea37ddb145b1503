//! Errors, added up.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use crate::search::engine::midgame::probcut::DepthPair;

/// What the errors of something come to, in discs.
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

    /// The standard error. It is that from 0, because a search allows for errors
    /// to both sides alike.
    pub(super) fn standard(&self) -> f64 {
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

/// What is measured at one position, in discs.
pub(super) struct Measured {
    /// By how much the search that a stand-in stands for tells more than it.
    pub(super) errors: Vec<(DepthPair, i32)>,
    /// By how much a search whose last move is one's own tells more than one that
    /// ends beside it, and how many squares are empty where the longer of the two ends.
    pub(super) last_moves: Vec<(u32, i32)>,
}

/// The sums of what was measured. They are whole numbers, so that the order in
/// which they come does not matter.
#[derive(Clone, Default)]
pub(super) struct Tally {
    pub(super) positions: u64,
    pub(super) errors: BTreeMap<DepthPair, Errors>,
    /// By the number of empty squares at the horizon.
    pub(super) last_moves: BTreeMap<u32, Errors>,
}

impl Tally {
    /// Adds what was measured at a position.
    pub(super) fn add(&mut self, measured: &Measured) {
        self.positions += 1;
        for &(pair, error) in &measured.errors {
            *self.errors.entry(pair).or_default() += Errors::of(error);
        }
        for &(empty, more) in &measured.last_moves {
            *self.last_moves.entry(empty).or_default() += Errors::of(more);
        }
    }
}
