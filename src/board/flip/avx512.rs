//! Flips: AVX-512 (F, CD and VL).
//!
//! The idea is that of [`portable`](super::portable): a ray, the first square where the
//! run ends, the discs before it. `vplzcntq` finds the highest bit of each lane, and
//! `vpternlogq` combines two logical operations. There are two layouts:
//!
//! - One move: a lane for each direction; the lanes are merged at the end.
//! - Eight moves: a lane for each board, one direction after the other, so that nothing has
//!   to be merged and no lane is idle. Each lane has a different square, so the rays are
//!   shifted into place instead of loaded. A shifted ray may continue around the edge of the
//!   board. A run never gets there, because discs on columns a and h do not continue a run.
//!   What is found right behind the edge can only be a disc of the mover, which is removed
//!   at the end.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::mem::transmute;

use super::rays::{DOWN, INNER, RAYS, UP};
use crate::board::{Bitboard, Lanes, Square};

/// The name of this kernel.
pub(crate) const NAME: &str = "avx512";

/// `a & (b ^ c)` for `vpternlogq`, which numbers its cases as 4a + 2b + c.
const AND_XOR: i32 = 0x60;
/// `a | b | c`
const OR_OR: i32 = 0xfe;

/// See [`super::flips`].
#[inline(always)]
pub(crate) fn flips(square: Square, mover: Bitboard, opponent: Bitboard) -> Bitboard {
    // SAFETY: this file is compiled only into builds for CPUs with these instructions.
    // Four words and an `__m256i` have the same size, and any bits are valid in both.
    unsafe {
        let [up, down] = transmute::<[u64; 8], [__m256i; 2]>(RAYS[square.index()]);
        let mover = _mm256_set1_epi64x(mover.bits() as i64);
        let discs = _mm256_set1_epi64x(opponent.bits() as i64);

        let stops = _mm256_andnot_si256(discs, up);
        let below = _mm256_add_epi64(stops, _mm256_set1_epi64x(-1));
        let up = _mm256_ternarylogic_epi64::<AND_XOR>(up, stops, below);

        // The compiler combines these two operations into one instruction. If the intrinsic
        // for that instruction were used, the compiler could not tell that no lane is zero,
        // and would insert a check before the shift.
        let one = _mm256_set1_epi64x(1);
        let stops = _mm256_or_si256(_mm256_andnot_si256(discs, down), one);
        let above = _mm256_srav_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(stops));
        let down = _mm256_and_si256(down, above);

        let found = _mm256_test_epi64_mask(down, mover);
        let down = _mm256_maskz_mov_epi64(found, down);
        let found = _mm256_test_epi64_mask(up, mover);
        let all = _mm256_mask_or_epi64(down, found, down, up);
        let half = _mm_or_si128(
            _mm256_castsi256_si128(all),
            _mm256_extracti128_si256::<1>(all),
        );
        let all = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
        Bitboard::from_bits(_mm_cvtsi128_si64(all) as u64) & opponent
    }
}

/// See [`super::play_eight`].
#[inline(always)]
pub(crate) fn play_eight(squares: Lanes, movers: Lanes, opponents: Lanes) -> (Lanes, Lanes) {
    // SAFETY: this file is compiled only into builds for CPUs with these instructions.
    // `Lanes` and `__m512i` have the same size, and any bits are valid in both.
    unsafe {
        let splat = |word: u64| _mm512_set1_epi64(word as i64);
        let mover = transmute::<Lanes, __m512i>(movers);
        let opponent = transmute::<Lanes, __m512i>(opponents);
        let through = _mm512_and_si512(opponent, splat(INNER));
        // The intrinsics define shifts by 64 or more, which costs a comparison and a mask for
        // each shift unless the compiler can tell that the count is below 64.
        let square = _mm512_and_si512(transmute::<Lanes, __m512i>(squares), splat(63));
        let opposite = _mm512_andnot_si512(square, splat(63));
        let bit = _mm512_sllv_epi64(splat(1), square);

        // To the east, and only there, the carry of an addition runs along the discs.
        let sum = _mm512_add_epi64(through, _mm512_add_epi64(bit, bit));
        let found = _mm512_test_epi64_mask(sum, mover);
        let mut all = _mm512_maskz_xor_epi64(found, sum, through);
        macro_rules! up {
            ($ray:expr, $through:expr) => {
                let ray = _mm512_sllv_epi64(splat($ray), square);
                let stops = _mm512_andnot_si512($through, ray);
                let below = _mm512_add_epi64(stops, splat(!0));
                let run = _mm512_ternarylogic_epi64::<AND_XOR>(ray, stops, below);
                let found = _mm512_test_epi64_mask(run, mover);
                all = _mm512_mask_or_epi64(all, found, all, run);
            };
        }
        macro_rules! down {
            ($ray:expr, $through:expr) => {
                let ray = _mm512_srlv_epi64(splat($ray), opposite);
                let stops = _mm512_or_si512(_mm512_andnot_si512($through, ray), splat(1));
                let above = _mm512_srav_epi64(splat(1 << 63), _mm512_lzcnt_epi64(stops));
                let run = _mm512_and_si512(ray, above);
                let found = _mm512_test_epi64_mask(run, mover);
                all = _mm512_mask_or_epi64(all, found, all, run);
            };
        }
        up!(UP[0], through);
        up!(UP[1], opponent);
        up!(UP[2], through);
        down!(DOWN[0], through);
        down!(DOWN[1], through);
        down!(DOWN[2], opponent);
        down!(DOWN[3], through);
        (
            transmute::<__m512i, Lanes>(_mm512_andnot_si512(all, opponent)),
            transmute::<__m512i, Lanes>(_mm512_ternarylogic_epi64::<OR_OR>(mover, all, bit)),
        )
    }
}
