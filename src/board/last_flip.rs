//! How many discs does the last move of a game flip?
//!
//! When only one square is empty, the discs of one side determine those of the other. So a
//! line through the square is a number of eight bits, which is the index of a table. With
//! BMI2, `pext` extracts the four lines from the board.
#![allow(unsafe_code)]

use super::{Bitboard, Square};

/// The number of discs that the owner of `discs` flips by playing on `square`, the only
/// empty one.
#[inline(always)]
pub(crate) fn last_flips(square: Square, discs: Bitboard) -> u32 {
    chosen(square, discs)
}

cfg_select! {
    all(target_arch = "x86_64", target_feature = "bmi2") => { use by_table as chosen; }
    _ => { use portable as chosen; }
}

#[cfg_attr(all(target_arch = "x86_64", target_feature = "bmi2"), allow(dead_code))]
#[inline(always)]
fn portable(square: Square, discs: Bitboard) -> u32 {
    super::flip::flips(square, discs, !(discs | square.bit())).len()
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
fn by_table(square: Square, discs: Bitboard) -> u32 {
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
#[cfg_attr(not(target_feature = "bmi2"), allow(dead_code))]
#[derive(Clone, Copy)]
struct Line {
    squares: u64,
    /// The index of the square in the line.
    place: u8,
}

/// The row, the column and the diagonals of each square.
#[cfg_attr(not(target_feature = "bmi2"), allow(dead_code))]
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
#[cfg_attr(not(target_feature = "bmi2"), allow(dead_code))]
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
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_what_the_move_flips(bits: u64, index in 0..64u8) {
            let square = Square::new(index).expect("below 64");
            let discs = Bitboard::from_bits(bits) - square.bit();
            prop_assert_eq!(last_flips(square, discs), portable(square, discs));
        }
    }
}
