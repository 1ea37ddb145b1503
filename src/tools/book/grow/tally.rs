//! The progress of a run, and its speed.

use std::fmt;
use std::time::{Duration, Instant};

use crate::search::engine::book::BookMove;

/// The positions searched since the start of the run.
pub(super) struct Tally {
    start: Instant,
    /// Positions in the book that this run has not added.
    before: usize,
    positions: usize,
    moves: usize,
}

impl Tally {
    pub(super) fn new(before: usize) -> Tally {
        Tally {
            start: Instant::now(),
            before,
            positions: 0,
            moves: 0,
        }
    }

    /// Counts a position.
    pub(super) fn add(&mut self, moves: &[BookMove]) {
        self.positions += 1;
        self.moves += moves.len();
    }

    /// Takes note of the size of the book, to which others may have added positions.
    pub(super) fn set_len(&mut self, positions: usize) {
        self.before = positions - self.positions;
    }

    /// Time since the start.
    pub(super) fn time(&self) -> Duration {
        self.start.elapsed()
    }

    /// The expected number of positions, given the target size of the book and the time
    /// limit.
    pub(super) fn expected(&self, goal: usize, time: Option<Duration>) -> u64 {
        let at_this_pace = |time: Duration| (self.speed() * time.as_secs_f64()) as usize;
        let most = goal.saturating_sub(self.before);
        let expected = most.min(time.map_or(usize::MAX, at_this_pace));
        expected.max(self.positions) as u64
    }

    /// The message next to the progress bar, given the expected number of positions.
    pub(super) fn message(&self, expected: u64) -> String {
        let left = (expected as f64 - self.positions as f64) / self.speed() / 60.0;
        let book = self.before + self.positions;
        let speed = self.speed();
        format!("positions, {book} in the book, {speed:.1}/s, {left:.0} min left")
    }

    /// Positions per second.
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
