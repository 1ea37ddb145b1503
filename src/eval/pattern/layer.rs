//! The weights from the sums of rows to the layer between.
#![allow(unsafe_code)]

use super::net::{DIMENSIONS, HIDDEN};

/// The weights from the inputs to one number of the layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// One for each input.
    pub bytes: [i8; DIMENSIONS],
    /// How far they are shifted to the left.
    pub shift: u8,
}

impl Weights {
    /// Nothing comes from the inputs.
    pub const ZERO: Weights = Weights {
        bytes: [0; DIMENSIONS],
        shift: 0,
    };
}

/// The weights to all numbers of the layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Four inputs at a time, as the CPU multiplies: for each four of them and each number
    /// of the layer its four weights, side by side.
    bytes: [[[i8; 4]; HIDDEN]; DIMENSIONS / 4],
    shifts: [u8; HIDDEN],
}

impl Layer {
    /// For each number of the layer its weights.
    pub fn of(rows: &[Weights; HIDDEN]) -> Layer {
        Layer {
            bytes: std::array::from_fn(|four| {
                rows.map(|row| std::array::from_fn(|place| row.bytes[4 * four + place]))
            }),
            shifts: rows.map(|row| row.shift),
        }
    }

    /// See [`Layer::of`].
    pub fn rows(&self) -> [Weights; HIDDEN] {
        std::array::from_fn(|hidden| Weights {
            bytes: std::array::from_fn(|input| self.bytes[input / 4][hidden][input % 4]),
            shift: self.shifts[hidden],
        })
    }

    /// What comes from these numbers, none above 127, to each of the layer.
    #[inline(always)]
    pub(super) fn outputs(&self, inputs: &[u8; DIMENSIONS]) -> [i32; HIDDEN] {
        #[cfg(target_arch = "x86_64")]
        let sums = self.sums_x86(inputs);
        #[cfg(not(target_arch = "x86_64"))]
        let sums = self.sums_portable(inputs);
        std::array::from_fn(|hidden| sums[hidden] << self.shifts[hidden])
    }

    /// The inputs by the bytes.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn sums_portable(&self, inputs: &[u8; DIMENSIONS]) -> [i32; HIDDEN] {
        let mut sums = [0; HIDDEN];
        for (inputs, weights) in inputs.as_chunks::<4>().0.iter().zip(&self.bytes) {
            for (sum, weights) in sums.iter_mut().zip(weights) {
                for (&input, &weight) in inputs.iter().zip(weights) {
                    *sum += i32::from(input) * i32::from(weight);
                }
            }
        }
        sums
    }

    /// The same: the compiler does not find the instructions that multiply bytes and add.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn sums_x86(&self, inputs: &[u8; DIMENSIONS]) -> [i32; HIDDEN] {
        use registers::{Register, add_products, splat, zero};
        use std::mem::transmute;

        const REGISTERS: usize = HIDDEN * size_of::<i32>() / size_of::<Register>();
        // Sums side by side, as registers allow: in a single one, each addition would wait
        // for the last.
        const PARTS: usize = 4 / REGISTERS;

        // SAFETY: the instructions are those that this is compiled for, the registers are
        // as large as the arrays, and in both every pattern is valid.
        unsafe {
            let mut parts = [[zero(); REGISTERS]; PARTS];
            let inputs = inputs.as_chunks().0.iter();
            for (place, (inputs, weights)) in inputs.zip(&self.bytes).enumerate() {
                let inputs = splat(i32::from_ne_bytes(*inputs));
                let weights = transmute::<[[i8; 4]; HIDDEN], [Register; REGISTERS]>(*weights);
                for (sum, weights) in parts[place % PARTS].iter_mut().zip(weights) {
                    *sum = add_products(*sum, inputs, weights);
                }
            }
            let parts = parts.map(|part| transmute::<_, [i32; HIDDEN]>(part));
            std::array::from_fn(|hidden| parts.iter().map(|part| part[hidden]).sum())
        }
    }
}

