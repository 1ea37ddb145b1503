//! The first layer: the sum of the active rows.
#![allow(unsafe_code)]

use super::architecture::{ACTIVE, DIMENSIONS, Row};

/// The sum of these rows; 16 bits are enough for [`ACTIVE`] of them.
#[inline(always)]
pub(super) fn sum(rows: &[Row], active: [u32; ACTIVE]) -> [i16; DIMENSIONS] {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
    // SAFETY: this is compiled only for CPUs with these features. The code for a CPU level is
    // chosen only on such a CPU, and `cpu::check` refuses others.
    let sums = unsafe { avx512(rows, active) };
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx512bw")))]
    let sums = portable(rows, active);
    sums
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx512bw"))))]
#[inline(always)]
fn portable(rows: &[Row], active: [u32; ACTIVE]) -> [i16; DIMENSIONS] {
    let mut sums = [0i16; DIMENSIONS];
    for row in active {
        for (sum, weight) in sums.iter_mut().zip(rows[row as usize].weights()) {
            *sum = sum.wrapping_add(i16::from(weight));
        }
    }
    sums
}

/// The same sum in two registers of 512 bits: for many CPUs the compiler prefers 256 bits,
/// which takes a third longer.
///
/// # Safety
///
/// The CPU must have AVX-512BW.
#[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
#[inline(always)]
unsafe fn avx512(rows: &[Row], active: [u32; ACTIVE]) -> [i16; DIMENSIONS] {
    use std::arch::x86_64::*;
    use std::mem::transmute;

    // SAFETY: the caller vouches for the CPU; a row is as large as its two halves, and
    // every bit pattern is valid in all of these types.
    unsafe {
        let mut sums = [_mm512_setzero_si512(); 2];
        for row in active {
            let halves = transmute::<Row, [__m256i; 2]>(rows[row as usize]);
            for (sum, half) in sums.iter_mut().zip(halves) {
                *sum = _mm512_add_epi16(*sum, _mm512_cvtepi8_epi16(half));
            }
        }
        transmute::<[__m512i; 2], [i16; DIMENSIONS]>(sums)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn kernels_sum_each_column(
            weights in prop::collection::vec(any::<i8>(), 8 * DIMENSIONS),
            active in prop::collection::vec(0..8u32, ACTIVE),
        ) {
            let (rows, _) = weights.as_chunks();
            let rows: Vec<Row> = rows.iter().copied().map(Row::new).collect();
            let active = std::array::from_fn(|place| active[place]);
            let expected: [i16; DIMENSIONS] = std::array::from_fn(|index| {
                let weights = active.iter().map(|&row| i16::from(rows[row as usize].weights()[index]));
                weights.sum()
            });
            prop_assert_eq!(portable(&rows, active), expected);
            prop_assert_eq!(sum(&rows, active), expected);
        }
    }
}
