//! The code of the search for each level of CPUs, and the choice of one of them.

use std::env::consts::ARCH;
use std::sync::OnceLock;

use super::features;
use super::levels::{self, Level};
use super::seam::{Build, KernelSpeeds, Perft, Run, UseWeights};

/// The name of the oldest CPUs of an architecture, for which this crate is compiled.
const BASELINE: &str = "baseline";

/// The environment variable that demands a level.
const VARIABLE: &str = "OBVERSE_CPU";

/// A copy of the search, compiled for one level.
pub(crate) struct Code {
    level: &'static str,
    /// The names of its kernels for flips, mobility and lists of moves.
    pub(crate) kernels: [&'static str; 3],
    pub(crate) perft: Perft,
    pub(crate) use_weights: UseWeights,
    pub(crate) build: Build,
    pub(crate) run: Run,
    pub(crate) kernel_speeds: KernelSpeeds,
}

#[cfg(has_v2)]
extern crate obverse_v2;
#[cfg(has_v3)]
extern crate obverse_v3;
#[cfg(has_v4)]
extern crate obverse_v4;
#[cfg(has_v4_vnni)]
extern crate obverse_v4_vnni;

#[allow(unused_macros, reason = "a build may have no code for other levels")]
macro_rules! code {
    ($level:literal, $name:ident) => {
        Code {
            level: $level,
            kernels: $name::KERNELS,
            perft: $name::perft,
            use_weights: $name::use_weights,
            build: $name::build,
            run: $name::run,
            kernel_speeds: $name::kernel_speeds,
        }
    };
}

/// From old to new, without the levels that this crate itself is compiled for.
static CODES: &[Code] = &[
    #[cfg(has_v2)]
    code!("v2", obverse_v2),
    #[cfg(has_v3)]
    code!("v3", obverse_v3),
    #[cfg(has_v4)]
    code!("v4", obverse_v4),
    #[cfg(has_v4_vnni)]
    code!("v4-vnni", obverse_v4_vnni),
];

/// The code that was chosen; `None` is that of this crate.
static CHOSEN: OnceLock<Option<&Code>> = OnceLock::new();

/// The best code for this CPU, unless another level was demanded; `None` is that of this
/// crate. A wrong demand in the environment is reported by [`demand`] alone.
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

/// Demands the code for this level, or for the one that the environment variable
/// `OBVERSE_CPU` names, instead of the best for this CPU. Must be called before the first
/// search.
///
/// # Panics
///
/// If there was a search already.
pub fn demand(level: Option<&str>) -> Result<(), String> {
    let (level, source) = match level {
        Some(level) => (level.to_string(), "--cpu"),
        None => match variable() {
            Some(level) => (level, VARIABLE),
            None => return Ok(()),
        },
    };
    let code = find(&level).map_err(|problem| format!("{source}: {problem}"))?;
    assert!(
        CHOSEN.set(code).is_ok(),
        "a search has used {}",
        self::level()
    );
    Ok(())
}

/// What the environment demands. An empty value demands nothing.
fn variable() -> Option<String> {
    std::env::var(VARIABLE)
        .ok()
        .filter(|level| !level.is_empty())
}

/// The names of all levels of all architectures.
pub(crate) fn level_names() -> Vec<&'static str> {
    let names = levels::all().map(|level| level.name);
    std::iter::once(BASELINE).chain(names).collect()
}

/// The levels that can be demanded on this CPU, from old to new.
pub fn usable_levels() -> Vec<&'static str> {
    let codes = CODES.iter().filter(|code| runs_here(code));
    let mut levels = vec![own_level()];
    levels.extend(codes.map(|code| code.level));
    levels
}

fn best() -> Option<&'static Code> {
    CODES.iter().rfind(|code| runs_here(code))
}

fn find(level: &str) -> Result<Option<&'static Code>, String> {
    if level == own_level() {
        return Ok(None);
    }
    match CODES.iter().find(|code| code.level == level) {
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

/// The newest level that this crate itself is compiled for.
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
