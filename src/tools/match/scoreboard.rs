//! Shows the state of the match while it runs: a live table at a terminal, a status
//! line now and then in a pipe.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::arguments::Arguments;
use super::runner::Finished;
use super::standings::Standings;
use super::statistics::sprt::Sprt;
use super::table;
use crate::tools::ToolError;
use crate::tools::terminal::Progress;

/// How often the table at a terminal is redrawn.
const REFRESH: Duration = Duration::from_millis(200);

/// How often a status line is written to a pipe.
const STATUS_INTERVAL: Duration = Duration::from_secs(10);

/// The longest table at a terminal, in lines.
const MOST_LINES: usize = 12;

pub(super) struct Scoreboard<'m> {
    names: &'m [String],
    sprt: Option<Sprt>,
    progress: Progress,
    started: Instant,
    refreshed: Instant,
    told: Instant,
    /// All games of the match.
    games: u64,
    /// The games played so far, and how many of them an earlier run played.
    played: u64,
    before: u64,
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
            refreshed: now,
            told: now,
            games,
            played,
            before: played,
        }
    }

    /// Writes a line above the progress bar.
    pub(super) fn say(&self, output: &mut dyn Write, line: &str) -> io::Result<()> {
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
            self.say(
                output,
                &format!("game {number}: {name} loses, {reason}: {}", forfeit.detail),
            )?;
        }
        if self.refreshed.elapsed() >= REFRESH {
            self.refreshed = Instant::now();
            self.progress
                .set_message(|| self.table(standings).join("\n"));
        }
        if self.told.elapsed() >= STATUS_INTERVAL && self.progress.is_hidden() {
            self.told = Instant::now();
            let line = format!("{}, {}", self.speed(), self.table(standings).join("; "));
            self.say(output, &line)?;
        }
        Ok(())
    }

    /// Writes the final results.
    pub(super) fn close(&self, output: &mut dyn Write, standings: &Standings) -> io::Result<()> {
        self.say(output, &self.speed())?;
        for line in table::summary(standings, self.names, self.sprt.as_ref()) {
            self.say(output, &line)?;
        }
        Ok(())
    }

    fn speed(&self) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        let games = self.played - self.before;
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
        lines.truncate(MOST_LINES);
        lines
    }
}
