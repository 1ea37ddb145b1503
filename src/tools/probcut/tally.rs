//! Errors, added up.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use crate::search::engine::probcut::StandIn;

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

/// The errors of all stand-ins. They are whole numbers, so that the order in
/// which they come does not matter.
#[derive(Clone, Default)]
pub(super) struct Tally {
    pub(super) positions: u64,
    pub(super) errors: BTreeMap<StandIn, Errors>,
}

impl Tally {
    /// Adds those of a position.
    pub(super) fn add(&mut self, errors: &[(StandIn, i32)]) {
        self.positions += 1;
        for &(stand_in, error) in errors {
            *self.errors.entry(stand_in).or_default() += Errors::of(error);
        }
    }
}
