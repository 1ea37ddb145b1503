//! What can be set by a word: the values of flags and options, typed, and the command
//! lines that set them.
//!
//! A row of a table names a thing that can be set. It holds a [`Field`](field::Field), which knows
//! where the value is stored, and a [`ValueKind`], which turns text into a value of
//! that type and back. Parsing, help, error messages, completions and the menus of GUIs
//! all read the same rows. What flags and options there are is not said here but in the
//! tables of [`session`](crate::session::options), of [`tools`](crate::tools) and of the
//! [command line](crate::command_line).

mod description;
mod error;
mod field;
mod nearest;
mod parser;
mod syntax;
mod value;

pub(crate) use description::{Count, Describe, Description, FlagDescription};
pub use error::UsageError;
#[cfg(feature = "tools")]
pub(crate) use field::{Field, Place};
pub(crate) use field::{Given, Setting, Stored, Switch};
pub(crate) use nearest::nearest;
pub(crate) use parser::{Word, Words};
pub(crate) use syntax::{Flag, Group, Operand, Syntax};
pub use value::Kind;
#[cfg(feature = "tools")]
pub(crate) use value::Text;
pub(crate) use value::{Decimal, File, OnOff, OneOf, Seconds, ValueKind, Whole};
