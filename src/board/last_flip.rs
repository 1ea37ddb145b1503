//! How many discs does the last move of a game flip?
//!
//! When only one square is empty, the discs of one side determine those of the other. So a
//! line through the square is a number of eight bits, which is the index of a table. With
//! BMI2, `pext` extracts the four lines from the board; otherwise a multiplication moves
//! their squares next to each other.
#![allow(unsafe_code)]

use super::{Bitboard, Square};

/// The number of discs that the owner of `discs` flips by playing on `square`, the only
/// empty one.
#[inline(always)]
pub(crate) fn last_flips(square: Square, discs: Bitboard) -> u32 {
    chosen(square, discs)
}

cfg_select! {
    all(target_arch = "x86_64", target_feature = "bmi2") => { use by_extraction as chosen; }
    _ => { use by_product as chosen; }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
#[inline(always)]
fn by_product(square: Square, discs: Bitboard) -> u32 {
    /// Column a.
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    /// The diagonal from h1 to a8, moved by a column: the row of each square of column a
    /// becomes its place in the highest byte of the product.
    const DIAGONAL: u64 = 0x0102_0408_1020_4080;

    let (column, row) = (square.index() % 8, square.index() / 8);
    let [_, _, falling, rising] = &LINES[square.index()];
    let discs = discs.bits();
    // A diagonal has a square in each column, or none.
    let by_column = |line: &Line| (discs & line.squares).wrapping_mul(COLUMN) >> 56;
    let by_row = (discs >> column & COLUMN).wrapping_mul(DIAGONAL) >> 56;
    let in_row = discs >> (8 * row) & 0xff;
    let count = |place: usize, own: u64| u32::from(COUNTS[place][own as usize]);
    count(column, in_row)
        + count(column, by_column(falling))
        + count(column, by_column(rising))
        + count(row, by_row)
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
fn by_extraction(square: Square, discs: Bitboard) -> u32 {
    use std::arch::x86_64::_pext_u64;

    let lines = &LINES[square.index()];
    let count = |line: &Line| {
        // SAFETY: this is compiled only into builds for CPUs with BMI2.
        let own = unsafe { _pext_u64(discs.bits(), line.squares) };
        u32::from(COUNTS[line.place as usize][(own & 0xff) as usize])
    };
    count(&lines[0]) + count(&lines[1]) + count(&lines[2]) + count(&lines[3])
}

/// A line through a square.
#[derive(Clone, Copy)]
struct Line {
    squares: u64,
    /// The index of the square in the line.
    #[cfg_attr(not(target_feature = "bmi2"), allow(dead_code))]
    place: u8,
}

/// The row, the column and the diagonals of each square.
static LINES: [[Line; 4]; 64] = {
    let steps = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let empty = Line {
        squares: 0,
        place: 0,
    };
    let mut lines = [[empty; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (across, down) = steps[direction];
            let mut distance = -7;
            while distance <= 7 {
                let column = square as i32 % 8 + across * distance;
                let row = square as i32 / 8 + down * distance;
                if column >= 0 && column < 8 && row >= 0 && row < 8 {
                    lines[square][direction].squares |= 1 << (row * 8 + column);
                    if distance < 0 {
                        lines[square][direction].place += 1;
                    }
                }
                distance += 1;
            }
            direction += 1;
        }
        square += 1;
    }
    lines
};

/// How many discs of the opponent a move flips along a line, indexed by the place of the
/// square in the line and the mover's discs in it.
static COUNTS: [[u8; 256]; 8] = {
    let mut counts = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut discs = 0;
        while discs < 256 {
            counts[place][discs] =
                flipped(place as i32, discs as u32, 1) + flipped(place as i32, discs as u32, -1);
            discs += 1;
        }
        place += 1;
    }
    counts
};

const fn flipped(place: i32, discs: u32, step: i32) -> u8 {
    let mut at = place + step;
    let mut run = 0;
    while at >= 0 && at < 8 {
        if discs >> at & 1 != 0 {
            return run;
        }
        run += 1;
        at += step;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::flip;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_what_the_move_flips(bits: u64, index in 0..64u8) {
            let square = Square::new(index).expect("below 64");
            let discs = Bitboard::from_bits(bits) - square.bit();
            let expected = flip::flips(square, discs, !(discs | square.bit())).len();
            prop_assert_eq!(last_flips(square, discs), expected);
            prop_assert_eq!(by_product(square, discs), expected);
        }
    }
}
