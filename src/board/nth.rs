//! The n-th member of a set. Playouts use it to choose random moves; with BMI2, they are a
//! quarter faster.
#![allow(unsafe_code)]

cfg_select! {
    all(target_arch = "x86_64", target_feature = "bmi2") => {
        /// A word with only the set bit that has `n` set bits below it; 0 if there is none.
        #[inline(always)]
        pub(super) fn nth_bit(bits: u64, n: u32) -> u64 {
            debug_assert!(n < 64);
            // SAFETY: this is compiled only into builds for CPUs with BMI2.
            unsafe { std::arch::x86_64::_pdep_u64(1 << n, bits) }
        }
    }
    _ => { pub(super) use nth_bit_portable as nth_bit; }
}

/// [`nth_bit`] for any CPU.
#[cfg_attr(target_feature = "bmi2", allow(dead_code))]
pub(super) fn nth_bit_portable(bits: u64, n: u32) -> u64 {
    let mut rest = bits;
    for _ in 0..n {
        rest &= rest.wrapping_sub(1);
    }
    rest & rest.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_from_the_lowest(bits: u64, n in 0..64u32) {
            let members = (0..64).map(|index| 1u64 << index);
            let nth = members.filter(|bit| bits & bit != 0).nth(n as usize);
            prop_assert_eq!(nth_bit(bits, n), nth.unwrap_or(0));
            prop_assert_eq!(nth_bit_portable(bits, n), nth.unwrap_or(0));
        }
    }
}
