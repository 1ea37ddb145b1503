//! From what was learnt to the net of whole numbers that is used.

use super::head::{Head, Sums};
use super::model::Model;
use crate::eval::pattern::net::{self, HIDDEN_ONE, LAST_ONE, Net, ONE, ROWS};

impl Model {
    /// The net, rounded. Learning has kept all weights within their limits.
    pub(super) fn quantised(&self) -> Net {
        let row = |row: usize| small(self.row(row), ONE);
        Net {
            rows: (0..ROWS).map(row).collect(),
            heads: self.stages.iter().map(|stage| head(&stage.head)).collect(),
        }
    }
}

fn head(head: &Head) -> net::Head {
    net::Head {
        hidden: head
            .hidden
            .each_ref()
            .map(|row: &Sums| small(row, HIDDEN_ONE)),
        hidden_bias: head.hidden_bias.map(|bias| whole(bias, ONE * HIDDEN_ONE)),
        last: small(&head.last, LAST_ONE),
        direct: small(&head.direct, LAST_ONE),
        bias: whole(head.bias, ONE * LAST_ONE),
    }
}

fn small<const N: usize>(weights: &[f32; N], one: i32) -> [i16; N] {
    weights.map(|weight| whole(weight, one) as i16)
}

fn whole(weight: f32, one: i32) -> i32 {
    (weight * one as f32).round() as i32
}
