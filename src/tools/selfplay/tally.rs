//! How much is done, and how fast.

use std::fmt;
use std::time::{Duration, Instant};

use crate::tools::positions::Record;

/// What was played since the start.
pub(super) struct Tally {
    start: Instant,
    games: u64,
    positions: u64,
    exact: u64,
}

impl Tally {
    /// Nothing is played yet.
    pub(super) fn new(start: Instant) -> Tally {
        Tally {
            start,
            games: 0,
            positions: 0,
            exact: 0,
        }
    }

    /// One more game.
    pub(super) fn add(&mut self, records: &[Record]) {
        self.games += 1;
        self.positions += records.len() as u64;
        self.exact += records.iter().filter(|record| record.is_exact).count() as u64;
    }

    /// How many games there will be, if there are at most so many and at most so
    /// much time.
    pub(super) fn expected(&self, games: u64, time: Option<Duration>) -> u64 {
        let at_this_pace = |time: Duration| {
            let all = self.games as f64 * time.as_secs_f64() / self.start.elapsed().as_secs_f64();
            all as u64
        };
        games
            .min(time.map_or(u64::MAX, at_this_pace))
            .max(self.games)
    }

    /// What is told to a person, if there will be so many games.
    pub(super) fn news(&self, expected: u64) -> String {
        let minutes = self.start.elapsed().as_secs_f64() / 60.0;
        let left = (expected - self.games) as f64 * minutes / self.games.max(1) as f64;
        format!(
            "games, {left:.0} min left, {:.1} M positions, {:.0}/s",
            self.positions as f64 / 1e6,
            self.speed()
        )
    }

    /// Positions a second.
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
