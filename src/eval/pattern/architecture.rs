//! The architecture of the network: its sizes and its quantisation scales.
//!
//! Weights and activations are fractions that are stored as integers: a scale says
//! which integer stands for 1.
#![allow(unsafe_code)]

use super::features::{CONFIGURATIONS, FEATURE_COUNT};

/// Width of the first layer: how many weights each row has.
pub(crate) const DIMENSIONS: usize = 64;

/// Neurons in the hidden layer.
pub(crate) const HIDDEN: usize = 16;

/// Stages of the game, each with its own head: one for every two empty squares.
pub(crate) const STAGES: usize = 31;

/// Scale of the rows and of their sum.
pub(crate) const ROW_SCALE: i32 = 512;
/// Scale of the activations of the first layer.
pub(crate) const ACTIVATION_SCALE: i32 = 128;
/// Scale of the weights of the hidden layer.
pub(crate) const HIDDEN_WEIGHT_SCALE: i32 = 8192;
/// Scale of the activations of the hidden layer, and of the output.
pub(crate) const OUTPUT_SCALE: i32 = 1024;
/// Scale of the weights that lead to the output.
pub(crate) const OUTPUT_WEIGHT_SCALE: i32 = 1024;

/// An output of 1 means a lead of this many discs.
pub(crate) const DISCS_PER_OUTPUT: i32 = 16;

/// The number of units to a disc in [`Net::value`](super::net::Net::value).
pub(crate) const UNITS_PER_DISC: i32 = 256;

/// The features in addition to the patterns: the number of moves of the side to move and of
/// its opponent, the number of empty squares next to the opponent's discs and to its
/// own, and whether the number of empty squares is odd. Each has a row for every
/// value from 0 to a maximum; this is the first of these rows, and the maximum.
pub(super) const SCALARS: [(usize, u32); 5] = [(0, 31), (32, 31), (64, 47), (112, 47), (160, 1)];

/// Rows of the first layer.
pub(crate) const ROWS: usize = CONFIGURATIONS + 162;

/// Rows that are active on a board.
pub(crate) const ACTIVE: usize = FEATURE_COUNT + SCALARS.len();

/// The weights for one value of a feature, on a cache line of their own: much of the
/// time of an evaluation is spent waiting for rows.
///
/// They are signed, but stored as `u8`: from the bytes of a file, the compiler makes an array
/// of rows in a fraction of a second; to convert each byte would take it ten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Row([u8; DIMENSIONS]);

impl Row {
    /// All weights 0.
    pub(crate) const ZERO: Row = Row([0; DIMENSIONS]);

    /// A row of these weights.
    #[inline(always)]
    pub(crate) fn new(weights: [i8; DIMENSIONS]) -> Row {
        Row(weights.map(i8::cast_unsigned))
    }

    /// Its weights.
    #[inline(always)]
    pub(crate) fn weights(&self) -> [i8; DIMENSIONS] {
        self.0.map(u8::cast_signed)
    }

    /// The bytes of rows.
    #[cfg(not(per_cpu))]
    pub(super) fn bytes_of(rows: &[Row]) -> &[u8] {
        // SAFETY: a row is its bytes; its alignment adds none, because it divides their number.
        let (before, bytes, after) = unsafe { rows.align_to() };
        assert!(before.is_empty() && after.is_empty());
        bytes
    }

    /// The inverse of [`bytes_of`](Row::bytes_of).
    #[cfg(per_cpu)]
    pub(super) fn of_bytes(bytes: &[u8]) -> &[Row] {
        // SAFETY: any bytes are a row.
        let (before, rows, after) = unsafe { bytes.align_to() };
        assert!(before.is_empty() && after.is_empty(), "these are rows");
        rows
    }

    /// All rows, from the bytes of their weights.
    pub(super) const fn all(bytes: &[u8; ROWS * DIMENSIONS]) -> [Row; ROWS] {
        let (chunks, _) = bytes.as_chunks();
        let mut rows = [Row::ZERO; ROWS];
        let mut row = 0;
        while row < ROWS {
            rows[row] = Row(chunks[row]);
            row += 1;
        }
        rows
    }
}

/// The stage of a board with this many empty squares.
#[inline(always)]
pub(crate) fn stage(empty: u32) -> usize {
    (empty / 2).min(STAGES as u32 - 1) as usize
}
