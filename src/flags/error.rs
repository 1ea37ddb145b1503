//! What is wrong with a command line.

use std::error::Error;
use std::fmt;

use super::value::Kind;

/// What is wrong with a command line: the word at fault, then the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UsageError {
    /// No flag has this name; a known word that looks like it, if there is one.
    UnknownFlag(String, Option<String>),
    /// No protocol and no tool has this name, nor has anything else that may stand here;
    /// a known word that looks like it, if there is one.
    UnknownWord(String, Option<String>),
    /// The flag needs a value, such as this.
    MissingValue(String, Kind),
    /// The flag takes no value, but has this one.
    UnwantedValue(String, String),
    /// The flag or the argument has this value, which is refused for this reason.
    BadValue {
        /// The flag, or the name of the argument.
        subject: String,
        /// The value.
        value: String,
        /// Why not, such as `expected 0 to 30`.
        reason: String,
    },
    /// Arguments of this command are missing, or it is given too many; its usage lines.
    BadArguments(&'static str, &'static [&'static str]),
    /// Two things do not go together: the flag, and what it needs instead.
    Conflict(&'static str, &'static str),
    /// Two protocols are named.
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
                write!(f, "{}: unknown flag, {}", plain(flag), hint(nearest))
            }
            UsageError::UnknownWord(word, nearest) => {
                write!(f, "{}: unknown argument, {}", plain(word), hint(nearest))
            }
            UsageError::MissingValue(flag, kind) => {
                write!(f, "{flag}: expected a value ({kind})")
            }
            UsageError::UnwantedValue(flag, value) => {
                write!(f, "{flag}: expected no value, got {}", plain(value))
            }
            UsageError::BadValue {
                subject,
                value,
                reason,
            } => match reason.starts_with("expected ") {
                true => write!(f, "{subject}: {reason}, got {}", plain(value)),
                false => write!(f, "{subject}: {reason}"),
            },
            UsageError::BadArguments(command, usage) => {
                write!(f, "{command}: expected {}", usage.join(" or "))
            }
            UsageError::Conflict(flag, needed) => write!(f, "{flag}: expected {needed}"),
            UsageError::TwoProtocols(first, second) => {
                write!(f, "{first}, {second}: expected one protocol")
            }
            UsageError::NotUnicode(word) => write!(f, "{}: expected Unicode", plain(word)),
        }
    }
}

/// The word, in quotes and on one line if it could be misread.
fn plain(word: &str) -> String {
    let is_odd = |letter: char| letter.is_control() || letter.is_whitespace();
    match word.is_empty() || word.contains(is_odd) {
        true => format!("{word:?}"),
        false => word.to_string(),
    }
}
