//! Sums over searches: nodes, a checksum of moves and scores, time.

use std::io::{self, Write};
use std::ops::AddAssign;
use std::time::{Duration, Instant};

use crate::board::Position;
use crate::search::control::{Control, Limits};
use crate::search::rng::MoveSeed;
use crate::search::{Request, Row, Settings};

/// A sum over searches.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) nodes: u64,
    /// Changes if any move or score changes.
    checksum: u64,
    time: Duration,
}

impl Tally {
    /// One search, with empty tables.
    pub(super) fn of(row: &Row, settings: &Settings, position: Position) -> Tally {
        let start = Instant::now();
        let request = Request {
            position,
            settings: settings.clone(),
            seed: MoveSeed::fixed(&position),
        };
        let control = Control::new(Limits::default());
        let report = (row.build)().best_move(&request, &control, &mut |_| {});
        let score = report.best().score();
        let score = score.map_or(0, |score| i64::from(score.value()));
        let square = report.best_square().expect("it has a move");
        Tally {
            nodes: report.nodes,
            checksum: mix(score as u64, square.index() as u64),
            time: start.elapsed(),
        }
    }

    pub(super) fn write(&self, name: &str, output: &mut dyn Write) -> io::Result<()> {
        let seconds = self.time.as_secs_f64();
        let speed = self.nodes as f64 / 1e6 / seconds;
        writeln!(
            output,
            "{name:<12} {:>10}  {:016x} {seconds:8.3} s {speed:6.1} M/s",
            self.nodes, self.checksum
        )
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.nodes += other.nodes;
        self.checksum = mix(self.checksum, other.checksum);
        self.time += other.time;
    }
}

fn mix(sum: u64, word: u64) -> u64 {
    (sum.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
