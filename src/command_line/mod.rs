//! The command line of the program: parsing and documentation.
//!
//! ```
//! use obverse::command_line::{self, Invocation};
//!
//! let words = ["obverse", "gtp", "--level", "20"].map(Into::into);
//! let Invocation::Speak(launch) = command_line::parse(words, 1)?.invocation else {
//!     panic!("this starts a dialogue");
//! };
//! assert_eq!(launch.options.level, 20);
//! assert!(command_line::parse(["obverse".into(), "--levle".into()], 1).is_err());
//! # Ok::<(), command_line::UsageError>(())
//! ```
//!
//! - [`launch`]: the program's own flags, and the spellings of other engines, as tables.
//! - [`program`]: everything that a command line can contain, including tools and options.
//! - [`mod@parse`]: from arguments to an [`Invocation`]; `names` finds what they name, and
//!   `edax` reads command lines that were written for Edax, and `configuration` reads files
//!   with options.
//! - [`help`]: the help that `-h` and `--help` print, for the program and for each tool.
//! - `completions`, `manual` and `reference`: the same for shells, for `man`, and for the
//!   documents.
//!
//! The flags of tools are defined with the tools, and options with the session.

mod completions;
#[cfg(feature = "config")]
mod configuration;
mod edax;
pub mod help;
mod launch;
mod manual;
mod names;
mod parse;
mod program;
mod reference;

pub use crate::flags::UsageError;
#[cfg(feature = "terminal")]
pub use configuration::usual_file;
pub use launch::{GlobalFlags, Launch};
pub use parse::{CommandLine, Invocation, Length, parse, parse_at};
pub use program::{default_of, tools};
pub use reference::{Entry, reference};
