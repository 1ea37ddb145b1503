//! The progress of a run, and its speed.

use std::fmt;
use std::time::{Duration, Instant};

use crate::tools::positions::Record;

/// The games played since the start of the run.
pub(super) struct Tally {
    start: Instant,
    games: u64,
    positions: u64,
    exact: u64,
}

impl Tally {
    pub(super) fn new(start: Instant) -> Tally {
        Tally {
            start,
            games: 0,
            positions: 0,
            exact: 0,
        }
    }

    /// Counts a game.
    pub(super) fn add(&mut self, records: &[Record]) {
        self.games += 1;
        self.positions += records.len() as u64;
        self.exact += records.iter().filter(|record| record.is_exact).count() as u64;
    }

    /// The expected number of games, given the limits on games and time.
    pub(super) fn expected(&self, games: u64, time: Option<Duration>) -> u64 {
        let at_this_pace = |time: Duration| {
            let all = self.games as f64 * time.as_secs_f64() / self.start.elapsed().as_secs_f64();
            all as u64
        };
        games
            .min(time.map_or(u64::MAX, at_this_pace))
            .max(self.games)
    }

    /// The message next to the progress bar, given the expected number of games.
    pub(super) fn message(&self, expected: u64) -> String {
        let minutes = self.start.elapsed().as_secs_f64() / 60.0;
        let left = (expected - self.games) as f64 * minutes / self.games.max(1) as f64;
        format!(
            "games, {left:.0} min left, {:.1} M positions, {:.0}/s",
            self.positions as f64 / 1e6,
            self.speed()
        )
    }

    /// Positions per second.
    fn speed(&self) -> f64 {
        self.positions as f64 / self.start.elapsed().as_secs_f64()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "games {}, positions {}, exact {}, seconds {:.1}, positions/s {:.0}",
            self.games,
            self.positions,
            self.exact,
            self.start.elapsed().as_secs_f64(),
            self.speed()
        )
    }
}
