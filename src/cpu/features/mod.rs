//! The features of CPUs.
//!
//! It asks the CPU or the operating system itself: for features that were compiled in, the
//! standard library's macro is a constant `true`.
#![allow(unsafe_code)]

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

cfg_select! {
    target_arch = "aarch64" => { use aarch64::FEATURES; }
    target_arch = "x86_64" => { use x86_64::FEATURES; }
    // There are no levels of other architectures.
    _ => { static FEATURES: &[Feature] = &[]; }
}

/// A feature that programs may be compiled for.
struct Feature {
    name: &'static str,
    is_compiled: bool,
    is_present: fn() -> bool,
}

/// The features that this build was compiled for, as far as they are checked.
pub(crate) fn compiled() -> Vec<&'static str> {
    let compiled = FEATURES.iter().filter(|feature| feature.is_compiled);
    compiled.map(|feature| feature.name).collect()
}

/// Whether this crate was compiled for a feature.
pub(super) fn is_compiled(name: &str) -> bool {
    compiled().contains(&name)
}

/// Whether this CPU and its operating system have a feature.
pub(super) fn is_present(name: &str) -> bool {
    let feature = FEATURES.iter().find(|feature| feature.name == name);
    (feature.expect("it is in the table").is_present)()
}

/// Checks for the compiled features. The error lists those that this CPU or its operating
/// system lacks.
#[inline(never)]
pub fn check() -> Result<(), Vec<&'static str>> {
    let missing: Vec<&'static str> = FEATURES
        .iter()
        .filter(|feature| feature.is_compiled && !(feature.is_present)())
        .map(|feature| feature.name)
        .collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(missing)
    }
}
