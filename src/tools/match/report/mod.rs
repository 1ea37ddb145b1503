//! The report of a match: a self-contained HTML page, written when the match ends or by
//! `obverse report`.
//!
//! Games are added as records. The [`tally`] counts what the standings do not, and
//! [`replayable`] selects the games that can be replayed. [`page`] fills `page.html` with
//! [`tables`] and [`plot`]s.

mod content;
mod page;
mod plot;
mod replayable;
mod tables;
mod tally;
mod tool;

use std::path::PathBuf;

use super::record::Record;
use super::standings::Standings;
use super::statistics::sprt::Sprt;
use crate::tools::ToolError;
use crate::tools::file_arguments;
use content::Content;
use tally::Tally;
pub(in crate::tools) use tool::ROW;

/// A report, to which games are added.
pub(super) struct Report {
    path: PathBuf,
    tally: Tally,
    /// The number of games planned, if known.
    planned: Option<u64>,
    sprt: Option<Sprt>,
}

impl Report {
    /// An empty report. Fails if the page cannot be written later.
    pub(super) fn new(
        path: PathBuf,
        names: &[String],
        planned: Option<u64>,
        sprt: Option<Sprt>,
    ) -> Result<Report, ToolError> {
        file_arguments::check_output(&path, [""; 0])?;
        Ok(Report {
            path,
            tally: Tally::new(names),
            planned,
            sprt,
        })
    }

    /// Counts a game.
    pub(super) fn add(&mut self, record: &Record) -> Result<(), String> {
        self.tally.add(record).map(drop)
    }

    /// Writes the page, or replaces an existing one.
    pub(super) fn write(&self, standings: &Standings) -> Result<(), ToolError> {
        let page = page::write(&Content {
            tally: &self.tally,
            standings,
            planned: self.planned,
            sprt: self.sprt.as_ref(),
        });
        file_arguments::write(&self.path, page.as_bytes())
    }
}
