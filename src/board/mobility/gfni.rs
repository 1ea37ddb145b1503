//! Move generation: AVX-512 (BW) with GFNI.
//!
//! To the east, the carry of an addition runs along a row, so one addition replaces growing
//! runs step by step. `gf2p8affineqb` multiplies 8x8 matrices of bits, and a board is such a
//! matrix: one instruction mirrors all rows, and another flips the board about a diagonal,
//! so that columns become rows. This way, four of the eight directions become additions. The
//! diagonals do not, because turning them into rows and back takes as many instructions as
//! [`avx512`](super::avx512) needs to grow their runs.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::mem::transmute;

use super::INNER;
use super::avx512::diagonals;
use crate::board::Lanes;

pub(crate) use super::avx512::moves;

/// The name of this kernel.
pub(crate) const NAME: &str = "avx512-gfni";

/// As the right factor, mirrors each row.
const MIRROR: u64 = 0x8040_2010_0804_0201;
/// As the left factor, flips the board about the diagonal from h1 to a8.
const FLIP: u64 = 0x0102_0408_1020_4080;

/// `(a | b) & !c` for `vpternlogq`, which numbers its cases as 4a + 2b + c.
const OR_AND_NOT: i32 = 0x54;
/// `a | b | c`
const OR_OR: i32 = 0xfe;

/// See [`super::moves_eight`].
#[inline(always)]
pub(crate) fn moves_eight(movers: Lanes, opponents: Lanes) -> Lanes {
    // SAFETY: this file is compiled only into builds for CPUs with these instructions.
    // `Lanes` and `__m512i` have the same size, and any bits are valid in both.
    unsafe {
        let splat = |word: u64| _mm512_set1_epi64(word as i64);
        let mirror = |board| _mm512_gf2p8affine_epi64_epi8::<0>(board, splat(MIRROR));
        let flip = |board| _mm512_gf2p8affine_epi64_epi8::<0>(splat(FLIP), board);
        // The squares behind runs to the east, and some occupied squares, which are removed
        // at the end.
        let east = |mover, through| {
            let starts = _mm512_and_si512(through, _mm512_add_epi64(mover, mover));
            _mm512_add_epi64(through, starts)
        };
        let mover = transmute::<Lanes, __m512i>(movers);
        let opponent = transmute::<Lanes, __m512i>(opponents);

        let inner = _mm512_and_si512(opponent, splat(INNER));
        let west = mirror(east(mirror(mover), mirror(inner)));
        // After columns have become rows, rows 2 to 7 are in the place of columns b to g.
        let (columns, lines) = (flip(mover), _mm512_and_si512(flip(opponent), splat(INNER)));
        let south = mirror(east(mirror(columns), mirror(lines)));
        let north_south = flip(_mm512_or_si512(east(columns, lines), south));
        let diagonals = diagonals(mover, inner);
        let all = _mm512_ternarylogic_epi64::<OR_OR>(east(mover, inner), west, north_south);
        let occupied = _mm512_or_si512(mover, opponent);
        transmute::<__m512i, Lanes>(_mm512_ternarylogic_epi64::<OR_AND_NOT>(
            all, diagonals, occupied,
        ))
    }
}
