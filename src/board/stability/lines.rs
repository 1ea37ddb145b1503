//! Discs that are safe along all four lines through them.
//!
//! The four families of lines are processed in the same way, so that AVX2 can process all of
//! them at once. It is written with intrinsics, because the compiler vectorises only two
//! families, or moves each step of [`grow`] out of the vector registers and back.
#![allow(unsafe_code)]

use super::COLUMN_A;

const ROW_1: u64 = 0xFF;
const SIDES: u64 = COLUMN_A | COLUMN_A << 7;
const ENDS: u64 = ROW_1 | ROW_1 << 56;

/// The step from a square to the next one, towards higher indices, for each family: rows,
/// columns, the diagonals from top left to bottom right, and those from top right to bottom
/// left.
const STEPS: [u32; 4] = [1, 8, 9, 7];

/// The squares at the ends of lines, which never flip along them.
const TIPS: [u64; 4] = [SIDES, ENDS, SIDES | ENDS, SIDES | ENDS];

/// The squares that 1, 2 and 4 steps up can reach without leaving the board.
const UP: [[u64; 4]; 3] = [
    [columns(1, 7), !0, columns(1, 7), columns(0, 6)],
    [columns(2, 7), !0, columns(2, 7), columns(0, 5)],
    [columns(4, 7), !0, columns(4, 7), columns(0, 3)],
];

/// The squares that 1, 2 and 4 steps down can reach without leaving the board.
const DOWN: [[u64; 4]; 3] = [
    [columns(0, 6), !0, columns(0, 6), columns(1, 7)],
    [columns(0, 5), !0, columns(0, 5), columns(2, 7)],
    [columns(0, 3), !0, columns(0, 3), columns(4, 7)],
];

/// The columns from `first` to `last`, where 0 is column a.
const fn columns(first: u32, last: u32) -> u64 {
    (ROW_1 >> (7 - last + first) << first) * COLUMN_A
}

/// All stable discs of the side with the discs `own`, grown from some of them: on each line,
/// a disc must be safe by itself or next to a stable one. May stop early once there are
/// `enough`.
#[inline(always)]
pub(super) fn grow(stable: u64, own: u64, occupied: u64, enough: u32) -> u64 {
    chosen::grow(stable, own, occupied, enough)
}

cfg_select! {
    all(target_arch = "x86_64", target_feature = "avx2") => { use avx2 as chosen; }
    _ => { use portable as chosen; }
}

/// How many steps are taken before testing whether they were the last. The branch is
/// mispredicted if they were, so it should not be executed often.
const AT_ONCE: usize = 3;

/// Repeats the steps, which return the discs found so far, until there are enough or no more
/// are found.
#[inline(always)]
fn repeat(mut some_steps: impl FnMut() -> u64, mut stable: u64, enough: u32) -> u64 {
    loop {
        let grown = some_steps();
        if grown == stable || grown.count_ones() >= enough {
            return grown;
        }
        stable = grown;
    }
}

#[cfg_attr(all(target_arch = "x86_64", target_feature = "avx2"), allow(dead_code))]
mod portable {
    use super::{AT_ONCE, DOWN, STEPS, TIPS, UP, repeat};

    #[inline(always)]
    pub(super) fn grow(stable: u64, own: u64, occupied: u64, enough: u32) -> u64 {
        let safe = safe(occupied);
        // A bit that is shifted around the edge ends on the border, where discs are safe on
        // this line anyway.
        let step = |stable: u64| {
            let neighbours = |steps: u32| stable << steps | stable >> steps;
            let lines: [u64; 4] = std::array::from_fn(|line| safe[line] | neighbours(STEPS[line]));
            own & lines[0] & lines[1] & lines[2] & lines[3] | stable
        };
        let mut grown = stable;
        let some_steps = || {
            for _ in 0..AT_ONCE {
                grown = step(grown);
            }
            grown
        };
        repeat(some_steps, stable, enough)
    }

    /// For each family, the squares that cannot flip along its lines: those of full lines, and
    /// the ends of all lines.
    #[inline(always)]
    pub(super) fn safe(occupied: u64) -> [u64; 4] {
        // All squares that can be reached from an empty square in 1 + 2 + 4 steps.
        let mut up = [!occupied; 4];
        let mut down = [!occupied; 4];
        for doubled in 0..3 {
            for line in 0..4 {
                let steps = STEPS[line] << doubled;
                up[line] |= up[line] << steps & UP[doubled][line];
                down[line] |= down[line] >> steps & DOWN[doubled][line];
            }
        }
        std::array::from_fn(|line| !(up[line] | down[line]) | TIPS[line])
    }
}

