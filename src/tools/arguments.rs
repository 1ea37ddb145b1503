//! The words after a tool's name: flags and their values.
//!
//! The values are of the same kinds as those of a dialogue's options, and are
//! refused in the same words.

use lexopt::{Error, Parser, ValueExt};

use super::ToolError;
use crate::session::options::{Kind, Value};

/// The value after the flag that was read last.
pub(super) fn value(parser: &mut Parser, flag: &str, kind: &Kind) -> Result<Value, ToolError> {
    let text = text(parser)?;
    kind.parse(&text)
        .ok_or_else(|| ToolError::Value(format!("{flag}: expected {kind}")))
}

/// The word after the flag that was read last.
pub(super) fn text(parser: &mut Parser) -> Result<String, ToolError> {
    Ok(parser.value()?.string()?)
}

impl From<Error> for ToolError {
    fn from(error: Error) -> ToolError {
        let problem = match error {
            Error::MissingValue { option: Some(flag) } => format!("{flag} needs a value"),
            Error::UnexpectedOption(flag) => format!("unknown argument: {flag}"),
            Error::UnexpectedValue { option, .. } => format!("{option} takes no value"),
            other => other.to_string(),
        };
        ToolError::Value(format!("{problem} (try --help)"))
    }
}
