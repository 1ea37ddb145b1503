//! From what was learnt to the net of whole numbers that is used, and back.

use super::head::{Head, Sums};
use super::model::Model;
use crate::eval::pattern::architecture::{
    ACTIVATION_SCALE, HIDDEN_WEIGHT_SCALE, OUTPUT_SCALE, OUTPUT_WEIGHT_SCALE, ROW_SCALE, ROWS, Row,
};
use crate::eval::pattern::hidden_layer::{HiddenLayer, Neuron};
use crate::eval::pattern::limits;
use crate::eval::pattern::net::{self, Net};

/// What is 1 in what is added in the layer between.
const BIAS_SCALE: i32 = ACTIVATION_SCALE * HIDDEN_WEIGHT_SCALE;

impl Model {
    /// The net, rounded. Learning has kept all weights within their limits.
    pub(super) fn quantised(&self) -> Net {
        let row = |row: usize| Row(self.row(row).map(|weight| whole(weight, ROW_SCALE) as i8));
        Net {
            rows: (0..ROWS).map(row).collect(),
            heads: self.stages.iter().map(|stage| head(&stage.head)).collect(),
        }
    }

    /// Takes over what a net knows.
    pub(super) fn begin_with(&mut self, net: &Net) {
        for (row, weights) in net.rows.iter().enumerate() {
            *self.row_mut(row) = fractions(&weights.0.map(i16::from), ROW_SCALE);
        }
        for (stage, head) in self.stages.iter_mut().zip(&net.heads) {
            stage.head = fractions_of(head);
        }
    }
}

fn head(head: &Head) -> net::Head {
    net::Head {
        hidden: HiddenLayer::new(&head.hidden.map(|row| in_bytes(&row))),
        hidden_bias: head.hidden_bias.map(|bias| whole(bias, BIAS_SCALE)),
        output: small(&head.output, OUTPUT_WEIGHT_SCALE),
        skip: small(&head.skip, OUTPUT_WEIGHT_SCALE),
        output_bias: whole(head.output_bias, OUTPUT_SCALE * OUTPUT_WEIGHT_SCALE),
    }
}

fn fractions_of(head: &net::Head) -> Head {
    Head {
        hidden: head.hidden.neurons().map(|row| {
            let one = HIDDEN_WEIGHT_SCALE >> row.shift;
            fractions(&row.bytes.map(i16::from), one)
        }),
        hidden_bias: head.hidden_bias.map(|bias| fraction(bias, BIAS_SCALE)),
        output: fractions(&head.output, OUTPUT_WEIGHT_SCALE),
        skip: fractions(&head.skip, OUTPUT_WEIGHT_SCALE),
        output_bias: fraction(head.output_bias, OUTPUT_SCALE * OUTPUT_WEIGHT_SCALE),
    }
}

/// In bytes, as fine as the largest weight allows.
fn in_bytes(row: &Sums) -> Neuron {
    let bytes = |shift: u8| row.map(|weight| whole(weight, HIDDEN_WEIGHT_SCALE >> shift));
    let fits = |shift: &u8| {
        bytes(*shift)
            .iter()
            .all(|byte| byte.abs() <= limits::HIDDEN_BYTE.into())
    };
    let shift = (0..limits::HIDDEN_SHIFT)
        .find(fits)
        .unwrap_or(limits::HIDDEN_SHIFT);
    Neuron {
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
