//! The features of 64-bit ARM CPUs, as Linux reports them: the word and the bit in it.

use super::Feature;
use crate::system::auxiliary_vector::cpu_features;

macro_rules! features {
    ($($name:tt $word:literal $bit:literal;)*) => {
        &[$(Feature {
            name: $name,
            is_compiled: cfg!(target_feature = $name),
            is_present: || match cpu_features() {
                Some(words) => words[$word] >> $bit & 1 != 0,
                // This is true for every feature that is compiled in. On macOS those of the
                // oldest Macs are, and they are all that a level needs.
                None => std::arch::is_aarch64_feature_detected!($name),
            },
        }),*]
    };
}

/// Those for which compilers generate code that other CPUs cannot run.
#[rustfmt::skip]
pub(super) static FEATURES: &[Feature] = features! {
    "aes" 0 3;
    "sha2" 0 6;
    "crc" 0 7;
    "lse" 0 8;
    "fp16" 0 10;
    "rdm" 0 12;
    "jsconv" 0 13;
    "fcma" 0 14;
    "rcpc" 0 15;
    "sha3" 0 17;
    "sm4" 0 19;
    "dotprod" 0 20;
    "sve" 0 22;
    "fhm" 0 23;
    "lse2" 0 25;
    "rcpc2" 0 26;
    "flagm" 0 27;
    "paca" 0 30;
    "pacg" 0 31;
    "sve2" 1 1;
    "frintts" 1 8;
    "i8mm" 1 13;
    "bf16" 1 14;
};
