//! The sum of the rows of a board.
#![allow(unsafe_code)]

use super::net::{ACTIVE, DIMENSIONS, Row};

/// The sum of these rows, which has room for all of them.
#[inline(always)]
pub(super) fn sum(rows: &[Row], active: [u32; ACTIVE]) -> [i16; DIMENSIONS] {
    chosen(rows, active)
}

cfg_select! {
    all(target_arch = "x86_64", target_feature = "avx512bw") => { use avx512 as chosen; }
    _ => { use portable as chosen; }
}

#[cfg_attr(
    all(target_arch = "x86_64", target_feature = "avx512bw"),
    allow(dead_code)
)]
#[inline(always)]
fn portable(rows: &[Row], active: [u32; ACTIVE]) -> [i16; DIMENSIONS] {
    let mut sums = [0i16; DIMENSIONS];
    for row in active {
        for (sum, weight) in sums.iter_mut().zip(&rows[row as usize].0) {
            *sum = sum.wrapping_add(i16::from(*weight));
        }
    }
    sums
}

/// The same in two registers: for many CPUs the compiler would use halves of them, which
/// takes a third longer.
#[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
#[inline(always)]
fn avx512(rows: &[Row], active: [u32; ACTIVE]) -> [i16; DIMENSIONS] {
    use std::arch::x86_64::*;
    use std::mem::transmute;

    // SAFETY: the feature is part of this build; a row is as large as the two halves, and
    // in all of these types every pattern is valid.
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
        fn each_number_is_summed(
            weights in prop::collection::vec(any::<i8>(), 8 * DIMENSIONS),
            active in prop::collection::vec(0..8u32, ACTIVE),
        ) {
            let (rows, _) = weights.as_chunks();
            let rows: Vec<Row> = rows.iter().copied().map(Row).collect();
            let active = std::array::from_fn(|place| active[place]);
            let expected: [i16; DIMENSIONS] = std::array::from_fn(|index| {
                let weights = active.iter().map(|&row| i16::from(rows[row as usize].0[index]));
                weights.sum()
            });
            prop_assert_eq!(portable(&rows, active), expected);
            prop_assert_eq!(sum(&rows, active), expected);
        }
    }
}
