//! Suites of positions for the engine, on one thread.

use std::io::{self, Write};

use super::tally::Tally;
use crate::board::Position;
use crate::search::{self, Settings};

/// Some of the searches take less time than the allocation of a larger table.
const HASH_MB: u32 = 16;

/// Positions, and the depth of their searches.
pub(super) struct Suite {
    pub(super) name: &'static str,
    /// In plies; a search that reaches the end of the game first stops there.
    pub(super) depth: u32,
    pub(super) boards: &'static [&'static str],
}

impl Suite {
    /// Writes a line for each position and one for all of them.
    pub(super) fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        writeln!(
            output,
            "engine, {}: nodes, checksum of move and score, time",
            self.name
        )?;
        let mut total = Tally::default();
        for (number, tally) in (1..).zip(self.tallies()) {
            tally.write(&number.to_string(), output)?;
            total += tally;
        }
        total.write(self.name, output)
    }

    /// The tally of each position.
    pub(super) fn tallies(&self) -> impl Iterator<Item = Tally> {
        let engine = search::find("engine").expect("it is in the table");
        let settings = Settings {
            depth: self.depth,
            hash_mb: HASH_MB,
            ..Settings::default()
        };
        self.boards.iter().map(move |board| {
            let position: Position = board.parse().expect("it is a board");
            Tally::of(engine, &settings, position)
        })
    }
}
