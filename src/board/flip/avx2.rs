//! Flips: AVX2.
//!
//! The idea is that of [`portable`](super::portable): a ray, the first square where the
//! run ends, the discs before it. No single instruction finds the highest bit of a lane.
//! Instead, the ends are smeared down the ray by one, two and four squares, so that they
//! cover everything behind the first end.
//!
//! For one move there is a lane for each direction, in two registers. For eight moves
//! there is a lane for each board, and the rays are shifted into place. Only rays to the west
//! are smeared: those to the north go to the south on boards turned upside down, which takes
//! one instruction for a register. A shifted ray may continue around the edge of the board. A
//! run never gets there, because discs on columns a and h do not continue a run. What is found
//! right behind the edge can only be a disc of the mover, which stays.
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
        let bit = _mm256_sllv_epi64(splat(1), square);

        // To the east, and only there, the carry of an addition runs along the discs.
        let sum = _mm256_add_epi64(inner, _mm256_add_epi64(bit, bit));
        let outside = _mm256_cmpeq_epi64(_mm256_and_si256(sum, mover), splat(0));
        let east = _mm256_andnot_si256(outside, _mm256_xor_si256(sum, inner));

        let ray = _mm256_srlv_epi64(splat(DOWN[0]), _mm256_xor_si256(square, splat(63)));
        let mut behind = _mm256_andnot_si256(inner, ray);
        behind = _mm256_srli_epi64::<1>(behind);
        behind = _mm256_or_si256(behind, _mm256_srli_epi64::<1>(behind));
        behind = _mm256_or_si256(behind, _mm256_srli_epi64::<2>(behind));
        behind = _mm256_or_si256(behind, _mm256_srli_epi64::<4>(behind));
        let west = if_stopped(_mm256_andnot_si256(behind, ray), mover);

        let south = runs_south(square, mover, inner, opponent);
        let north = upside_down(runs_south(
            _mm256_xor_si256(square, splat(56)),
            upside_down(mover),
            upside_down(inner),
            upside_down(opponent),
        ));
        let all = _mm256_or_si256(_mm256_or_si256(east, west), _mm256_or_si256(south, north));
        (
            _mm256_andnot_si256(all, opponent),
            _mm256_or_si256(_mm256_or_si256(mover, bit), all),
        )
    }
}

/// The runs to the south-west, south and south-east that end at a disc of the mover.
#[inline(always)]
fn runs_south(square: __m256i, mover: __m256i, inner: __m256i, opponent: __m256i) -> __m256i {
    // SAFETY: this file is compiled only into builds for CPUs with these instructions.
    unsafe {
        let run = |ray: u64, discs: __m256i| {
            let ray = _mm256_sllv_epi64(_mm256_set1_epi64x(ray as i64), square);
            let stops = _mm256_andnot_si256(discs, ray);
            if_stopped(_mm256_and_si256(ray, below(stops)), mover)
        };
        let diagonals = _mm256_or_si256(run(UP[0], inner), run(UP[2], inner));
        _mm256_or_si256(diagonals, run(UP[1], opponent))
    }
}

/// The boards with their rows in reverse order.
#[inline(always)]
fn upside_down(boards: __m256i) -> __m256i {
    // SAFETY: this file is compiled only into builds for CPUs with these instructions.
    unsafe {
        let rows = _mm256_setr_epi8(
            7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, //
            7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
        );
        _mm256_shuffle_epi8(boards, rows)
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
