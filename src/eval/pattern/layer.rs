//! The weights from the sums of rows to the layer between.
#![allow(unsafe_code)]

use super::net::{DIMENSIONS, HIDDEN};

/// Two sums at a time, as the CPU multiplies: for each pair of them and each number of the
/// layer its two weights, side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer([[[i16; 2]; HIDDEN]; DIMENSIONS / 2]);

impl Layer {
    /// For each number of the layer its weight from each sum.
    pub fn of(rows: &[[i16; DIMENSIONS]; HIDDEN]) -> Layer {
        Layer(std::array::from_fn(|pair| {
            std::array::from_fn(|hidden| [rows[hidden][2 * pair], rows[hidden][2 * pair + 1]])
        }))
    }

    /// See [`Layer::of`].
    pub fn rows(&self) -> [[i16; DIMENSIONS]; HIDDEN] {
        std::array::from_fn(|hidden| std::array::from_fn(|sum| self.0[sum / 2][hidden][sum % 2]))
    }

    /// What comes from these numbers to each of the layer.
    #[inline(always)]
    pub(super) fn outputs(&self, inputs: &[i16; DIMENSIONS]) -> [i32; HIDDEN] {
        #[cfg(target_arch = "x86_64")]
        return self.outputs_x86(inputs);
        #[cfg(not(target_arch = "x86_64"))]
        self.outputs_portable(inputs)
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn outputs_portable(&self, inputs: &[i16; DIMENSIONS]) -> [i32; HIDDEN] {
        let mut outputs = [0; HIDDEN];
        for (pair, weights) in inputs.as_chunks::<2>().0.iter().zip(&self.0) {
            let [first, second] = pair.map(i32::from);
            for (output, weights) in outputs.iter_mut().zip(weights) {
                *output += first * i32::from(weights[0]) + second * i32::from(weights[1]);
            }
        }
        outputs
    }

    /// The compiler does not find the instruction that multiplies pairs and adds.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn outputs_x86(&self, inputs: &[i16; DIMENSIONS]) -> [i32; HIDDEN] {
        use registers::{Register, add, multiply_pairs, splat, zero};
        use std::mem::transmute;

        const REGISTERS: usize = HIDDEN * size_of::<i32>() / size_of::<Register>();
        // Sums side by side, as registers allow: in a single one, each addition would wait
        // for the last.
        const PARTS: usize = 8 / REGISTERS;

        // SAFETY: the instructions are those that this is compiled for, the registers are
        // as large as the arrays, and in both every pattern is valid.
        unsafe {
            let mut parts = [[zero(); REGISTERS]; PARTS];
            for (place, weights) in self.0.iter().enumerate() {
                let pair = [inputs[2 * place], inputs[2 * place + 1]];
                let pair = splat(transmute::<[i16; 2], i32>(pair));
                let weights = transmute::<[[i16; 2]; HIDDEN], [Register; REGISTERS]>(*weights);
                for (sum, weights) in parts[place % PARTS].iter_mut().zip(weights) {
                    *sum = add(*sum, multiply_pairs(pair, weights));
                }
            }
            let parts = parts.map(|part| transmute::<_, [i32; HIDDEN]>(part));
            std::array::from_fn(|hidden| parts.iter().map(|part| part[hidden]).sum())
        }
    }
}

/// The registers of AVX2; without it those that every CPU with x86-64 has.
#[cfg(target_arch = "x86_64")]
mod registers {
    #[cfg(not(target_feature = "avx2"))]
    pub(super) use std::arch::x86_64::{
        __m128i as Register, _mm_add_epi32 as add, _mm_madd_epi16 as multiply_pairs,
        _mm_set1_epi32 as splat, _mm_setzero_si128 as zero,
    };
    #[cfg(target_feature = "avx2")]
    pub(super) use std::arch::x86_64::{
        __m256i as Register, _mm256_add_epi32 as add, _mm256_madd_epi16 as multiply_pairs,
        _mm256_set1_epi32 as splat, _mm256_setzero_si256 as zero,
    };
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::limits::HIDDEN_WEIGHT;
    use super::super::net::ONE;
    use super::*;

    proptest! {
        #[test]
        fn each_output_is_the_sum_of_the_inputs_by_its_weights(
            weights in prop::collection::vec(-HIDDEN_WEIGHT..=HIDDEN_WEIGHT, HIDDEN * DIMENSIONS),
            inputs in prop::collection::vec(0..=ONE as i16, DIMENSIONS),
        ) {
            let rows: [[i16; DIMENSIONS]; HIDDEN] =
                std::array::from_fn(|hidden| {
                    std::array::from_fn(|sum| weights[hidden * DIMENSIONS + sum])
                });
            let inputs = std::array::from_fn(|sum| inputs[sum]);
            let layer = Layer::of(&rows);
            prop_assert_eq!(layer.rows(), rows);
            let expected: [i32; HIDDEN] = rows.map(|row| {
                let products = row.iter().zip(&inputs);
                products.map(|(&weight, &input)| i32::from(weight) * i32::from(input)).sum()
            });
            prop_assert_eq!(layer.outputs_portable(&inputs), expected);
            prop_assert_eq!(layer.outputs(&inputs), expected);
        }
    }
}
