//! From what was learnt to the net of whole numbers that is used, and back.

use super::head::{Head, Sums};
use super::model::Model;
use crate::eval::pattern::layer::{Layer, Weights};
use crate::eval::pattern::limits;
use crate::eval::pattern::net::{
    self, HIDDEN_ONE, LAST_ONE, Net, ONE, ROW_ONE, ROWS, Row, SQUARE_ONE,
};

/// What is 1 in what is added in the layer between.
const BIAS_ONE: i32 = SQUARE_ONE * HIDDEN_ONE;

impl Model {
    /// The net, rounded. Learning has kept all weights within their limits.
    pub(super) fn quantised(&self) -> Net {
        let row = |row: usize| Row(self.row(row).map(|weight| whole(weight, ROW_ONE) as i8));
        Net {
            rows: (0..ROWS).map(row).collect(),
            heads: self.stages.iter().map(|stage| head(&stage.head)).collect(),
        }
    }

    /// Takes over what a net knows.
    pub(super) fn begin_with(&mut self, net: &Net) {
        for (row, weights) in net.rows.iter().enumerate() {
            *self.row_mut(row) = fractions(&weights.0.map(i16::from), ROW_ONE);
        }
        for (stage, head) in self.stages.iter_mut().zip(&net.heads) {
            stage.head = fractions_of(head);
        }
    }
}

fn head(head: &Head) -> net::Head {
    net::Head {
        hidden: Layer::of(&head.hidden.map(|row| in_bytes(&row))),
        hidden_bias: head.hidden_bias.map(|bias| whole(bias, BIAS_ONE)),
        last: small(&head.last, LAST_ONE),
        direct: small(&head.direct, LAST_ONE),
        bias: whole(head.bias, ONE * LAST_ONE),
    }
}

fn fractions_of(head: &net::Head) -> Head {
    Head {
        hidden: head.hidden.rows().map(|row| {
            let one = HIDDEN_ONE >> row.shift;
            fractions(&row.bytes.map(i16::from), one)
        }),
        hidden_bias: head.hidden_bias.map(|bias| fraction(bias, BIAS_ONE)),
        last: fractions(&head.last, LAST_ONE),
        direct: fractions(&head.direct, LAST_ONE),
        bias: fraction(head.bias, ONE * LAST_ONE),
    }
}

/// In bytes, as fine as the largest weight allows.
fn in_bytes(row: &Sums) -> Weights {
    let bytes = |shift: u8| row.map(|weight| whole(weight, HIDDEN_ONE >> shift));
    let fits = |shift: &u8| {
        bytes(*shift)
            .iter()
            .all(|byte| byte.abs() <= limits::BYTE.into())
    };
    let shift = (0..limits::SHIFT).find(fits).unwrap_or(limits::SHIFT);
    Weights {
        bytes: bytes(shift).map(|byte| byte as i8),
        shift,
    }
}

fn fractions<const N: usize>(weights: &[i16; N], one: i32) -> [f32; N] {
    weights.map(|weight| fraction(i32::from(weight), one))
}

fn fraction(weight: i32, one: i32) -> f32 {
    weight as f32 / one as f32
}

fn small<const N: usize>(weights: &[f32; N], one: i32) -> [i16; N] {
    weights.map(|weight| whole(weight, one) as i16)
}

fn whole(weight: f32, one: i32) -> i32 {
    (weight * one as f32).round() as i32
}

#[cfg(test)]
mod tests {
    use super::super::training::tests::{finished, training};
    use super::*;

    #[test]
    fn what_a_net_knows_is_taken_over_whole() {
        let net = finished(training(1)).model.quantised();
        let mut model = Model::new(1);
        model.begin_with(&net);
        assert!(model.quantised() == net);
    }
}
