//! How large weights may be.
//!
//! Within these limits no step of [`Net::value`] can overflow, whatever stands on
//! the board; so the code there need not look.

use super::layer::Weights;
use super::net::{
    ACTIVE, DIMENSIONS, HIDDEN, HIDDEN_ONE, Head, LAST_ONE, Net, ONE, ROW_ONE, SQUARE_ONE,
};

/// In a row: 0.25 nearly.
pub const ROW: i8 = i8::MAX;
/// A byte in the layer between.
pub const BYTE: i8 = i8::MAX;
/// How far it is shifted.
pub const SHIFT: u8 = 10;
/// In the layer between: 16 nearly.
pub const HIDDEN_WEIGHT: i32 = (BYTE as i32) << SHIFT;
/// Added in the layer between: 512.
pub const HIDDEN_BIAS: i32 = 512 * SQUARE_ONE * HIDDEN_ONE;
/// From the layer between to the value: 8.
pub const LAST: i16 = 8 * LAST_ONE as i16;
/// From the sums to the value: 1.5.
pub const DIRECT: i16 = 3 * LAST_ONE as i16 / 2;
/// Added to the value: 64.
pub const BIAS: i32 = 64 * ONE * LAST_ONE;

const _: () = {
    let sum = ROW as i64 * ACTIVE as i64;
    assert!(sum <= i16::MAX as i64);
    let hidden = HIDDEN_WEIGHT as i64 * SQUARE_ONE as i64 * DIMENSIONS as i64 + HIDDEN_BIAS as i64;
    assert!(hidden <= i32::MAX as i64);
    let last = LAST as i64 * ONE as i64 * HIDDEN as i64;
    let direct = DIRECT as i64 * sum * DIMENSIONS as i64 * (ONE / ROW_ONE) as i64;
    assert!(last + direct + BIAS as i64 <= i32::MAX as i64);
};

impl Net {
    /// Whether all weights are within the limits.
    pub(super) fn is_within_limits(&self) -> bool {
        let mut weights = self.rows.iter().flat_map(|row| row.0);
        weights.all(|weight| is_within(weight, ROW))
            && self.heads.iter().all(Head::is_within_limits)
    }
}

impl Head {
    fn is_within_limits(&self) -> bool {
        self.hidden.rows().iter().all(Weights::is_within_limits)
            && self
                .hidden_bias
                .iter()
                .all(|&bias| is_within(bias, HIDDEN_BIAS))
            && self.last.iter().all(|&weight| is_within(weight, LAST))
            && self.direct.iter().all(|&weight| is_within(weight, DIRECT))
            && is_within(self.bias, BIAS)
    }
}

impl Weights {
    fn is_within_limits(&self) -> bool {
        self.shift <= SHIFT && self.bytes.iter().all(|&byte| is_within(byte, BYTE))
    }
}

fn is_within(weight: impl Into<i32>, limit: impl Into<i32>) -> bool {
    let limit = limit.into();
    (-limit..=limit).contains(&weight.into())
}

#[cfg(test)]
mod tests {
    use super::super::layer::Layer;
    use super::super::net::{DISCS, FINE, ROWS, Row, STAGES, active_rows};
    use super::super::numbers::Numbers;
    use super::*;
    use crate::board::Position;

    /// The largest weights of all: arithmetic that overflows panics in a debug build, and
    /// gives the wrong sign in others.
    #[test]
    fn the_largest_weights_do_not_overflow() {
        let largest = Weights {
            bytes: [BYTE; DIMENSIONS],
            shift: SHIFT,
        };
        for sign in [1, -1] {
            let head = Head {
                hidden: Layer::of(&[largest; HIDDEN]),
                hidden_bias: [HIDDEN_BIAS; HIDDEN],
                last: [LAST * sign; HIDDEN],
                direct: [DIRECT * sign; DIMENSIONS],
                bias: BIAS * i32::from(sign),
            };
            let mut net = Net {
                rows: vec![Row([ROW; DIMENSIONS]); ROWS].into(),
                heads: vec![head; STAGES].into(),
            };
            assert!(net.is_within_limits());
            let (mover, opponent) = (Position::START.mover(), Position::START.opponent());
            let numbers = Numbers::of(mover, opponent);
            assert_eq!(active_rows(&numbers, mover, opponent).len(), ACTIVE);
            let expected = i64::from(sign)
                * (i64::from(LAST) * i64::from(ONE) * HIDDEN as i64
                    + i64::from(DIRECT)
                        * i64::from(ROW)
                        * (ACTIVE * DIMENSIONS) as i64
                        * i64::from(ONE / ROW_ONE)
                    + i64::from(BIAS))
                / i64::from(ONE * LAST_ONE / (DISCS * FINE));
            assert_eq!(i64::from(net.value(&numbers, mover, opponent)), expected);
            net.heads[7].direct[3] = DIRECT + 1;
            assert!(!net.is_within_limits());
        }
    }
}
