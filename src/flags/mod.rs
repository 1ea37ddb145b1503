//! Flags and options: their typed values, and the parser of the command lines that set
//! them.
//!
//! Each flag or option is a row of a table. Its [`Field`] knows where the
//! value is stored, and its [`ValueKind`] converts text to a value of that type and back.
//! Parsing, help, error messages, completions and the menus of GUIs all read the same rows.
//! The tables themselves are in [`session`](crate::session::options), in
//! [`tools`](crate::tools) and in the [command line](crate::command_line).

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
pub(crate) use value::{Decimal, File, OnOff, OneOf, Seconds, Text, ValueKind, Whole};
