//! The computation of the network: from the features of a board to its value.
//!
//! The sum of the active rows, clipped to 0..1 and squared, goes through a hidden layer with
//! clipped activations to the output; a skip connection leads from the sum straight to the
//! output. All arithmetic is on integers, so that every machine computes the same value.

use super::accumulator::Accumulator;
use super::architecture::{
    ACTIVATION_SCALE, ACTIVE, DISCS_PER_OUTPUT, HIDDEN_WEIGHT_SCALE, OUTPUT_SCALE,
    OUTPUT_WEIGHT_SCALE, ROW_SCALE, SCALARS, UNITS_PER_DISC, stage,
};
use super::features::{CONFIGURATIONS, FEATURE_COUNT, FIRST_ROWS};
use super::first_layer;
use super::net::Net;
use crate::board::{Bitboard, Position, mobility};

/// The rows that are active on a board.
#[inline(always)]
pub(crate) fn active_rows(
    accumulator: &Accumulator,
    mover: Bitboard,
    opponent: Bitboard,
) -> [u32; ACTIVE] {
    let mut rows = [0; ACTIVE];
    let configurations = accumulator.configurations();
    for index in 0..FEATURE_COUNT {
        rows[index] = FIRST_ROWS[index] + u32::from(configurations[index]);
    }
    let empty = !(mover | opponent);
    let scalars = [
        mobility::moves(mover, opponent).len(),
        mobility::moves(opponent, mover).len(),
        (opponent.spread() & empty).len(),
        (mover.spread() & empty).len(),
        empty.len() % 2,
    ];
    for (index, ((first, most), scalar)) in SCALARS.into_iter().zip(scalars).enumerate() {
        rows[FEATURE_COUNT + index] = (CONFIGURATIONS + first) as u32 + scalar.min(most);
    }
    rows
}

impl Net {
    /// The expected lead of the side to move in discs. The game must not be over.
    pub fn evaluate(&self, position: &Position) -> f64 {
        let (mover, opponent) = (position.mover(), position.opponent());
        let units = self.value(&Accumulator::of(mover, opponent), mover, opponent);
        f64::from(units) / f64::from(UNITS_PER_DISC)
    }

    /// The expected lead of the side to move, [`UNITS_PER_DISC`] to a disc.
    #[inline]
    pub(crate) fn value(
        &self,
        accumulator: &Accumulator,
        mover: Bitboard,
        opponent: Bitboard,
    ) -> i32 {
        let sums = first_layer::sum(&self.rows, active_rows(accumulator, mover, opponent));
        let head = &self.heads[stage((!(mover | opponent)).len())];
        let products = head.hidden.products(&sums.map(squared_clipped));
        let mut value = head.output_bias;
        for (index, &weight) in head.output.iter().enumerate() {
            let hidden = products[index] + head.hidden_bias[index];
            let shift = (ACTIVATION_SCALE * HIDDEN_WEIGHT_SCALE / OUTPUT_SCALE).ilog2();
            let clipped = (hidden >> shift).clamp(0, OUTPUT_SCALE);
            value += clipped * i32::from(weight);
        }
        let skip = sums.iter().zip(&head.skip);
        let skip: i32 = skip
            .map(|(&sum, &weight)| i32::from(sum) * i32::from(weight))
            .sum();
        value += skip * (OUTPUT_SCALE / ROW_SCALE);
        value / (OUTPUT_SCALE * OUTPUT_WEIGHT_SCALE / (DISCS_PER_OUTPUT * UNITS_PER_DISC))
    }
}

/// The activation of the first layer: the sum clipped to 0..1 and squared, with the
/// result kept below 1 so that it fits seven bits.
#[inline(always)]
fn squared_clipped(sum: i16) -> u8 {
    const SHIFT: u32 = (16 + 1 + ACTIVATION_SCALE.ilog2() - 2 * ROW_SCALE.ilog2()) / 2;
    // CPUs compute the upper half of 16-bit products for many numbers at a time.
    let clipped = i32::from(sum.clamp(0, LARGEST) << SHIFT);
    let halves = ((clipped * clipped) >> 16) as i16;
    ((halves + 1) >> 1) as u8
}

/// The largest sum whose square rounds to less than 1.
const LARGEST: i16 = ROW_SCALE as i16 - 2;

#[cfg(test)]
mod tests {
    use super::*;

    /// The hidden layer takes nothing above 127.
    #[test]
    fn squares_are_clipped_and_rounded() {
        for sum in i16::MIN..=i16::MAX {
            let clipped = f64::from(sum.clamp(0, ROW_SCALE as i16)) / f64::from(ROW_SCALE);
            let square = clipped * clipped * f64::from(ACTIVATION_SCALE);
            let squared = squared_clipped(sum);
            assert!(squared <= 127, "{sum}");
            let off = (f64::from(squared) - square.min(127.0)).abs();
            assert!(off <= 0.5, "{sum}: {squared} for {square}");
        }
    }
}
