//! How much is done, and how fast.

use std::fmt;
use std::time::{Duration, Instant};

use crate::search::engine::book::BookMove;

/// What was searched since the start.
pub(super) struct Tally {
    start: Instant,
    /// How many positions the book had.
    before: usize,
    positions: usize,
    moves: usize,
}

impl Tally {
    /// Nothing is searched yet.
    pub(super) fn new(before: usize) -> Tally {
        Tally {
            start: Instant::now(),
            before,
            positions: 0,
            moves: 0,
        }
    }

    /// One more position.
    pub(super) fn add(&mut self, moves: &[BookMove]) {
        self.positions += 1;
        self.moves += moves.len();
    }

    /// How long it has taken.
    pub(super) fn time(&self) -> Duration {
        self.start.elapsed()
    }

    /// How many positions will be searched, if there shall be so many in the book,
    /// and at most so much time.
    pub(super) fn expected(&self, goal: usize, time: Option<Duration>) -> u64 {
        let at_this_pace = |time: Duration| (self.speed() * time.as_secs_f64()) as usize;
        let most = goal.saturating_sub(self.before);
        let expected = most.min(time.map_or(usize::MAX, at_this_pace));
        expected.max(self.positions) as u64
    }

    /// What is told to a person, if there will be so many positions.
    pub(super) fn news(&self, expected: u64) -> String {
        let left = (expected as f64 - self.positions as f64) / self.speed() / 60.0;
        let book = self.before + self.positions;
        let speed = self.speed();
        format!("positions, {book} in the book, {speed:.1}/s, {left:.0} min left")
    }

    /// Positions a second.
    fn speed(&self) -> f64 {
        self.positions as f64 / self.time().as_secs_f64()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "positions {}, added {}, moves {}, seconds {:.1}, positions/s {:.1}",
            self.before + self.positions,
            self.positions,
            self.moves,
            self.time().as_secs_f64(),
            self.speed()
        )
    }
}