/// A lane for each family.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2 {
    use std::arch::x86_64::*;
    use std::mem::transmute;

    use super::{AT_ONCE, DOWN, STEPS, TIPS, UP, repeat};

    #[inline(always)]
    pub(super) fn grow(stable: u64, own: u64, occupied: u64, enough: u32) -> u64 {
        // SAFETY: this is compiled only into builds for CPUs with AVX2. Four words and two
        // vectors have the same size, and any bits are valid in both.
        unsafe {
            // The families are in pairs, so that no step crosses the halves of a vector.
            let safe = transmute::<[u64; 4], [__m128i; 2]>(safe(occupied));
            let [a, b, c, d] = STEPS.map(i64::from);
            let steps = [_mm_set_epi64x(b, a), _mm_set_epi64x(d, c)];
            let own = _mm_set1_epi64x(own as i64);
            let step = |stable| {
                let pair = |pair: usize| {
                    let up = _mm_sllv_epi64(stable, steps[pair]);
                    let down = _mm_srlv_epi64(stable, steps[pair]);
                    _mm_or_si128(safe[pair], _mm_or_si128(up, down))
                };
                let both = _mm_and_si128(own, _mm_and_si128(pair(0), pair(1)));
                let swapped = _mm_shuffle_epi32::<0b01_00_11_10>(both);
                _mm_or_si128(stable, _mm_and_si128(both, swapped))
            };
            let mut grown = _mm_set1_epi64x(stable as i64);
            let some_steps = || {
                for _ in 0..AT_ONCE {
                    grown = step(grown);
                }
                _mm_cvtsi128_si64(grown) as u64
            };
            repeat(some_steps, stable, enough)
        }
    }

    #[inline(always)]
    pub(super) fn safe(occupied: u64) -> [u64; 4] {
        // SAFETY: as above.
        unsafe {
            let empty = _mm256_set1_epi64x(!occupied as i64);
            let (mut up, mut down) = (empty, empty);
            for doubled in 0..3 {
                let steps = lanes(STEPS.map(|step| u64::from(step << doubled)));
                let next = _mm256_and_si256(_mm256_sllv_epi64(up, steps), lanes(UP[doubled]));
                up = _mm256_or_si256(up, next);
                let next = _mm256_and_si256(_mm256_srlv_epi64(down, steps), lanes(DOWN[doubled]));
                down = _mm256_or_si256(down, next);
            }
            let reached = _mm256_andnot_si256(lanes(TIPS), _mm256_or_si256(up, down));
            let all = _mm256_set1_epi64x(-1);
            transmute::<__m256i, [u64; 4]>(_mm256_xor_si256(reached, all))
        }
    }

    #[inline(always)]
    fn lanes(words: [u64; 4]) -> __m256i {
        // SAFETY: both types have the same size, and any bits are valid in both.
        unsafe { transmute::<[u64; 4], __m256i>(words) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::stability::edges;
    use crate::board::{Bitboard, Position, Square, sample};
    use proptest::prelude::*;

    /// A reference that looks at every square of every line.
    fn reference(occupied: Bitboard, (across, down): (i32, i32)) -> Bitboard {
        let step = |square: Square, times: i32| {
            let column = i32::from(square.column()) + across * times;
            let row = i32::from(square.row()) + down * times;
            ((0..8).contains(&column) && (0..8).contains(&row))
                .then(|| Square::new((row * 8 + column) as u8).expect("on the board"))
        };
        let is_full = |square: &Square| {
            let line = (-7..=7).filter_map(|times| step(*square, times));
            line.into_iter().all(|on_line| occupied.contains(on_line))
        };
        let is_tip = |square: &Square| step(*square, 1).is_none() || step(*square, -1).is_none();
        Square::all()
            .filter(|square| is_full(square) || is_tip(square))
            .collect()
    }

    proptest! {
        #[test]
        fn full_lines_and_tips_are_safe(
            empty in prop::collection::vec(0..64u8, 0..24),
        ) {
            let empty: Bitboard = empty.into_iter().filter_map(Square::new).collect();
            let occupied = !empty;
            let lines = [(1, 0), (0, 1), (1, 1), (-1, 1)];
            let expected = lines.map(|line| reference(occupied, line).bits());
            prop_assert_eq!(portable::safe(occupied.bits()), expected);
            prop_assert_eq!(chosen::safe(occupied.bits()), expected);
        }

        #[test]
        fn all_kernels_find_the_same_stable_discs(
            choices in sample::choices(),
            enough in prop_oneof![0..40u32, Just(u32::MAX)],
        ) {
            let mut position = Position::START;
            for action in sample::game(Position::START, &choices) {
                position = position.after(action);
                let (own, other) = (position.mover().bits(), position.opponent().bits());
                let edges = edges::stable(own, other);
                let found = portable::grow(edges, own, own | other, enough);
                prop_assert_eq!(grow(edges, own, own | other, enough), found);
            }
        }

        #[test]
        fn all_kernels_find_the_same_safe_squares(occupied: [u64; 3], edges: u64) {
            let occupied = occupied[0] | occupied[1] | occupied[2];
            let edges = edges & occupied;
            let found = portable::grow(edges, occupied, occupied, u32::MAX);
            prop_assert_eq!(grow(edges, occupied, occupied, u32::MAX), found);
        }
    }
}
