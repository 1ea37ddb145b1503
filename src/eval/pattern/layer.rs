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
        #[cfg(target_feature = "avx2")]
        return self.outputs_avx2(inputs);
        #[cfg(not(target_feature = "avx2"))]
        self.outputs_portable(inputs)
    }

    #[cfg(any(test, not(target_feature = "avx2")))]
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
    #[cfg(target_feature = "avx2")]
    #[inline(always)]
    fn outputs_avx2(&self, inputs: &[i16; DIMENSIONS]) -> [i32; HIDDEN] {
        use std::arch::x86_64::*;
        use std::mem::transmute;

        /// Numbers in a register.
        const WIDTH: usize = 8;
        // Two sums side by side: in a single one, each addition would wait for the last.
        const PARTS: usize = 2;

        // SAFETY: this is compiled only for CPUs with these instructions, the registers are
        // as large as the arrays, and in both every pattern is valid.
        unsafe {
            let zero = [_mm256_setzero_si256(); HIDDEN / WIDTH];
            let mut parts = [zero; PARTS];
            for (place, (pair, weights)) in
                inputs.as_chunks::<2>().0.iter().zip(&self.0).enumerate()
            {
                let pair = _mm256_set1_epi32(transmute::<[i16; 2], i32>(*pair));
                let weights = transmute::<[[i16; 2]; HIDDEN], [__m256i; HIDDEN / WIDTH]>(*weights);
                for (sum, weights) in parts[place % PARTS].iter_mut().zip(weights) {
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pair, weights));
                }
            }
            let [first, second] = parts.map(|part| transmute::<_, [i32; HIDDEN]>(part));
            std::array::from_fn(|hidden| first[hidden] + second[hidden])
        }
    }
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
            inputs in prop::array::uniform32(0..=ONE as i16),
        ) {
            let rows: [[i16; DIMENSIONS]; HIDDEN] =
                std::array::from_fn(|hidden| {
                    std::array::from_fn(|sum| weights[hidden * DIMENSIONS + sum])
                });
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
