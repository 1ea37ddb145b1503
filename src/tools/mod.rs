//! Tools: the subcommands, which do a single job instead of talking to a client.
//!
//! A tool is a row of [`TOOLS`]: its documentation, its command line as a table of flags,
//! and the function that does the work.
//!
//! ```
//! let perft = obverse::tools::find("perft").expect("it is in the table");
//! let mut output = Vec::new();
//! perft.run(&["2".to_string()], &mut output)?;
//! assert!(String::from_utf8_lossy(&output).contains("2 12 "));
//! # Ok::<(), obverse::tools::ToolError>(())
//! ```
//!
//! Many tools share the same flags, which are rows in [`arguments`]. With `--slice`, one of
//! several machines does its [part](mod@slice) of the work. [`threads`] distributes
//! independent jobs, [`interrupt`] handles Ctrl-C, [`terminal`] has the progress bars, and
//! [`broken_pipe`] lets a tool finish although nobody reads its output any more.
//! [`file_arguments`] reads and writes the files named on the command line; a [`source`] is
//! one that contains games in any format. A [`program`] is another engine that a tool talks
//! to. [`json`] writes records, [`svg`] draws plots, and
//! [`page`] has the parts of web pages that show games. [`problems`] are positions with known
//! scores, and [`positions`] are training data. [`formatting`] formats the scores, depths
//! and moves in tables, and [`linear`] solves systems of linear equations.
//!
//! A build without the feature `tools` has none of these modules, nor the tools that use
//! them.

#[cfg(feature = "tools")]
mod analyze;
#[cfg(feature = "tools")]
mod arguments;
mod bench;
#[cfg(feature = "tools")]
mod book;
#[cfg(feature = "tools")]
mod broken_pipe;
#[cfg(feature = "tools")]
mod check;
#[cfg(feature = "tools")]
mod convert;
#[cfg(feature = "tools")]
mod evaltest;
#[cfg(feature = "tools")]
mod file_arguments;
#[cfg(feature = "tools")]
mod formatting;
mod interrupt;
#[cfg(feature = "tools")]
mod json;
#[cfg(feature = "tools")]
mod linear;
#[cfg(feature = "tools")]
mod r#match;
#[cfg(feature = "tools")]
mod openings;
#[cfg(feature = "tools")]
mod page;
mod perft;
#[cfg(feature = "tools")]
mod positions;
#[cfg(feature = "tools")]
mod probcut;
#[cfg(feature = "tools")]
mod problems;
#[cfg(feature = "tools")]
mod program;
#[cfg(feature = "tools")]
mod selfplay;
#[cfg(feature = "tools")]
mod slice;
#[cfg(feature = "tools")]
mod solve;
#[cfg(feature = "tools")]
mod source;
#[cfg(feature = "tools")]
mod stats;
#[cfg(feature = "tools")]
mod svg;
#[cfg(feature = "tools")]
mod terminal;
#[cfg(feature = "tools")]
mod threads;
#[cfg(feature = "tools")]
mod train;
#[cfg(feature = "web")]
mod web;

#[cfg(all(fuzzing, feature = "web"))]
pub use web::fuzzing as web_fuzzing;

use std::io::{self, Write};
use std::{error, fmt};

use crate::flags::{Describe, Description, Kind, UsageError};
use crate::text::PlainWriter;

/// A row of [`TOOLS`], or an action of a tool, such as `grow` of `book`.
pub struct Row {
    /// The word on the command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The rest of its documentation: paragraphs, with empty lines between them.
    pub(crate) details: &'static str,
    /// What the exit statuses mean.
    pub(crate) exit_statuses: &'static [(u8, &'static str)],
    /// Its arguments, and the function that runs it.
    pub(crate) body: Body,
}

/// Runs a tool with these arguments, and writes the results.
pub(crate) type Run = fn(&[String], &mut dyn Write) -> Result<(), ToolError>;

