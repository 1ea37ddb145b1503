//! Subcommands: what is not a dialogue.
//!
//! What they share: [`arguments`] reads the words after a tool's name, [`interrupt`]
//! makes Ctrl-C end a tool in good order, and [`terminal`] shows a person how far it is; [`json`] writes records and [`svg`] draws; a [`narration`] may
//! lose its listener; [`mod@slice`] is a part of the work, for one of several machines;
//! a [`source`] is a file with games, of any format, and a [`page`] shows them in a
//! browser; [`problems`] are read from files that tell the right answers, and
//! [`positions`] is the form of the files that an evaluation learns from; [`words`] are
//! how tables tell what a search has found.
//! They and the tools that need them are left out of a build without the feature
//! `tools`.

#[cfg(feature = "tools")]
mod analyze;
#[cfg(feature = "tools")]
mod arguments;
mod bench;
#[cfg(feature = "tools")]
mod book;
#[cfg(feature = "tools")]
mod convert;
#[cfg(feature = "tools")]
mod evaltest;
#[cfg(feature = "tools")]
mod interrupt;
#[cfg(feature = "tools")]
mod json;
#[cfg(feature = "tools")]
mod r#match;
#[cfg(feature = "tools")]
mod narration;
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
mod selfplay;
#[cfg(feature = "tools")]
mod slice;
#[cfg(feature = "tools")]
mod solve;
#[cfg(feature = "tools")]
mod source;
#[cfg(feature = "tools")]
mod svg;
#[cfg(feature = "tools")]
mod terminal;
#[cfg(feature = "tools")]
mod train;
#[cfg(feature = "tools")]
mod words;

use std::io::{self, Write};
use std::{error, fmt};

/// A row of [`TOOLS`].
pub struct Row {
    /// The first word on the command line.
    pub name: &'static str,
    /// The words after it, as in a usage line.
    pub args: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// What its arguments mean, as many lines as that takes.
    pub help: &'static str,
    /// Does it, and writes what it finds.
    pub run: fn(&[String], &mut dyn Write) -> Result<(), ToolError>,
}

impl Row {
    /// How it is called.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.args)
    }

    /// What `--help` after its name prints.
    pub fn describe(&self) -> String {
        format!(
            "Usage: obverse {}\n\nThis tool {}.\n{}",
            self.usage(),
            self.summary,
            self.help
        )
    }
}

/// Why a tool could not do its work, or what it found amiss.
#[derive(Debug)]
pub enum ToolError {
    /// There are too few arguments, or too many.
    Arguments,
    /// An argument is not understood, or what it names is not; what was expected.
    Value(String),
    /// Reading or writing failed.
    Io(io::Error),
    /// The work is done, and something that was checked is wrong.
    Failed(String),
    /// Not all is done, in good order; how far it is and how to go on.
    StoppedEarly(String),
    /// The user has ended it; what was done until then is written.
    Interrupted,
}

/// The exit status of a program that was ended by Ctrl-C, by convention.
pub const INTERRUPTED: u8 = 130;

impl ToolError {
    /// Tells the usage of the tool to whom got it wrong.
    pub fn explain(self, tool: &Row) -> ToolError {
        match self {
            ToolError::Arguments => ToolError::Value(format!("usage: obverse {}", tool.usage())),
            other => other,
        }
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToolError::Arguments => f.write_str("wrong arguments"),
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
            ToolError::Io(error) => error.source(),
            _ => None,
        }
    }
}

impl From<io::Error> for ToolError {
    fn from(error: io::Error) -> ToolError {
        ToolError::Io(error)
    }
}

/// Every tool there is.
pub static TOOLS: &[Row] = &[
    #[cfg(feature = "tools")]
    analyze::ROW,
    bench::ROW,
    #[cfg(feature = "tools")]
    book::ROW,
    #[cfg(feature = "tools")]
    convert::ROW,
    #[cfg(feature = "tools")]
    evaltest::ROW,
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
    train::ROW,
];

/// The tool with this name.
pub fn find(name: &str) -> Option<&'static Row> {
    TOOLS.iter().find(|row| row.name == name)
}
