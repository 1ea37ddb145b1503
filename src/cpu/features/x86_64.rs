//! The features of x86-64 CPUs, as `cpuid` reports them.

use std::arch::asm;
use std::arch::x86_64::__cpuid_count;

use super::Feature;

/// The register in which `cpuid` reports a feature.
#[derive(Clone, Copy)]
enum Register {
    B,
    C,
    D,
}

/// The registers that the operating system must save at a context switch for the feature
/// to be usable.
#[derive(Clone, Copy)]
enum State {
    Nothing,
    Avx,
    Avx512,
}

macro_rules! features {
    ($($name:tt $leaf:literal $register:ident $bit:literal $state:ident;)*) => {
        pub(super) static FEATURES: &[Feature] = &[$(Feature {
            name: $name,
            is_compiled: cfg!(target_feature = $name),
            is_present: || is_reported($leaf, Register::$register, $bit) && State::$state.is_saved(),
        }),*];

        /// What the standard library says.
        #[cfg(test)]
        fn is_detected(name: &str) -> bool {
            match name {
                $($name => std::arch::is_x86_feature_detected!($name),)*
                _ => unreachable!("{name}"),
            }
        }
    };
}

#[rustfmt::skip]
features! {
    "sse3" 1 C 0 Nothing;
    "ssse3" 1 C 9 Nothing;
    "sse4.1" 1 C 19 Nothing;
    "sse4.2" 1 C 20 Nothing;
    "popcnt" 1 C 23 Nothing;
    "pclmulqdq" 1 C 1 Nothing;
    "aes" 1 C 25 Nothing;
    "movbe" 1 C 22 Nothing;
    "fma" 1 C 12 Avx;
    "avx" 1 C 28 Avx;
    "f16c" 1 C 29 Avx;
    "lzcnt" 0x8000_0001 C 5 Nothing;
    "sse4a" 0x8000_0001 C 6 Nothing;
    "bmi1" 7 B 3 Nothing;
    "bmi2" 7 B 8 Nothing;
    "avx2" 7 B 5 Avx;
    "adx" 7 B 19 Nothing;
    "sha" 7 B 29 Nothing;
    "gfni" 7 C 8 Nothing;
    "vaes" 7 C 9 Avx;
    "vpclmulqdq" 7 C 10 Avx;
    "avx512f" 7 B 16 Avx512;
    "avx512dq" 7 B 17 Avx512;
    "avx512ifma" 7 B 21 Avx512;
    "avx512cd" 7 B 28 Avx512;
    "avx512bw" 7 B 30 Avx512;
    "avx512vl" 7 B 31 Avx512;
    "avx512vbmi" 7 C 1 Avx512;
    "avx512vbmi2" 7 C 6 Avx512;
    "avx512vnni" 7 C 11 Avx512;
    "avx512bitalg" 7 C 12 Avx512;
    "avx512vpopcntdq" 7 C 14 Avx512;
    "avx512vp2intersect" 7 D 8 Avx512;
}

/// Whether `cpuid` sets this bit.
fn is_reported(leaf: u32, register: Register, bit: u32) -> bool {
    if __cpuid_count(leaf & 0x8000_0000, 0).eax < leaf {
        return false;
    }
    let answer = __cpuid_count(leaf, 0);
    let word = match register {
        Register::B => answer.ebx,
        Register::C => answer.ecx,
        Register::D => answer.edx,
    };
    word >> bit & 1 != 0
}

impl State {
    fn is_saved(self) -> bool {
        let needed = match self {
            State::Nothing => return true,
            State::Avx => 0x06,
            State::Avx512 => 0xe6,
        };
        let has_xgetbv = __cpuid_count(1, 0).ecx >> 27 & 1 != 0;
        // SAFETY: `xgetbv` was just found to be available.
        has_xgetbv && unsafe { saved_states() } & needed == needed
    }
}

/// The registers that the operating system saves.
///
/// # Safety
///
/// `xgetbv` must be available: bit 27 (OSXSAVE) of `ecx` in leaf 1 of `cpuid`.
unsafe fn saved_states() -> u32 {
    let states: u32;
    // SAFETY: the caller guarantees that `xgetbv` exists; it reads one register.
    unsafe {
        asm!("xgetbv", in("ecx") 0, out("eax") states, out("edx") _,
            options(nomem, nostack, preserves_flags));
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_library_finds_the_same_features() {
        for feature in FEATURES {
            assert_eq!(
                (feature.is_present)(),
                is_detected(feature.name),
                "{}",
                feature.name
            );
        }
    }
}
