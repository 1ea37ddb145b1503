//! The order of moves: fastest first.
//!
//! The fewer replies a move leaves the opponent, the sooner it is searched. The order is
//! computed in lanes. With AVX2 the compiler would count each set of squares on its own, so
//! there is a kernel that adds up all of them in one register. With AVX-512 an instruction
//! counts them.
#![cfg_attr(target_feature = "avx2", allow(unsafe_code))]

use crate::board::{Bitboard, Lanes};
use crate::search::engine::children::{Child, ChildLanes};

/// Weights of the features that order moves, on an arbitrary scale. They were fitted to the
/// node counts of moves on boards with 7, 9 and 11 empty squares, then adjusted by
/// complete solves.
mod weights {
    pub(super) const REPLY: i64 = -12;
    /// In addition to `REPLY`.
    pub(super) const CORNER_REPLY: i64 = -14;
    /// For each own disc next to an empty square: the opponent may come to flip it.
    pub(super) const FRONTIER: i64 = -2;
    pub(super) const CORNER: i64 = 8;
    /// Diagonally next to a corner.
    pub(super) const X_SQUARE: i64 = -8;
}

const X_SQUARES: Bitboard = Bitboard::from_bits(0x0042_0000_0000_4200);

#[cfg(all(target_feature = "avx2", not(target_feature = "avx512f")))]
pub(super) use avx2::sort_keys;

/// The rank of a child: those of the highest rank are searched first.
#[cfg_attr(
    all(target_feature = "avx2", not(target_feature = "avx512f")),
    allow(dead_code)
)]
#[inline(always)]
pub(super) fn rank(child: Child) -> i64 {
    let count = |set: Bitboard| i64::from(set.len());
    let if_in = |set: Bitboard, weight: i64| i64::from(set.contains(child.square)) * weight;
    weights::REPLY * count(child.replies)
        + weights::CORNER_REPLY * count(child.replies & Bitboard::CORNERS)
        + weights::FRONTIER * count(child.board.opponent & child.board.empty().spread())
        + if_in(Bitboard::CORNERS, weights::CORNER)
        + if_in(X_SQUARES, weights::X_SQUARE)
}

/// The sort keys of children.
#[cfg(not(all(target_feature = "avx2", not(target_feature = "avx512f"))))]
#[inline(always)]
pub(super) fn sort_keys<const N: usize>(children: &ChildLanes<N>) -> Lanes<N> {
    #[expect(clippy::redundant_closure, reason = "a bare function is not inlined")]
    children.sort_keys(|child| rank(child))
}

#[cfg(all(target_feature = "avx2", not(target_feature = "avx512f")))]
mod avx2 {
    use std::arch::x86_64::*;
    use std::mem::transmute;

    use super::*;
    use crate::search::engine::children::MAX_RANK;

    /// The sort keys of children: see [`rank`].
    #[inline(always)]
    pub(crate) fn sort_keys<const N: usize>(children: &ChildLanes<N>) -> Lanes<N> {
        type Halves = [__m256i; 2];
        let wide = [
            children.squares,
            children.movers,
            children.opponents,
            children.replies,
        ]
        .map(Lanes::widen);
        // SAFETY: `Lanes` and two `__m256i` have the same size, and any bits are valid in both.
        // This is compiled only into builds for CPUs with these instructions.
        unsafe {
            let [squares, movers, opponents, replies] =
                wide.map(|lanes| transmute::<Lanes, Halves>(lanes));
            let four = |half: usize| {
                sort_four(squares[half], movers[half], opponents[half], replies[half])
            };
            transmute::<Halves, Lanes>([four(0), four(1)]).narrow()
        }
    }

