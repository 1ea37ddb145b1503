//! The command line of the program: from its words to a dialogue or to a tool, and its
//! documentation.
//!
//! - [`launch`]: the program's own flags, and those of other engines, as tables.
//! - [`mod@parse`]: from the words to an [`Invocation`].
//! - [`help`]: what `-h` and `--help` print, for the program and for each tool.
//!
//! The flags of tools stand with the tools, and options with the session.

pub mod help;
mod launch;
mod paragraphs;
mod parse;

use crate::tools::{self, TOOLS};
pub use launch::Launch;
pub use parse::{CommandLine, Invocation, Length, parse};

/// Every tool there is, in the order of the help.
pub fn tools() -> impl Iterator<Item = &'static tools::Row> {
    TOOLS.iter()
}
