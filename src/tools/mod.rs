//! Subcommands: what is not a dialogue.

mod bench;
mod perft;

use std::fmt;
use std::io::{self, Write};

/// A row of [`TOOLS`].
pub struct Row {
    /// The first word on the command line.
    pub name: &'static str,
    /// The words after it, as in a usage line.
    pub args: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Does it, and writes what it finds.
    pub run: fn(&[String], &mut dyn Write) -> Result<(), ToolError>,
}

impl Row {
    /// How it is called.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.args)
    }
}

/// Why a tool could not do its work.
#[derive(Debug)]
pub enum ToolError {
    /// There are too few arguments, or too many.
    Arguments,
    /// An argument cannot have this value; what was expected.
    Value(String),
    /// Reading or writing failed.
    Io(io::Error),
}

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
            ToolError::Value(problem) => f.write_str(problem),
            ToolError::Io(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for ToolError {
    fn from(error: io::Error) -> ToolError {
        ToolError::Io(error)
    }
}

/// Every tool there is.
pub static TOOLS: &[Row] = &[bench::ROW, perft::ROW];

/// The tool with this name.
pub fn find(name: &str) -> Option<&'static Row> {
    TOOLS.iter().find(|row| row.name == name)
}
