//! The hidden layer: its weights, and the matrix product with them.
#![allow(unsafe_code)]

use super::architecture::{DIMENSIONS, HIDDEN};

/// The quantised weights of one neuron.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Neuron {
    /// One for each input.
    pub bytes: [i8; DIMENSIONS],
    /// Bits by which the weights are shifted to the left.
    pub shift: u8,
}

impl Neuron {
    /// All weights 0.
    pub(crate) const ZERO: Neuron = Neuron {
        bytes: [0; DIMENSIONS],
        shift: 0,
    };
}

/// The weights of all neurons, in the order in which the kernel reads them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HiddenLayer {
    /// For every four inputs, the four weights of each neuron side by side: the CPU
    /// multiplies four bytes at a time.
    bytes: [[[i8; 4]; HIDDEN]; DIMENSIONS / 4],
    shifts: [u8; HIDDEN],
}

impl HiddenLayer {
    /// Rearranges the weights of the neurons.
    pub(crate) fn new(neurons: &[Neuron; HIDDEN]) -> HiddenLayer {
        HiddenLayer {
            bytes: std::array::from_fn(|four| {
                neurons.map(|neuron| std::array::from_fn(|place| neuron.bytes[4 * four + place]))
            }),
            shifts: neurons.map(|neuron| neuron.shift),
        }
    }

    /// The inverse of [`HiddenLayer::new`].
    pub(crate) fn neurons(&self) -> [Neuron; HIDDEN] {
        std::array::from_fn(|hidden| Neuron {
            bytes: std::array::from_fn(|input| self.bytes[input / 4][hidden][input % 4]),
            shift: self.shifts[hidden],
        })
    }

    /// The inputs, none above 127, multiplied by the weights of each neuron.
    #[inline(always)]
    pub(super) fn products(&self, inputs: &[u8; DIMENSIONS]) -> [i32; HIDDEN] {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: this uses only features that it is compiled for. The code for a CPU level
        // is chosen only on a CPU that has them, and `cpu::check` refuses others.
        let sums = unsafe { self.sums_x86(inputs) };
        #[cfg(target_arch = "aarch64")]
        let sums = neon::sums(&self.bytes, inputs);
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        let sums = self.sums_portable(inputs);
        std::array::from_fn(|hidden| sums[hidden] << self.shifts[hidden])
    }

    /// The products before they are shifted.
    #[cfg(any(test, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
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

