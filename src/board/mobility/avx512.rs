//! Move generation: AVX-512 (F).
//!
//! Runs are grown as in [`portable`](super::portable), with `vpternlogq` for the `|` and
//! `&` of a step. There are two layouts:
//!
//! - One board: a lane for each direction. Rotations serve as shifts in both directions,
//!   because the bits that they carry around the edge never continue a run.
//! - Eight boards: a lane for each board, and the directions are processed one by one.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::mem::transmute;

use crate::board::{Bitboard, Lanes};

/// The name of this kernel.
pub(crate) const NAME: &str = "avx512";

/// Columns b to g.
const COLUMNS: i64 = super::INNER as i64;
/// Rows 2 to 7.
const ROWS: i64 = 0x00ff_ffff_ffff_ff00;
/// All squares but the border.
const BOTH: i64 = COLUMNS & ROWS;

/// `a | b & c` for `vpternlogq`, which numbers its cases as 4a + 2b + c.
const OR_AND: i32 = 0xf8;
/// `a | b | c`
const OR_OR: i32 = 0xfe;

/// See [`super::moves`].
#[inline(always)]
pub(crate) fn moves(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    let occupied = mover | opponent;
    // SAFETY: this file is compiled only into builds for CPUs with these instructions.
    unsafe {
        let once = _mm512_setr_epi64(1, 7, 8, 9, 63, 57, 56, 55);
        let twice = _mm512_setr_epi64(2, 14, 16, 18, 62, 50, 48, 46);
        let mover = _mm512_set1_epi64(mover.bits() as i64);
        let through = _mm512_and_si512(
            _mm512_set1_epi64(opponent.bits() as i64),
            _mm512_setr_epi64(COLUMNS, BOTH, ROWS, BOTH, COLUMNS, BOTH, ROWS, BOTH),
        );
        let pairs = _mm512_and_si512(through, _mm512_rolv_epi64(through, once));
        let mut run = _mm512_and_si512(through, _mm512_rolv_epi64(mover, once));
        run = _mm512_ternarylogic_epi64::<OR_AND>(run, through, _mm512_rolv_epi64(run, once));
        run = _mm512_ternarylogic_epi64::<OR_AND>(run, pairs, _mm512_rolv_epi64(run, twice));
        run = _mm512_ternarylogic_epi64::<OR_AND>(run, pairs, _mm512_rolv_epi64(run, twice));
        let all = _mm512_rolv_epi64(run, once);

        let all = _mm256_or_si256(
            _mm512_castsi512_si256(all),
            _mm512_extracti64x4_epi64::<1>(all),
        );
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
    // SAFETY: this file is compiled only into builds for CPUs with these instructions.
    // `Lanes` and `__m512i` have the same size, and any bits are valid in both.
    unsafe {
        let mover = transmute::<Lanes, __m512i>(movers);
        let opponent = transmute::<Lanes, __m512i>(opponents);
        let inner = _mm512_and_si512(opponent, _mm512_set1_epi64(COLUMNS));
        // To the east, the carry of an addition runs along the discs.
        let starts = _mm512_and_si512(inner, _mm512_add_epi64(mover, mover));
        let mut all = _mm512_add_epi64(inner, starts);
        let (_, west) = runs::<1, 2>(mover, inner);
        let (south, north) = runs::<8, 16>(mover, opponent);
        all = _mm512_ternarylogic_epi64::<OR_OR>(all, west, south);
        let diagonals = diagonals(mover, inner);
        all = _mm512_ternarylogic_epi64::<OR_OR>(all, north, diagonals);
        let occupied = _mm512_or_si512(mover, opponent);
        transmute::<__m512i, Lanes>(_mm512_andnot_si512(occupied, all))
    }
}

/// The squares behind runs along the diagonals. `inner` leaves out columns a and h.
#[inline(always)]
pub(super) fn diagonals(mover: __m512i, inner: __m512i) -> __m512i {
    let (south_west, north_east) = runs::<7, 14>(mover, inner);
    let (south_east, north_west) = runs::<9, 18>(mover, inner);
    // SAFETY: this file is compiled only into builds for CPUs with these instructions.
    unsafe {
        let south = _mm512_or_si512(south_west, south_east);
        _mm512_ternarylogic_epi64::<OR_OR>(south, north_west, north_east)
    }
}

/// The squares behind runs towards higher indices, and those towards lower ones. `TWICE`
/// is two steps: Rust cannot compute one const parameter from another.
#[inline(always)]
fn runs<const STEP: u32, const TWICE: u32>(mover: __m512i, through: __m512i) -> (__m512i, __m512i) {
    // SAFETY: this file is compiled only into builds for CPUs with these instructions.
    unsafe {
        let pairs = _mm512_and_si512(through, _mm512_slli_epi64::<STEP>(through));
        let mut up = _mm512_and_si512(through, _mm512_slli_epi64::<STEP>(mover));
        up = _mm512_ternarylogic_epi64::<OR_AND>(up, through, _mm512_slli_epi64::<STEP>(up));
        up = _mm512_ternarylogic_epi64::<OR_AND>(up, pairs, _mm512_slli_epi64::<TWICE>(up));
        up = _mm512_ternarylogic_epi64::<OR_AND>(up, pairs, _mm512_slli_epi64::<TWICE>(up));

        let pairs = _mm512_srli_epi64::<STEP>(pairs);
        let mut down = _mm512_and_si512(through, _mm512_srli_epi64::<STEP>(mover));
        down = _mm512_ternarylogic_epi64::<OR_AND>(down, through, _mm512_srli_epi64::<STEP>(down));
        down = _mm512_ternarylogic_epi64::<OR_AND>(down, pairs, _mm512_srli_epi64::<TWICE>(down));
        down = _mm512_ternarylogic_epi64::<OR_AND>(down, pairs, _mm512_srli_epi64::<TWICE>(down));
        (
            _mm512_slli_epi64::<STEP>(up),
            _mm512_srli_epi64::<STEP>(down),
        )
    }
}
