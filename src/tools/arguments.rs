//! The words after a tool's name: flags and their values.
//!
//! The values are of the same kinds as those of a dialogue's options, and are
//! refused in the same words.

use lexopt::{Error, Parser, ValueExt};

use super::ToolError;
use std::fmt::Display;

use crate::flags::{ValueKind, Whole};
use crate::formats::{self, FORMATS, Row};

/// The value after the flag that was read last.
pub(super) fn value<K: ValueKind>(
    parser: &mut Parser,
    flag: &str,
    kind: &K,
) -> Result<K::Value, ToolError> {
    let text = text(parser)?;
    kind.parse(&text)
        .map_err(|problem| ToolError::Value(format!("{flag}: {problem}")))
}

/// The same for a whole number.
pub(super) fn number<N>(parser: &mut Parser, flag: &str, kind: &Whole<N>) -> Result<u64, ToolError>
where
    N: TryFrom<u64> + Into<u64> + Display,
{
    value(parser, flag, kind).map(N::into)
}

/// The word after the flag that was read last.
pub(super) fn text(parser: &mut Parser) -> Result<String, ToolError> {
    Ok(parser.value()?.string()?)
}

/// The format of files that is named after the flag that was read last.
pub(super) fn format(parser: &mut Parser, flag: &str) -> Result<&'static Row, ToolError> {
    formats::find(&text(parser)?).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|row| row.name).collect();
        ToolError::Value(format!("{flag}: expected {}", names.join(", ")))
    })
}

impl From<Error> for ToolError {
    fn from(error: Error) -> ToolError {
        let problem = match error {
            Error::MissingValue { option: Some(flag) } => format!("{flag} needs a value"),
            Error::UnexpectedOption(flag) => format!("unknown argument: {flag}"),
            Error::UnexpectedArgument(word) => {
                format!("unknown argument: {}", word.to_string_lossy())
            }
            Error::UnexpectedValue { option, .. } => format!("{option} takes no value"),
            other => other.to_string(),
        };
        ToolError::Value(format!("{problem} (try --help)"))
    }
}
