//! Move generation: AVX2.
//!
//! Runs are grown as in [`portable`](super::portable). For one board, there is a lane for
//! each of four directions; the opposite directions take the same steps with shifts the
//! other way. For eight boards, there is a lane for each board, in two registers, and the
//! directions are processed one by one.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::mem::transmute;

use crate::board::{Bitboard, Lanes};

/// The name of this kernel.
pub(crate) const NAME: &str = "avx2";

/// The type that the intrinsics take.
const INNER: i64 = super::INNER as i64;

/// See [`super::moves`].
#[inline(always)]
pub(crate) fn moves(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    let occupied = mover | opponent;
    // SAFETY: this file is compiled only into builds for CPUs with these instructions.
    unsafe {
        let once = _mm256_setr_epi64x(1, 7, 8, 9);
        let twice = _mm256_setr_epi64x(2, 14, 16, 18);
        let mover = _mm256_set1_epi64x(mover.bits() as i64);
        let through = _mm256_and_si256(
            _mm256_set1_epi64x(opponent.bits() as i64),
            _mm256_setr_epi64x(INNER, INNER, !0, INNER),
        );
        let pairs = _mm256_and_si256(through, _mm256_sllv_epi64(through, once));
        let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(mover, once));
        up = or_and(up, through, _mm256_sllv_epi64(up, once));
        up = or_and(up, pairs, _mm256_sllv_epi64(up, twice));
        up = or_and(up, pairs, _mm256_sllv_epi64(up, twice));

        let pairs = _mm256_srlv_epi64(pairs, once);
        let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(mover, once));
        down = or_and(down, through, _mm256_srlv_epi64(down, once));
        down = or_and(down, pairs, _mm256_srlv_epi64(down, twice));
        down = or_and(down, pairs, _mm256_srlv_epi64(down, twice));

        let all = _mm256_or_si256(_mm256_sllv_epi64(up, once), _mm256_srlv_epi64(down, once));
        let half = _mm_or_si128(
            _mm256_castsi256_si128(all),
            _mm256_extracti128_si256::<1>(all),
        );
        let all = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
        Bitboard::from_bits(_mm_cvtsi128_si64(all) as u64) - occupied
    }
}

/// See [`super::moves_eight`].
#[inline(always)]
pub(crate) fn moves_eight(movers: Lanes, opponents: Lanes) -> Lanes {
    // SAFETY: `Lanes` and two `__m256i` have the same size, and any bits are valid in
    // both.
    unsafe {
        let [mover, more] = transmute::<Lanes, [__m256i; 2]>(movers);
        let [opponent, others] = transmute::<Lanes, [__m256i; 2]>(opponents);
        let both = [moves_four(mover, opponent), moves_four(more, others)];
        transmute::<[__m256i; 2], Lanes>(both)
    }
}

#[inline(always)]
fn moves_four(mover: __m256i, opponent: __m256i) -> __m256i {
    // SAFETY: this file is compiled only into builds for CPUs with these instructions.
    unsafe {
        let inner = _mm256_and_si256(opponent, _mm256_set1_epi64x(INNER));
        // To the east, the carry of an addition runs along the discs. The bits of `inner`
        // that remain in the sum are occupied squares, so they are not moves.
        let starts = _mm256_and_si256(inner, _mm256_add_epi64(mover, mover));
        let mut all = _mm256_add_epi64(inner, starts);
        macro_rules! down {
            ($step:literal, $through:expr, $pairs:expr) => {
                let through = $through;
                let pairs = _mm256_srli_epi64::<$step>($pairs);
                let mut run = _mm256_and_si256(through, _mm256_srli_epi64::<$step>(mover));
                run = or_and(run, through, _mm256_srli_epi64::<$step>(run));
                run = or_and(run, pairs, _mm256_srli_epi64::<{ 2 * $step }>(run));
                run = or_and(run, pairs, _mm256_srli_epi64::<{ 2 * $step }>(run));
                all = _mm256_or_si256(all, _mm256_srli_epi64::<$step>(run));
            };
        }
        macro_rules! both {
            ($step:literal, $through:expr) => {
                let through = $through;
                let pairs = _mm256_and_si256(through, _mm256_slli_epi64::<$step>(through));
                let mut run = _mm256_and_si256(through, _mm256_slli_epi64::<$step>(mover));
                run = or_and(run, through, _mm256_slli_epi64::<$step>(run));
                run = or_and(run, pairs, _mm256_slli_epi64::<{ 2 * $step }>(run));
                run = or_and(run, pairs, _mm256_slli_epi64::<{ 2 * $step }>(run));
                all = _mm256_or_si256(all, _mm256_slli_epi64::<$step>(run));
                down!($step, through, pairs);
            };
        }
        down!(
            1,
            inner,
            _mm256_and_si256(inner, _mm256_add_epi64(inner, inner))
        );
        both!(7, inner);
        both!(8, opponent);
        both!(9, inner);
        _mm256_andnot_si256(_mm256_or_si256(mover, opponent), all)
    }
}

/// `a | b & c`
#[inline(always)]
fn or_and(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
    // SAFETY: this file is compiled only into builds for CPUs with these instructions.
    unsafe { _mm256_or_si256(a, _mm256_and_si256(b, c)) }
}
