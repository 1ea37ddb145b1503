//! Subcommands: what is not a dialogue.

mod bench;
mod perft;

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

/// Why a tool could not do its work.
#[derive(Debug)]
pub enum ToolError {
    /// The arguments are wrong.
    Usage(String),
    /// Reading or writing failed.
    Io(io::Error),
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
