//! The code of the search for each CPU level, and the choice of one of them.
#![allow(unsafe_code)]

use std::env::consts::ARCH;
use std::fmt;
use std::sync::OnceLock;

use super::features;
use super::levels::{self, Level};
use super::seam::Code;

/// The name of the oldest CPUs of an architecture, for which this crate is compiled.
const BASELINE: &str = "baseline";

/// The environment variable that demands a level.
const VARIABLE: &str = "OBVERSE_CPU";

// All code, from low to high, without that of the levels that this crate itself is compiled
// for: the declaration of a static for each level, and `CODES`, the list of them.
//
// SAFETY: the build script, which has written these declarations, has compiled the statics
// from the same definition of `Code`, with the same compiler.
include!(concat!(env!("OUT_DIR"), "/codes.rs"));

/// The code that was chosen; `None` is that of this crate.
static CHOSEN: OnceLock<Option<&Code>> = OnceLock::new();

/// The best code for this CPU, unless another level was demanded; `None` is that of this
/// crate. A wrong demand in the environment is reported by [`check_variable`] alone.
pub(crate) fn code() -> Option<&'static Code> {
    *CHOSEN.get_or_init(|| {
        let chosen = variable().and_then(|level| find(&level).ok());
        chosen.unwrap_or_else(best)
    })
}

/// The level whose code is used.
pub fn level() -> &'static str {
    code().map_or(own_level(), |code| code.level)
}

/// Why the code for a CPU level cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelError(String);

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LevelError {}

/// Demands the code for this level instead of the best for this CPU. It must come before
/// anything that chooses the code: building a searcher, counting leaves, or [`level`].
pub fn demand(level: &str) -> Result<(), LevelError> {
    let code = find(level).map_err(LevelError)?;
    CHOSEN.set(code).map_err(|_| {
        let chosen = self::level();
        LevelError(format!("the code for {chosen} is in use already"))
    })
}

/// Checks what the environment variable `OBVERSE_CPU` demands. Only a correct demand counts;
/// an empty one is none.
pub fn check_variable() -> Result<(), LevelError> {
    match variable().map(|level| find(&level)) {
        Some(Err(problem)) => Err(LevelError(format!("{VARIABLE}: {problem}"))),
        Some(Ok(_)) | None => Ok(()),
    }
}

/// What the environment demands. An empty value demands nothing; one that is no text names no
/// level.
fn variable() -> Option<String> {
    let level = std::env::var_os(VARIABLE)?;
    let level = level.to_string_lossy().into_owned();
    (!level.is_empty()).then_some(level)
}

/// The names of all levels of all architectures.
pub(crate) fn level_names() -> Vec<&'static str> {
    let names = levels::all().map(|level| level.name);
    std::iter::once(BASELINE).chain(names).collect()
}

/// The levels that can be demanded on this CPU, from low to high.
pub fn usable_levels() -> Vec<&'static str> {
    let codes = CODES.iter().filter(|code| runs_here(code));
    let mut levels = vec![own_level()];
    levels.extend(codes.map(|code| code.level));
    levels
}

fn best() -> Option<&'static Code> {
    CODES.iter().copied().rfind(|code| runs_here(code))
}

fn find(level: &str) -> Result<Option<&'static Code>, String> {
    if level == own_level() {
        return Ok(None);
    }
    match CODES.iter().copied().find(|code| code.level == level) {
        Some(code) if runs_here(code) => Ok(Some(code)),
        Some(code) => {
            let missing: Vec<_> = features_of(code)
                .filter(|name| !features::is_present(name))
                .collect();
            Err(format!("{level}: this CPU lacks {}", missing.join(", ")))
        }
        None => Err(format!(
            "expected {}, got {level}",
            usable_levels().join(", ")
        )),
    }
}

/// The highest level that this crate itself is compiled for.
fn own_level() -> &'static str {
    let compiled = |level: &&Level| {
        level
            .features
            .iter()
            .all(|name| features::is_compiled(name))
    };
    let last = levels::of(ARCH).take_while(compiled).last();
    last.map_or(BASELINE, |level| level.name)
}

fn runs_here(code: &Code) -> bool {
    features_of(code).all(features::is_present)
}

/// All features that this code needs.
fn features_of(code: &Code) -> impl Iterator<Item = &'static str> {
    let level = levels::of(ARCH).find(|level| level.name == code.level);
    levels::up_to(level.expect("it is in the table"))
}
