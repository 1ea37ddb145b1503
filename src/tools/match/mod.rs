//! `obverse match`: plays engines against each other, both built-in ones and programs that
//! speak GTP or NBoard's protocol.
//!
//! What happens to a game: the [`schedule`] determines who plays which opening. A worker of
//! the [`runner`] provides the [`player`]s, and the [`referee`] plays the game within the
//! [`limits`]. Its [`record`] is appended to the [`journal`] and added to the [`standings`],
//! from which [`statistics`] estimates ratings. The [`scoreboard`] shows them while the match
//! runs, and the [`report`] is the web page.

mod arguments;
mod bounds;
mod companion;
mod earlier;
mod flags;
mod growing;
mod journal;
mod limits;
mod player;
mod record;
mod referee;
pub(super) mod report;
mod runner;
mod schedule;
mod scoreboard;
mod standings;
mod statistics;
mod table;

use std::io::Write;

use super::interrupt::Interrupt;
use super::threads::share;
use super::{Body, Row, ToolError};
use arguments::Arguments;
use earlier::EarlierGames;
use journal::Journal;
use report::Report;
use runner::{Finished, Runner};
use scoreboard::Scoreboard;
use standings::Standings;

pub(super) const ROW: Row = Row {
    name: "match",
    summary: "plays engines against each other and estimates the difference in strength",
    details: "A player that makes an illegal move, exits, hangs, sends an invalid reply or exceeds its \
              time loses the game. The reason is recorded, and an external program is restarted.",
    exit_statuses: &[
        (
            0,
            "the match was played to its end, or the SPRT was decided",
        ),
        (
            1,
            "an engine could not be started, or a file could not be written",
        ),
        (2, "the command line or a file is wrong"),
        (3, "interrupted by Ctrl-C"),
    ],
    body: Body::Arguments(&flags::SYNTAX, run),
};

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = arguments::parse(words)?;
    let names: Vec<String> = arguments
        .players
        .iter()
        .map(|spec| spec.name.clone())
        .collect();
    let (earlier, journal) = EarlierGames::open(&arguments, &names)?;
    let interrupt = Interrupt::install();
    let mut runner = Runner::new(&arguments, &names, &interrupt, &earlier.is_played)?;
    let mut results = Results {
        scoreboard: Scoreboard::new(&arguments, &names, earlier.count()),
        standings: earlier.standings,
        report: earlier.report,
        journal,
    };
    if arguments.schedule.repeats_openings() {
        let text = "there are fewer openings than pairs of games, so openings are repeated";
        results.scoreboard.write_line(output, text)?;
    }
    if results.is_decided() {
        interrupt.request();
    }
    let fixtures = runner.fixtures();
    let workers = runner.workers().into_iter();
    let workers = workers.map(|mut worker| move |fixture| worker.work(fixture));
    share(&interrupt, fixtures, workers, |game| {
        // Games that finish after the decision are dropped, because they could reverse it.
        if results.is_decided() {
            return Ok(());
        }
        let result = game.and_then(|game| results.take(&game, output));
        if result.is_err() || results.is_decided() {
            interrupt.request();
        }
        result
    })?;
    if let (Some(_), false, 0) = (
        arguments.sprt,
        results.is_decided(),
        results.scoreboard.missing(),
    ) {
        let text = match arguments.out {
            Some(_) => "the SPRT is still open; a larger --games with --resume continues it",
            None => "the SPRT is still open; a larger --games may decide it",
        };
        results.scoreboard.write_line(output, text)?;
    }
    results.close(output)?;
    match results.scoreboard.missing() {
        missing if missing > 0 && !results.is_decided() => {
            Err(ToolError::StoppedEarly(stopped_early(missing, &arguments)))
        }
        _ => Ok(()),
    }
}

/// Everything that a finished game is added to.
struct Results<'m> {
    journal: Option<Journal>,
    standings: Standings,
    report: Option<Report>,
    scoreboard: Scoreboard<'m>,
}

impl Results<'_> {
    fn take(&mut self, game: &Finished<'_>, output: &mut dyn Write) -> Result<(), ToolError> {
        if let Some(journal) = &mut self.journal {
            journal.write(&game.entry)?;
        }
        self.standings.add(&game.fixture, game.record.result);
        if let Some(report) = &mut self.report {
            report.add(&game.record).map_err(ToolError::Failed)?;
        }
        self.scoreboard.show(output, game, &self.standings)
    }

    /// Writes the page first, so that it exists even if the output is closed.
    fn close(&self, output: &mut dyn Write) -> Result<(), ToolError> {
        if let Some(report) = &self.report {
            report.write(&self.standings)?;
        }
        Ok(self.scoreboard.close(output, &self.standings)?)
    }

    fn is_decided(&self) -> bool {
        self.scoreboard.is_decided(&self.standings)
    }
}

fn stopped_early(missing: u64, arguments: &Arguments) -> String {
    let games = arguments.schedule.games();
    let advice = match arguments.out {
        Some(_) => " (--resume continues it)",
        None => "",
    };
    format!(
        "match: stopped early, {} of {games} games were played{advice}",
        games - missing
    )
}
