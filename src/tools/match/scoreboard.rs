//! Shows the state of a match while it runs: as a table that is updated in place at a
//! terminal, or else as a status line every few seconds.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::arguments::Arguments;
use super::runner::Finished;
use super::standings::Standings;
use super::statistics::sprt::Sprt;
use super::table;
use crate::tools::ToolError;
use crate::tools::terminal::Progress;

/// The interval at which the table at a terminal is redrawn.
const REFRESH: Duration = Duration::from_millis(200);

/// The interval between status lines if there is no terminal.
const STATUS_INTERVAL: Duration = Duration::from_secs(10);

/// The maximum height of the table at a terminal, in lines.
const MAX_LINES: usize = 12;

pub(super) struct Scoreboard<'m> {
    names: &'m [String],
    sprt: Option<Sprt>,
    progress: Progress,
    started: Instant,
    last_refresh: Instant,
    last_status: Instant,
    /// All games of the match.
    games: u64,
    /// The games played so far, including those of earlier runs.
    played: u64,
    /// The games that earlier runs played.
    played_before: u64,
}

impl<'m> Scoreboard<'m> {
    /// `played` games were played by an earlier run.
    pub(super) fn new(arguments: &Arguments, names: &'m [String], played: u64) -> Scoreboard<'m> {
        let games = arguments.schedule.games();
        let now = Instant::now();
        Scoreboard {
            names,
            sprt: arguments.sprt,
            progress: Progress::below_table(games, played),
            started: now,
            last_refresh: now,
            last_status: now,
            games,
            played,
            played_before: played,
        }
    }

    /// Writes a line above the progress bar.
    pub(super) fn write_line(&self, output: &mut dyn Write, line: &str) -> io::Result<()> {
        self.progress.line(output, line)
    }

    /// Whether the SPRT has been decided.
    pub(super) fn is_decided(&self, standings: &Standings) -> bool {
        let sprt = self.sprt.as_ref();
        sprt.is_some_and(|sprt| sprt.decide(&standings.pairings[0].pairs).is_some())
    }

    /// The number of games left to play.
    pub(super) fn missing(&self) -> u64 {
        self.games - self.played
    }

    /// Shows that one more game has finished.
    pub(super) fn show(
        &mut self,
        output: &mut dyn Write,
        game: &Finished<'_>,
        standings: &Standings,
    ) -> Result<(), ToolError> {
        self.played += 1;
        self.progress.step();
        if let Some((player, forfeit)) = &game.forfeit {
            let (number, name) = (game.fixture.game, &self.names[*player]);
            let reason = forfeit.reason.word();
            self.write_line(
                output,
                &format!("game {number}: {name} loses, {reason}: {}", forfeit.detail),
            )?;
        }
        if self.last_refresh.elapsed() >= REFRESH {
            self.last_refresh = Instant::now();
            self.progress
                .set_message(|| self.table(standings).join("\n"));
        }
        if self.last_status.elapsed() >= STATUS_INTERVAL && self.progress.is_hidden() {
            self.last_status = Instant::now();
            let line = format!("{}, {}", self.speed(), self.table(standings).join("; "));
            self.write_line(output, &line)?;
        }
        Ok(())
    }

    /// Writes the final results.
    pub(super) fn close(&self, output: &mut dyn Write, standings: &Standings) -> io::Result<()> {
        self.write_line(output, &self.speed())?;
        for line in table::summary(standings, self.names, self.sprt.as_ref()) {
            self.write_line(output, &line)?;
        }
        Ok(())
    }

    fn speed(&self) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        let games = self.played - self.played_before;
        let speed = games as f64 / seconds;
        format!(
            "{}/{} games, {seconds:.1} s, {speed:.1} games/s",
            self.played, self.games
        )
    }

    /// The table above the progress bar.
    fn table(&self, standings: &Standings) -> Vec<String> {
        let mut lines = match self.names.len() > 2 {
            true => table::ratings(standings, self.names),
            false => table::pairings(standings, self.names, self.sprt.as_ref()),
        };
        lines.truncate(MAX_LINES);
        lines
    }
}