/// What follows the name of a tool on the command line.
pub(crate) enum Body {
    /// Its arguments. What it writes is text for people, or JSON, which is
    /// [plain](crate::text::plain) in any case.
    Arguments(&'static dyn Describe, Run),
    /// The same for a tool that also writes whole files to its output, which stay as they are.
    #[cfg_attr(
        not(feature = "tools"),
        allow(dead_code, reason = "that build has no such tool")
    )]
    Files(&'static dyn Describe, Run),
    /// The name of one of these actions, then the arguments of that action.
    #[cfg_attr(
        not(feature = "tools"),
        allow(dead_code, reason = "the tools of that build have no actions")
    )]
    Commands(&'static [Row]),
}

impl Row {
    /// The syntax of its command line, or of each of its actions.
    pub(crate) fn descriptions(&self) -> Vec<Description> {
        match &self.body {
            Body::Arguments(syntax, _) | Body::Files(syntax, _) => vec![syntax.describe()],
            Body::Commands(rows) => rows.iter().flat_map(Row::descriptions).collect(),
        }
    }

    /// Runs the tool with the words after its name, and writes the results to `output`.
    pub fn run(&self, words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
        let rows = match &self.body {
            Body::Arguments(_, run) => return run(words, &mut PlainWriter(output)),
            Body::Files(_, run) => return run(words, output),
            Body::Commands(rows) => rows,
        };
        let names = Kind::Choice(rows.iter().map(|row| row.name).collect());
        let subject = self.name.to_string();
        let Some((name, words)) = words.split_first() else {
            return Err(UsageError::MissingValue(subject, names).into());
        };
        match rows.iter().find(|row| row.name == name) {
            Some(row) => row.run(words, output),
            None => Err(UsageError::BadValue {
                subject,
                value: name.clone(),
                reason: format!("expected {names}"),
            }
            .into()),
        }
    }
}

/// Why a tool failed, or what a check found wrong.
#[derive(Debug)]
pub enum ToolError {
    /// The command line is wrong.
    Usage(UsageError),
    /// Something named on the command line, such as a file, is invalid: the name and the reason.
    Value(String),
    /// Reading or writing failed.
    Io(io::Error),
    /// The work failed, or a check found something wrong.
    Failed(String),
    /// The work was stopped early, but nothing failed. The text describes how much was done
    /// and how to continue.
    StoppedEarly(String),
    /// The user interrupted the tool, which has written its results so far.
    Interrupted,
}

/// The exit status of a program that was ended by Ctrl-C, by convention.
pub const INTERRUPTED: u8 = 130;

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToolError::Usage(error) => error.fmt(f),
            ToolError::Value(problem)
            | ToolError::Failed(problem)
            | ToolError::StoppedEarly(problem) => f.write_str(problem),
            ToolError::Io(error) => error.fmt(f),
            ToolError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl error::Error for ToolError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            ToolError::Usage(error) => error.source(),
            ToolError::Io(error) => error.source(),
            _ => None,
        }
    }
}

impl From<UsageError> for ToolError {
    fn from(error: UsageError) -> ToolError {
        ToolError::Usage(error)
    }
}

impl From<io::Error> for ToolError {
    fn from(error: io::Error) -> ToolError {
        ToolError::Io(error)
    }
}

/// All tools.
pub static TOOLS: &[Row] = &[
    #[cfg(feature = "tools")]
    analyze::ROW,
    bench::ROW,
    #[cfg(feature = "tools")]
    book::ROW,
    #[cfg(feature = "tools")]
    check::ROW,
    #[cfg(feature = "tools")]
    convert::ROW,
    #[cfg(feature = "tools")]
    evaltest::ROW,
    #[cfg(feature = "tools")]
    analyze::EXERCISES,
    #[cfg(feature = "tools")]
    r#match::ROW,
    #[cfg(feature = "tools")]
    openings::ROW,
    perft::ROW,
    #[cfg(feature = "tools")]
    probcut::ROW,
    #[cfg(feature = "tools")]
    r#match::report::ROW,
    #[cfg(feature = "tools")]
    selfplay::ROW,
    #[cfg(feature = "tools")]
    solve::ROW,
    #[cfg(feature = "tools")]
    stats::ROW,
    #[cfg(feature = "tools")]
    train::ROW,
    #[cfg(feature = "web")]
    web::ROW,
];

/// The tool with this name.
pub fn find(name: &str) -> Option<&'static Row> {
    TOOLS.iter().find(|row| row.name == name)
}