    /// The sort keys of four children.
    #[inline(always)]
    unsafe fn sort_four(
        square: __m256i,
        mover: __m256i,
        opponent: __m256i,
        replies: __m256i,
    ) -> __m256i {
        // SAFETY: the caller vouches for the CPU.
        unsafe {
            let splat = |word: u64| _mm256_set1_epi64x(word as i64);
            let zero = _mm256_setzero_si256();

            // The empty squares and those next to them, as in `Bitboard::spread`.
            let empty = _mm256_xor_si256(_mm256_or_si256(mover, opponent), splat(!0));
            let east = _mm256_and_si256(_mm256_add_epi64(empty, empty), splat(NOT_A));
            let west = _mm256_and_si256(_mm256_srli_epi64::<1>(empty), splat(NOT_H));
            let row = _mm256_or_si256(empty, _mm256_or_si256(east, west));
            let beside = _mm256_or_si256(_mm256_slli_epi64::<8>(row), _mm256_srli_epi64::<8>(row));
            let frontier = _mm256_and_si256(opponent, _mm256_or_si256(row, beside));

            // Each byte gets the weighted sum for a row of the board.
            let corner_replies = _mm256_add_epi8(
                _mm256_and_si256(replies, splat(CORNERS_OF_A)),
                _mm256_and_si256(_mm256_srli_epi64::<7>(replies), splat(CORNERS_OF_A)),
            );
            let corner_replies = _mm256_shuffle_epi8(
                times::<{ -weights::CORNER_REPLY as i8 }>([
                    0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                ]),
                corner_replies,
            );
            let sums = _mm256_add_epi8(
                count::<{ -weights::REPLY as i8 }>(replies),
                count::<{ -weights::FRONTIER as i8 }>(frontier),
            );
            let sums = _mm256_sad_epu8(_mm256_add_epi8(sums, corner_replies), zero);

            let bit = _mm256_sllv_epi64(splat(1), square);
            let if_not_in = |set: Bitboard, weight: i64| {
                let outside = _mm256_cmpeq_epi64(_mm256_and_si256(bit, splat(set.bits())), zero);
                _mm256_and_si256(outside, _mm256_set1_epi64x(weight))
            };
            let corner = if_not_in(Bitboard::CORNERS, weights::CORNER);
            let x_square = if_not_in(X_SQUARES, weights::X_SQUARE);
            let base = MAX_RANK - weights::CORNER - weights::X_SQUARE;
            let keys = _mm256_add_epi64(sums, _mm256_set1_epi64x(base));
            _mm256_add_epi64(keys, _mm256_add_epi64(corner, x_square))
        }
    }

    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    /// The corners of column a.
    const CORNERS_OF_A: u64 = 0x0100_0000_0000_0001;

    /// The number of bits in each byte, multiplied by a weight.
    #[inline(always)]
    unsafe fn count<const WEIGHT: i8>(set: __m256i) -> __m256i {
        // SAFETY: the caller vouches for the CPU.
        unsafe {
            let bits = times::<WEIGHT>([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
            let nibbles = _mm256_set1_epi8(0x0f);
            let low = _mm256_and_si256(set, nibbles);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(set), nibbles);
            _mm256_add_epi8(
                _mm256_shuffle_epi8(bits, low),
                _mm256_shuffle_epi8(bits, high),
            )
        }
    }

    /// The entries of a table for [`_mm256_shuffle_epi8`], multiplied by a weight.
    #[inline(always)]
    fn times<const WEIGHT: i8>(table: [i8; 16]) -> __m256i {
        let table = table.map(|entry| entry * WEIGHT);
        // SAFETY: the arrays are as large as a register, in which any bits are valid.
        unsafe { transmute::<[[i8; 16]; 2], __m256i>([table, table]) }
    }
}

#[cfg(all(test, target_feature = "avx2", not(target_feature = "avx512f")))]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::sample;

    proptest! {
        #[test]
        fn kernels_agree(position in sample::scattered()) {
            let board = position.board();
            let mut moves = board.moves().into_iter();
            let squares = std::array::from_fn(|_| moves.next());
            prop_assume!(squares[0].is_some());
            let square = squares[0].expect("assumed");
            let squares = Lanes(squares.map(|next| next.unwrap_or(square).index() as u64));
            let mut children: ChildLanes = ChildLanes::NONE;
            children.play(board, squares);
            prop_assert_eq!(sort_keys(&children), children.sort_keys(rank));
            let mut children: ChildLanes<4> = ChildLanes::NONE;
            children.play(board, squares.narrow());
            prop_assert_eq!(sort_keys(&children), children.sort_keys(rank));
        }
    }
}
