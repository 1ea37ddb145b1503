//! From the numbers to a value: what is learnt, and how it is used.
//!
//! Each thing that can stand on a feature has a row of [`DIMENSIONS`] whole
//! numbers; so has each number of moves that a side has, or may get. The sum of
//! the rows of a board, bounded and squared, goes through one more layer to the
//! value, with different weights for each stage of the game. Everything is whole
//! numbers, so that each machine finds the same.

use super::layer::{Layer, Weights};
use super::numbers::Numbers;
use super::shapes::{self, COUNT, FIRST_ROWS};
use super::sums;
use crate::board::{Bitboard, mobility};

/// How many numbers describe a board.
pub const DIMENSIONS: usize = 64;

/// How many the layer between has.
pub const HIDDEN: usize = 16;

/// The weights change with every second empty square.
pub const STAGES: usize = 31;

/// What is 1 in the rows and in their sums.
pub const ROW_ONE: i32 = 512;
/// The same in the squares of the sums.
pub const SQUARE_ONE: i32 = 128;
/// The same in the weights of the layer between.
pub const HIDDEN_ONE: i32 = 8192;
/// The same in the layer between, and in the value.
pub const ONE: i32 = 1024;
/// The same in the weights that lead to the value.
pub const LAST_ONE: i32 = 1024;

/// A value of 1 is so many discs.
pub const DISCS: i32 = 16;

/// Values are told in so many parts of a disc.
pub const FINE: i32 = 256;

/// What else is known of a board: how many moves each side has and how many
/// empty squares beside the other's discs; and whether the number of empty
/// squares is odd.
const COUNTS: [(usize, u32); 5] = [(0, 31), (32, 31), (64, 47), (112, 47), (160, 1)];

/// How many rows there are.
pub const ROWS: usize = shapes::ROWS + 162;

/// How many rows describe a board.
pub const ACTIVE: usize = COUNT + COUNTS.len();

/// A row of the table, on a cache line of its own: much of the time of a value is spent
/// waiting for rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row(pub [i8; DIMENSIONS]);

/// The weights of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// From each of the sums to the layer between.
    pub hidden: Layer,
    /// Added in the layer between.
    pub hidden_bias: [i32; HIDDEN],
    /// From the layer between to the value.
    pub last: [i16; HIDDEN],
    /// From the sums to the value.
    pub direct: [i16; DIMENSIONS],
    /// Added to the value.
    pub bias: i32,
}

/// What was learnt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// For each thing that can stand on a shape, and for each count.
    pub rows: Box<[Row]>,
    /// For each stage.
    pub heads: Box<[Head]>,
}

/// The stage of a board with so many empty squares.
#[inline(always)]
pub fn stage(empty: u32) -> usize {
    (empty / 2).min(STAGES as u32 - 1) as usize
}

/// For each row, the first of the rows that mean the same.
pub fn canonical_rows() -> Vec<u32> {
    let mut canonical = shapes::canonical_rows();
    canonical.extend(shapes::ROWS as u32..ROWS as u32);
    canonical
}

/// The rows that describe a board.
#[inline(always)]
pub fn active_rows(numbers: &Numbers, mover: Bitboard, opponent: Bitboard) -> [u32; ACTIVE] {
    let mut rows = [0; ACTIVE];
    let numbers = numbers.get();
    for index in 0..COUNT {
        rows[index] = FIRST_ROWS[index] + u32::from(numbers[index]);
    }
    let empty = !(mover | opponent);
    let counts = [
        mobility::moves(mover, opponent).len(),
        mobility::moves(opponent, mover).len(),
        (opponent.spread() & empty).len(),
        (mover.spread() & empty).len(),
        empty.len() % 2,
    ];
    for (index, ((first, most), count)) in COUNTS.into_iter().zip(counts).enumerate() {
        rows[COUNT + index] = (shapes::ROWS + first) as u32 + count.min(most);
    }
    rows
}

impl Net {
    /// To begin with: to it all boards are even.
    pub fn blank() -> Net {
        let head = Head {
            hidden: Layer::of(&[Weights::ZERO; HIDDEN]),
            hidden_bias: [0; HIDDEN],
            last: [0; HIDDEN],
            direct: [0; DIMENSIONS],
            bias: 0,
        };
        Net {
            rows: vec![Row([0; DIMENSIONS]); ROWS].into(),
            heads: vec![head; STAGES].into(),
        }
    }

    /// The expected lead of the side to move in parts of a disc.
    #[inline]
    pub fn value(&self, numbers: &Numbers, mover: Bitboard, opponent: Bitboard) -> i32 {
        let sums = sums::sum(&self.rows, active_rows(numbers, mover, opponent));
        let head = &self.heads[stage((!(mover | opponent)).len())];
        let squared = sums.map(squared);
        let outputs = head.hidden.outputs(&squared);
        let mut value = head.bias;
        for (index, &weight) in head.last.iter().enumerate() {
            let hidden = outputs[index] + head.hidden_bias[index];
            let bounded = (hidden >> (SQUARE_ONE * HIDDEN_ONE / ONE).ilog2()).clamp(0, ONE);
            value += bounded * i32::from(weight);
        }
        let direct = sums.iter().zip(&head.direct);
        let direct: i32 = direct
            .map(|(&sum, &weight)| i32::from(sum) * i32::from(weight))
            .sum();
        value += direct * (ONE / ROW_ONE);
        value / (ONE * LAST_ONE / (DISCS * FINE))
    }
}

/// The square of a sum, bounded so that it is below 1, for the layer between.
#[inline(always)]
fn squared(sum: i16) -> u8 {
    const SHIFT: u32 = (16 + 1 + SQUARE_ONE.ilog2() - 2 * ROW_ONE.ilog2()) / 2;
    // The upper half of a product of 16 bits each: CPUs do that for many at a time.
    let bounded = i32::from(sum.clamp(0, LARGEST) << SHIFT);
    let halves = ((bounded * bounded) >> 16) as i16;
    ((halves + 1) >> 1) as u8
}

/// The largest sum whose square is rounded to less than 1.
const LARGEST: i16 = ROW_ONE as i16 - 2;

#[cfg(test)]
mod tests {
    use super::*;

    /// The layer between takes nothing above 127.
    #[test]
    fn squares_are_bounded_and_rounded() {
        for sum in i16::MIN..=i16::MAX {
            let bounded = f64::from(sum.clamp(0, ROW_ONE as i16)) / f64::from(ROW_ONE);
            let square = bounded * bounded * f64::from(SQUARE_ONE);
            let squared = squared(sum);
            assert!(squared <= 127, "{sum}");
            let off = (f64::from(squared) - square.min(127.0)).abs();
            assert!(off <= 0.5, "{sum}: {squared} for {square}");
        }
    }
}
