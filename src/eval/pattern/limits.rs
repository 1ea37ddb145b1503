//! How large weights may be.
//!
//! Within these limits no step of [`Net::value`] can overflow, whatever is on the
//! board, so the code there needs no checks.

use super::architecture::{
    ACTIVATION_SCALE, ACTIVE, DIMENSIONS, HIDDEN, HIDDEN_WEIGHT_SCALE, OUTPUT_SCALE,
    OUTPUT_WEIGHT_SCALE, ROW_SCALE, Row,
};
use super::hidden_layer::Neuron;
use super::net::{Head, Net};

/// The largest weight in a row: nearly 0.25.
pub(crate) const ROW_WEIGHT: i8 = i8::MAX;
/// The largest byte of a neuron.
pub(crate) const HIDDEN_BYTE: i8 = i8::MAX;
/// The largest shift of a neuron.
pub(crate) const HIDDEN_SHIFT: u8 = 10;
/// The largest weight in the hidden layer: nearly 16.
pub(crate) const HIDDEN_WEIGHT: i32 = (HIDDEN_BYTE as i32) << HIDDEN_SHIFT;
/// The largest bias in the hidden layer: 512.
pub(crate) const HIDDEN_BIAS: i32 = 512 * ACTIVATION_SCALE * HIDDEN_WEIGHT_SCALE;
/// The largest weight from the hidden layer to the output: 8.
pub(crate) const OUTPUT_WEIGHT: i16 = 8 * OUTPUT_WEIGHT_SCALE as i16;
/// The largest weight in the skip connection: 1.5.
pub(crate) const SKIP_WEIGHT: i16 = 3 * OUTPUT_WEIGHT_SCALE as i16 / 2;
/// The largest bias of the output: 64.
pub(crate) const OUTPUT_BIAS: i32 = 64 * OUTPUT_SCALE * OUTPUT_WEIGHT_SCALE;

const _: () = {
    let sum = ROW_WEIGHT as i64 * ACTIVE as i64;
    assert!(sum <= i16::MAX as i64);
    let products = HIDDEN_WEIGHT as i64 * ACTIVATION_SCALE as i64 * DIMENSIONS as i64;
    assert!(products + HIDDEN_BIAS as i64 <= i32::MAX as i64);
    let output = OUTPUT_WEIGHT as i64 * OUTPUT_SCALE as i64 * HIDDEN as i64;
    let skip = SKIP_WEIGHT as i64 * sum * DIMENSIONS as i64 * (OUTPUT_SCALE / ROW_SCALE) as i64;
    assert!(output + skip + OUTPUT_BIAS as i64 <= i32::MAX as i64);
};

impl Net {
    /// Whether all weights are within the limits.
    pub(super) fn is_within_limits(&self) -> bool {
        let mut weights = self.rows.iter().flat_map(Row::weights);
        weights.all(|weight| is_within(weight, ROW_WEIGHT))
            && self.heads.iter().all(Head::is_within_limits)
    }
}

impl Head {
    fn is_within_limits(&self) -> bool {
        self.hidden.neurons().iter().all(Neuron::is_within_limits)
            && self
                .hidden_bias
                .iter()
                .all(|&bias| is_within(bias, HIDDEN_BIAS))
            && self
                .output
                .iter()
                .all(|&weight| is_within(weight, OUTPUT_WEIGHT))
            && self
                .skip
                .iter()
                .all(|&weight| is_within(weight, SKIP_WEIGHT))
            && is_within(self.output_bias, OUTPUT_BIAS)
    }
}

impl Neuron {
    fn is_within_limits(&self) -> bool {
        self.shift <= HIDDEN_SHIFT && self.bytes.iter().all(|&byte| is_within(byte, HIDDEN_BYTE))
    }
}

fn is_within(weight: impl Into<i32>, limit: impl Into<i32>) -> bool {
    let limit = limit.into();
    (-limit..=limit).contains(&weight.into())
}

#[cfg(test)]
mod tests {
    use super::super::accumulator::Accumulator;
    use super::super::architecture::{DISCS_PER_OUTPUT, ROWS, STAGES, UNITS_PER_DISC};
    use super::super::hidden_layer::HiddenLayer;
    use super::super::value::active_rows;
    use super::*;
    use crate::board::Position;

    /// Arithmetic that overflows panics in a debug build, and has the wrong sign in others.
    #[test]
    fn the_largest_weights_do_not_overflow() {
        let largest = Neuron {
            bytes: [HIDDEN_BYTE; DIMENSIONS],
            shift: HIDDEN_SHIFT,
        };
        for sign in [1, -1] {
            let head = Head {
                hidden: HiddenLayer::new(&[largest; HIDDEN]),
                hidden_bias: [HIDDEN_BIAS; HIDDEN],
                output: [OUTPUT_WEIGHT * sign; HIDDEN],
                skip: [SKIP_WEIGHT * sign; DIMENSIONS],
                output_bias: OUTPUT_BIAS * i32::from(sign),
            };
            let mut net = Net {
                rows: vec![Row::new([ROW_WEIGHT; DIMENSIONS]); ROWS].into(),
                heads: vec![head; STAGES].into(),
            };
            assert!(net.is_within_limits());
            let (mover, opponent) = (Position::START.mover(), Position::START.opponent());
            let accumulator = Accumulator::of(mover, opponent);
            assert_eq!(active_rows(&accumulator, mover, opponent).len(), ACTIVE);
            let expected = i64::from(sign)
                * (i64::from(OUTPUT_WEIGHT) * i64::from(OUTPUT_SCALE) * HIDDEN as i64
                    + i64::from(SKIP_WEIGHT)
                        * i64::from(ROW_WEIGHT)
                        * (ACTIVE * DIMENSIONS) as i64
                        * i64::from(OUTPUT_SCALE / ROW_SCALE)
                    + i64::from(OUTPUT_BIAS))
                / i64::from(
                    OUTPUT_SCALE * OUTPUT_WEIGHT_SCALE / (DISCS_PER_OUTPUT * UNITS_PER_DISC),
                );
            let value = net.value(&accumulator, mover, opponent);
            assert_eq!(i64::from(value), expected);
            net.heads[7].skip[3] = SKIP_WEIGHT + 1;
            assert!(!net.is_within_limits());
        }
    }
}
