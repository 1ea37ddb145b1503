//! Quantisation: converts the floating-point network to the integers used in play, and
//! back.

use super::head::{Head, Vector};
use super::model::Model;
use crate::eval::pattern::architecture::{
    ACTIVATION_SCALE, HIDDEN_WEIGHT_SCALE, OUTPUT_SCALE, OUTPUT_WEIGHT_SCALE, ROW_SCALE, ROWS, Row,
};
use crate::eval::pattern::hidden_layer::{HiddenLayer, Neuron};
use crate::eval::pattern::limits;
use crate::eval::pattern::net::{self, Net};

/// Scale of the biases of the hidden layer.
const HIDDEN_BIAS_SCALE: i32 = ACTIVATION_SCALE * HIDDEN_WEIGHT_SCALE;

impl Model {
    /// The quantised network. Training has kept all parameters within their limits.
    pub(super) fn quantised(&self) -> Net {
        let row =
            |row: usize| Row::new(self.row(row).map(|weight| integer(weight, ROW_SCALE) as i8));
        Net {
            rows: (0..ROWS).map(row).collect(),
            heads: self.stages.iter().map(|stage| head(&stage.head)).collect(),
        }
    }

    /// Loads the parameters of a quantised network.
    pub(super) fn load(&mut self, net: &Net) {
        for (index, row) in net.rows.iter().enumerate() {
            *self.row_mut(index) = floats(&row.weights().map(i16::from), ROW_SCALE);
        }
        for (stage, head) in self.stages.iter_mut().zip(&net.heads) {
            stage.head = dequantised(head);
        }
    }
}

fn head(head: &Head) -> net::Head {
    net::Head {
        hidden: HiddenLayer::new(&head.hidden.map(|weights| neuron(&weights))),
        hidden_bias: head
            .hidden_bias
            .map(|bias| integer(bias, HIDDEN_BIAS_SCALE)),
        output: integers(&head.output, OUTPUT_WEIGHT_SCALE),
        skip: integers(&head.skip, OUTPUT_WEIGHT_SCALE),
        output_bias: integer(head.output_bias, OUTPUT_SCALE * OUTPUT_WEIGHT_SCALE),
    }
}

fn dequantised(head: &net::Head) -> Head {
    Head {
        hidden: head.hidden.neurons().map(|neuron| {
            let scale = HIDDEN_WEIGHT_SCALE >> neuron.shift;
            floats(&neuron.bytes.map(i16::from), scale)
        }),
        hidden_bias: head.hidden_bias.map(|bias| float(bias, HIDDEN_BIAS_SCALE)),
        output: floats(&head.output, OUTPUT_WEIGHT_SCALE),
        skip: floats(&head.skip, OUTPUT_WEIGHT_SCALE),
        output_bias: float(head.output_bias, OUTPUT_SCALE * OUTPUT_WEIGHT_SCALE),
    }
}

/// Quantises the weights of a neuron at the finest scale at which the largest one fits in a
/// byte.
fn neuron(weights: &Vector) -> Neuron {
    let bytes = |shift: u8| weights.map(|weight| integer(weight, HIDDEN_WEIGHT_SCALE >> shift));
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

fn floats<const N: usize>(integers: &[i16; N], scale: i32) -> [f32; N] {
    integers.map(|integer| float(i32::from(integer), scale))
}

fn float(integer: i32, scale: i32) -> f32 {
    integer as f32 / scale as f32
}

fn integers<const N: usize>(floats: &[f32; N], scale: i32) -> [i16; N] {
    floats.map(|float| integer(float, scale) as i16)
}

fn integer(float: f32, scale: i32) -> i32 {
    (float * scale as f32).round() as i32
}

#[cfg(test)]
mod tests {
    use super::super::training::tests::{finished, training};
    use super::*;

    #[test]
    fn a_quantised_network_is_loaded_without_loss() {
        let net = finished(training(1)).model.quantised();
        let mut model = Model::new(1);
        model.load(&net);
        assert!(model.quantised() == net);
    }
}
