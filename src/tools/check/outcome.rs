//! What a check finds.

use std::{error, fmt};

/// What a check has found, or the value that it needed.
pub(super) type Outcome<T = ()> = Result<T, Stop>;

/// Why a check ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The demand is not met. The text says what was wrong.
    Short(String),
    /// The check does not apply to this engine.
    Skipped(String),
    /// The user has pressed Ctrl-C.
    Interrupted,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Short(text) | Stop::Skipped(text) => f.write_str(text),
            Stop::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl error::Error for Stop {}

/// Ends a check because the demand is not met.
pub(super) fn short<T>(problem: impl Into<String>) -> Outcome<T> {
    Err(Stop::Short(problem.into()))
}

/// Ends a check because it does not apply.
pub(super) fn skip<T>(reason: impl Into<String>) -> Outcome<T> {
    Err(Stop::Skipped(reason.into()))
}

/// The demand is met only if this holds.
pub(super) fn demand(holds: bool, problem: impl FnOnce() -> String) -> Outcome {
    match holds {
        true => Ok(()),
        false => short(problem()),
    }
}
