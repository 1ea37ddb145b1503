//! The features of CPUs.
//!
//! It asks the CPU or the operating system itself: for features that were compiled in, the
//! standard library's macro is a constant `true`.
#![allow(unsafe_code)]

use std::num::NonZeroU64;
use std::{error, fmt};

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

/// The compiled features that this CPU or its operating system lacks.
///
/// Displayed, they are a list with commas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingFeatures(NonZeroU64);

/// Checks for the compiled features.
///
/// It must itself run on a CPU that lacks them. So it has nothing that a compiler would copy
/// with vector instructions: the answer is one number, a bit for each feature.
#[inline(never)]
pub fn check() -> Result<(), MissingFeatures> {
    let mut missing = 0;
    for (index, feature) in FEATURES.iter().enumerate() {
        if feature.is_compiled && !(feature.is_present)() {
            missing |= 1 << index;
        }
    }
    match NonZeroU64::new(missing) {
        Some(missing) => Err(MissingFeatures(missing)),
        None => Ok(()),
    }
}

const _: () = assert!(FEATURES.len() <= 64);

impl fmt::Display for MissingFeatures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        for (index, feature) in FEATURES.iter().enumerate() {
            if self.0.get() >> index & 1 == 0 {
                continue;
            }
            if !is_first {
                f.write_str(", ")?;
            }
            f.write_str(feature.name)?;
            is_first = false;
        }
        Ok(())
    }
}

impl error::Error for MissingFeatures {}
