//! The weights of the network.
//!
//! Every value of a feature has a row of weights in the first layer. The rows are shared by
//! all stages of the game; the layers after them form a head for each stage.

use std::borrow::Cow;

use super::architecture::{DIMENSIONS, HIDDEN, ROWS, Row, STAGES};
use super::features::{self, CONFIGURATIONS};
use super::hidden_layer::{HiddenLayer, Neuron};

/// The layers after the rows, for one stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    /// From the activations of the first layer to the hidden layer.
    pub hidden: HiddenLayer,
    /// Biases of the hidden layer.
    pub hidden_bias: [i32; HIDDEN],
    /// From the hidden layer to the output.
    pub output: [i16; HIDDEN],
    /// From the sum of the rows to the output.
    pub skip: [i16; DIMENSIONS],
    /// Bias of the output.
    pub output_bias: i32,
}

/// The network with all its weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// The first layer, a row for every value of every feature.
    pub(crate) rows: Cow<'static, [Row]>,
    /// A head for every stage.
    pub(crate) heads: Box<[Head]>,
}

/// For each row, the first of all equivalent rows.
pub(crate) fn canonical_rows() -> Vec<u32> {
    let mut canonical = features::canonical_rows();
    canonical.extend(CONFIGURATIONS as u32..ROWS as u32);
    canonical
}

impl Net {
    /// The network with all weights 0, which evaluates every board as even.
    pub fn blank() -> Net {
        let head = Head {
            hidden: HiddenLayer::new(&[Neuron::ZERO; HIDDEN]),
            hidden_bias: [0; HIDDEN],
            output: [0; HIDDEN],
            skip: [0; DIMENSIONS],
            output_bias: 0,
        };
        Net {
            rows: vec![Row::ZERO; ROWS].into(),
            heads: vec![head; STAGES].into(),
        }
    }
}
