//! Flips: AVX2.
//!
//! The idea is that of [`portable`](super::portable): a ray, the first square where the
//! run ends, the discs before it. No single instruction finds the highest bit of a lane.
//! Instead, the ends are smeared down the ray by one, two and four squares, so that they
//! cover everything behind the first end.
//!
//! For one move there is a lane for each direction, in two registers. For eight moves
//! there is a lane for each board, and the rays are shifted into place. A shifted ray may
//! continue around the edge of the board. A run never gets there, because discs on columns
//! a and h do not continue a run. What is found right behind the edge can only be a disc of
//! the mover, which stays.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::mem::transmute;

use super::rays::{DOWN, INNER, RAYS, UP};
use crate::board::{Bitboard, Lanes, Square};

/// The name of this kernel.
pub(crate) const NAME: &str = "avx2";

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
        let up = _mm256_and_si256(up, below(stops));

        let mut behind = _mm256_andnot_si256(discs, down);
        behind = _mm256_srlv_epi64(behind, _mm256_setr_epi64x(1, 7, 8, 9));
        for steps in [
            _mm256_setr_epi64x(1, 7, 8, 9),
            _mm256_setr_epi64x(2, 14, 16, 18),
            _mm256_setr_epi64x(4, 28, 32, 36),
        ] {
            behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, steps));
        }
        let down = _mm256_andnot_si256(behind, down);

        let all = _mm256_or_si256(if_stopped(up, mover), if_stopped(down, mover));
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
    // SAFETY: `Lanes` and two `__m256i` have the same size, and any bits are valid in
    // both.
    unsafe {
        let [square, beyond] = transmute::<Lanes, [__m256i; 2]>(squares);
        let [mover, more] = transmute::<Lanes, [__m256i; 2]>(movers);
        let [opponent, others] = transmute::<Lanes, [__m256i; 2]>(opponents);
        let low = play_four(square, mover, opponent);
        let high = play_four(beyond, more, others);
        (
            transmute::<[__m256i; 2], Lanes>([low.0, high.0]),
            transmute::<[__m256i; 2], Lanes>([low.1, high.1]),
        )
    }
}

#[inline(always)]
fn play_four(square: __m256i, mover: __m256i, opponent: __m256i) -> (__m256i, __m256i) {
    // SAFETY: this file is compiled only into builds for CPUs with these instructions.
    unsafe {
        let splat = |word: u64| _mm256_set1_epi64x(word as i64);
        let inner = _mm256_and_si256(opponent, splat(INNER));
        // Without this mask the compiler would insert checks for shifts by 64 or more.
        let square = _mm256_and_si256(square, splat(63));
        let opposite = _mm256_andnot_si256(square, splat(63));
        let bit = _mm256_sllv_epi64(splat(1), square);

        // To the east, and only there, the carry of an addition runs along the discs.
        let sum = _mm256_add_epi64(inner, _mm256_add_epi64(bit, bit));
        let outside = _mm256_cmpeq_epi64(_mm256_and_si256(sum, mover), splat(0));
        let mut all = _mm256_andnot_si256(outside, _mm256_xor_si256(sum, inner));
        for (ray, discs) in [(UP[0], inner), (UP[1], opponent), (UP[2], inner)] {
            let ray = _mm256_sllv_epi64(splat(ray), square);
            let stops = _mm256_andnot_si256(discs, ray);
            let run = _mm256_and_si256(ray, below(stops));
            all = _mm256_or_si256(all, if_stopped(run, mover));
        }
        macro_rules! down {
            ($ray:expr, $discs:expr, $step:literal) => {
                let ray = _mm256_srlv_epi64(splat($ray), opposite);
                let mut behind = _mm256_andnot_si256($discs, ray);
                behind = _mm256_srli_epi64::<$step>(behind);
                behind = _mm256_or_si256(behind, _mm256_srli_epi64::<$step>(behind));
                behind = _mm256_or_si256(behind, _mm256_srli_epi64::<{ 2 * $step }>(behind));
                behind = _mm256_or_si256(behind, _mm256_srli_epi64::<{ 4 * $step }>(behind));
                let run = _mm256_andnot_si256(behind, ray);
                all = _mm256_or_si256(all, if_stopped(run, mover));
            };
        }
        down!(DOWN[0], inner, 1);
        down!(DOWN[1], inner, 7);
        down!(DOWN[2], opponent, 8);
        down!(DOWN[3], inner, 9);
        (
            _mm256_andnot_si256(all, opponent),
            _mm256_or_si256(_mm256_or_si256(mover, bit), all),
        )
    }
}

/// The lowest set bit of each lane, and all bits below it.
#[inline(always)]
fn below(word: __m256i) -> __m256i {
    // SAFETY: this file is compiled only into builds for CPUs with these instructions.
    unsafe { _mm256_xor_si256(word, _mm256_add_epi64(word, _mm256_set1_epi64x(-1))) }
}

/// The runs that end at a disc of the mover, including that disc.
#[inline(always)]
fn if_stopped(run: __m256i, mover: __m256i) -> __m256i {
    // SAFETY: this file is compiled only into builds for CPUs with these instructions.
    unsafe {
        let end = _mm256_and_si256(run, mover);
        _mm256_andnot_si256(_mm256_cmpeq_epi64(end, _mm256_setzero_si256()), run)
    }
}