/// The registers of the CPU, and how it adds to each of their 32 bits the products of
/// four bytes, those of the inputs without a sign.
#[cfg(target_feature = "avx512vnni")]
mod registers {
    pub(super) use std::arch::x86_64::{
        __m512i as Register, _mm512_dpbusd_epi32 as add_products, _mm512_set1_epi32 as splat,
        _mm512_setzero_si512 as zero,
    };
}

#[cfg(all(target_feature = "avx2", not(target_feature = "avx512vnni")))]
mod registers {
    pub(super) use std::arch::x86_64::{
        __m256i as Register, _mm256_set1_epi32 as splat, _mm256_setzero_si256 as zero,
    };
    use std::arch::x86_64::{
        _mm256_add_epi32, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_set1_epi16,
    };

    #[inline(always)]
    pub(super) unsafe fn add_products(
        sum: Register,
        inputs: Register,
        bytes: Register,
    ) -> Register {
        // SAFETY: this is compiled for CPUs with AVX2.
        unsafe {
            // Two products of 127 have room in 16 bits.
            let twos = _mm256_maddubs_epi16(inputs, bytes);
            _mm256_add_epi32(sum, _mm256_madd_epi16(twos, _mm256_set1_epi16(1)))
        }
    }
}

#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
mod registers {
    pub(super) use std::arch::x86_64::{
        __m128i as Register, _mm_set1_epi32 as splat, _mm_setzero_si128 as zero,
    };
    use std::arch::x86_64::{
        _mm_add_epi32, _mm_and_si128, _mm_madd_epi16, _mm_set1_epi16, _mm_slli_epi16,
        _mm_srai_epi16, _mm_srli_epi16,
    };

    #[inline(always)]
    pub(super) unsafe fn add_products(
        sum: Register,
        inputs: Register,
        bytes: Register,
    ) -> Register {
        // SAFETY: every CPU with x86-64 has SSE2.
        unsafe {
            // Every second byte, in 16 bits, and those between.
            let second_inputs = _mm_srli_epi16(inputs, 8);
            let second = _mm_madd_epi16(second_inputs, _mm_srai_epi16(bytes, 8));
            let first_inputs = _mm_and_si128(inputs, _mm_set1_epi16(0xff));
            let first_bytes = _mm_srai_epi16(_mm_slli_epi16(bytes, 8), 8);
            let first = _mm_madd_epi16(first_inputs, first_bytes);
            _mm_add_epi32(sum, _mm_add_epi32(first, second))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::limits::{BYTE, SHIFT};
    use super::*;

    proptest! {
        #[test]
        fn each_output_is_the_sum_of_the_inputs_by_its_weights(
            bytes in prop::collection::vec(-BYTE..=BYTE, HIDDEN * DIMENSIONS),
            shifts in prop::collection::vec(0..=SHIFT, HIDDEN),
            inputs in prop::collection::vec(0..=127u8, DIMENSIONS),
        ) {
            let rows: [Weights; HIDDEN] = std::array::from_fn(|hidden| Weights {
                bytes: std::array::from_fn(|input| bytes[hidden * DIMENSIONS + input]),
                shift: shifts[hidden],
            });
            let inputs = std::array::from_fn(|input| inputs[input]);
            let layer = Layer::of(&rows);
            prop_assert_eq!(layer.rows(), rows);
            let sums: [i32; HIDDEN] = rows.map(|row| {
                let products = row.bytes.iter().zip(&inputs);
                products.map(|(&weight, &input)| i32::from(weight) * i32::from(input)).sum()
            });
            prop_assert_eq!(layer.sums_portable(&inputs), sums);
            let expected: [i32; HIDDEN] =
                std::array::from_fn(|hidden| sums[hidden] * (1 << shifts[hidden]));
            prop_assert_eq!(layer.outputs(&inputs), expected);
        }
    }
}