    /// The same sums: the compiler does not use the instructions that multiply and add bytes.
    ///
    /// # Safety
    ///
    /// The CPU must have the features that this build was compiled for.
    #[cfg(target_arch = "x86_64")]
    #[allow(clippy::modulo_one, reason = "without AVX2 there is one part")]
    #[inline(always)]
    unsafe fn sums_x86(&self, inputs: &[u8; DIMENSIONS]) -> [i32; HIDDEN] {
        use registers::{Register, add_products, splat, zero};
        use std::mem::transmute;

        const REGISTERS: usize = HIDDEN * size_of::<i32>() / size_of::<Register>();
        // Independent partial sums: with a single one, each addition would wait for
        // the one before it.
        const PARTS: usize = 4 / REGISTERS;

        // SAFETY: the caller vouches for the CPU; the registers are as large as the
        // arrays, and every bit pattern is valid in both.
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

/// The registers of the CPU, and how it adds the products of four unsigned inputs and
/// four signed weights to each 32-bit lane.
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

    /// # Safety
    ///
    /// The CPU must have AVX2.
    #[inline(always)]
    pub(super) unsafe fn add_products(
        sum: Register,
        inputs: Register,
        bytes: Register,
    ) -> Register {
        // SAFETY: the caller vouches for the CPU.
        unsafe {
            // The sum of two products, each at most 127 * 127, fits 16 bits.
            let pairs = _mm256_maddubs_epi16(inputs, bytes);
            _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
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

    /// # Safety
    ///
    /// The CPU must have SSE2, as every x86-64 CPU has.
    #[inline(always)]
    pub(super) unsafe fn add_products(
        sum: Register,
        inputs: Register,
        bytes: Register,
    ) -> Register {
        // SAFETY: the caller vouches for the CPU.
        unsafe {
            // The odd bytes widened to 16 bits, then the even ones.
            let odd_inputs = _mm_srli_epi16(inputs, 8);
            let odd = _mm_madd_epi16(odd_inputs, _mm_srai_epi16(bytes, 8));
            let even_inputs = _mm_and_si128(inputs, _mm_set1_epi16(0xff));
            let even_bytes = _mm_srai_epi16(_mm_slli_epi16(bytes, 8), 8);
            let even = _mm_madd_epi16(even_inputs, even_bytes);
            _mm_add_epi32(sum, _mm_add_epi32(even, odd))
        }
    }
}

/// Four registers hold four weights of each neuron.
#[cfg(target_arch = "aarch64")]
mod neon {
    use std::arch::aarch64::*;
    use std::mem::transmute;

    use super::{DIMENSIONS, HIDDEN};

    const REGISTERS: usize = HIDDEN * size_of::<i32>() / size_of::<int32x4_t>();

    type Bytes = [[[i8; 4]; HIDDEN]; DIMENSIONS / 4];

    /// The products before they are shifted.
    #[cfg(target_feature = "dotprod")]
    #[inline(always)]
    pub(super) fn sums(bytes: &Bytes, inputs: &[u8; DIMENSIONS]) -> [i32; HIDDEN] {
        /// Adds the products of weights with the four inputs at this place of a register. The
        /// standard library has no stable function for this instruction.
        macro_rules! add_products {
            ($sum:expr, $weights:expr, $inputs:expr, $place:literal) => {
                std::arch::asm!(
                    concat!("sdot {0:v}.4s, {1:v}.16b, {2:v}.4b[", $place, "]"),
                    inout(vreg) $sum,
                    in(vreg) $weights,
                    in(vreg) $inputs,
                    options(pure, nomem, nostack, preserves_flags)
                )
            };
        }
        // SAFETY: this is compiled only into builds for CPUs with this instruction. The registers
        // are as large as the arrays, and every bit pattern is valid in both. Inputs are below
        // 128, so they are the same with a sign.
        unsafe {
            let mut sums = [vdupq_n_s32(0); REGISTERS];
            for (inputs, weights) in inputs.as_chunks::<16>().0.iter().zip(bytes.as_chunks().0) {
                let inputs = transmute::<[u8; 16], uint8x16_t>(*inputs);
                let weights =
                    transmute::<[[[i8; 4]; HIDDEN]; 4], [[int8x16_t; REGISTERS]; 4]>(*weights);
                for (register, sum) in sums.iter_mut().enumerate() {
                    add_products!(*sum, weights[0][register], inputs, 0);
                    add_products!(*sum, weights[1][register], inputs, 1);
                    add_products!(*sum, weights[2][register], inputs, 2);
                    add_products!(*sum, weights[3][register], inputs, 3);
                }
            }
            transmute::<[int32x4_t; REGISTERS], [i32; HIDDEN]>(sums)
        }
    }

    /// The products before they are shifted.
    #[cfg(not(target_feature = "dotprod"))]
    #[inline(always)]
    pub(super) fn sums(bytes: &Bytes, inputs: &[u8; DIMENSIONS]) -> [i32; HIDDEN] {
        // SAFETY: every CPU of the architecture has these instructions; for the rest, see above.
        unsafe {
            // Two lanes for each neuron.
            let mut halves = [[vdupq_n_s32(0); 2]; REGISTERS];
            for (inputs, weights) in inputs.as_chunks::<8>().0.iter().zip(bytes.as_chunks().0) {
                let [first, second] = transmute::<[u8; 8], [i32; 2]>(*inputs)
                    .map(|four| vreinterpretq_s8_s32(vdupq_n_s32(four)));
                let [weights, more] =
                    transmute::<[[[i8; 4]; HIDDEN]; 2], [[int8x16_t; REGISTERS]; 2]>(*weights);
                for (register, [low, high]) in halves.iter_mut().enumerate() {
                    let (weights, more) = (weights[register], more[register]);
                    // The sum of two products, each at most 127 * 128, fits 16 bits.
                    let product = vmull_s8(vget_low_s8(weights), vget_low_s8(first));
                    let product = vmlal_s8(product, vget_low_s8(more), vget_low_s8(second));
                    *low = vpadalq_s16(*low, product);
                    let product = vmull_high_s8(weights, first);
                    *high = vpadalq_s16(*high, vmlal_high_s8(product, more, second));
                }
            }
            let sums = halves.map(|[low, high]| vpaddq_s32(low, high));
            transmute::<[int32x4_t; REGISTERS], [i32; HIDDEN]>(sums)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::limits::{HIDDEN_BYTE, HIDDEN_SHIFT};
    use super::*;

    proptest! {
        #[test]
        fn kernels_compute_the_matrix_product(
            bytes in prop::collection::vec(-HIDDEN_BYTE..=HIDDEN_BYTE, HIDDEN * DIMENSIONS),
            shifts in prop::collection::vec(0..=HIDDEN_SHIFT, HIDDEN),
            inputs in prop::collection::vec(0..=127u8, DIMENSIONS),
        ) {
            let neurons: [Neuron; HIDDEN] = std::array::from_fn(|hidden| Neuron {
                bytes: std::array::from_fn(|input| bytes[hidden * DIMENSIONS + input]),
                shift: shifts[hidden],
            });
            let inputs = std::array::from_fn(|input| inputs[input]);
            let layer = HiddenLayer::new(&neurons);
            prop_assert_eq!(layer.neurons(), neurons);
            let sums: [i32; HIDDEN] = neurons.map(|neuron| {
                let products = neuron.bytes.iter().zip(&inputs);
                products.map(|(&weight, &input)| i32::from(weight) * i32::from(input)).sum()
            });
            prop_assert_eq!(layer.sums_portable(&inputs), sums);
            let expected: [i32; HIDDEN] =
                std::array::from_fn(|hidden| sums[hidden] * (1 << shifts[hidden]));
            prop_assert_eq!(layer.products(&inputs), expected);
        }
    }
}
