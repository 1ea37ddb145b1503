//! Errors of a command line.

use std::error::Error;
use std::fmt;

use super::value::Kind;

/// An error of a command line. The message names the word at fault, then the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UsageError {
    /// No flag has this name; a similar known word, if there is one.
    UnknownFlag(String, Option<String>),
    /// Nothing that is allowed here, such as a protocol or a tool, has this name; a
    /// similar known word, if there is one.
    UnknownWord(String, Option<String>),
    /// The flag needs a value of this kind.
    MissingValue(String, Kind),
    /// The flag takes no value but was given this one.
    UnwantedValue(String, String),
    /// The flag or argument was given a value that is not allowed.
    BadValue {
        /// The flag, or the name of the argument.
        subject: String,
        /// The value.
        value: String,
        /// The reason, such as `expected 0 to 30`.
        reason: String,
    },
    /// A file with options is wrong, for this reason.
    BadFile(String, String),
    /// Too few or too many arguments for this command; its usage lines.
    BadArguments(&'static str, &'static [&'static str]),
    /// The flag requires something else, which was not given.
    Conflict(&'static str, &'static str),
    /// The command line names two protocols.
    TwoProtocols(&'static str, &'static str),
    /// An argument that is not Unicode.
    NotUnicode(String),
}

impl Error for UsageError {}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hint = |nearest: &Option<String>| match nearest {
            Some(word) => format!("did you mean {word}?"),
            None => "expected one listed by --help".to_string(),
        };
        match self {
            UsageError::UnknownFlag(flag, nearest) => {
                write!(f, "{}: unknown flag, {}", escaped(flag), hint(nearest))
            }
            UsageError::UnknownWord(word, nearest) => {
                write!(f, "{}: unknown argument, {}", escaped(word), hint(nearest))
            }
            UsageError::MissingValue(flag, kind) => {
                write!(f, "{flag}: expected a value ({kind})")
            }
            UsageError::UnwantedValue(flag, value) => {
                write!(f, "{flag}: expected no value, got {}", escaped(value))
            }
            UsageError::BadValue {
                subject,
                value,
                reason,
            } => match reason.starts_with("expected ") {
                true => write!(f, "{subject}: {reason}, got {}", escaped(value)),
                false => write!(f, "{subject}: {reason}"),
            },
            UsageError::BadFile(path, reason) => write!(f, "{}: {reason}", escaped_path(path)),
            UsageError::BadArguments(command, usage) => {
                let usage = usage.join(" or ");
                let expected = if usage.is_empty() {
                    "no arguments"
                } else {
                    &usage
                };
                write!(f, "{command}: expected {expected}")
            }
            UsageError::Conflict(flag, needed) => write!(f, "{flag}: expected {needed}"),
            UsageError::TwoProtocols(first, second) => {
                write!(f, "{first}, {second}: expected one protocol")
            }
            UsageError::NotUnicode(word) => write!(f, "{}: expected Unicode", escaped(word)),
        }
    }
}

/// The name of a file, on one line.
fn escaped_path(path: &str) -> String {
    match path.contains(char::is_control) {
        true => path.escape_debug().to_string(),
        false => path.to_string(),
    }
}

/// The word, quoted and escaped if it could be misread.
fn escaped(word: &str) -> String {
    let needs_escape = |letter: char| letter.is_control() || letter.is_whitespace();
    match word.is_empty() || word.contains(needs_escape) {
        true => format!("{word:?}"),
        false => word.to_string(),
    }
}
