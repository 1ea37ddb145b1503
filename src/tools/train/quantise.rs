//! From what was learnt to the net of whole numbers that is used, and back.

use super::head::{Head, Sums};
use super::model::Model;
use crate::eval::pattern::limits;
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

    /// Takes over what a net knows.
    pub(super) fn begin_with(&mut self, net: &Net) {
        for (row, weights) in net.rows.iter().enumerate() {
            *self.row_mut(row) = fractions(weights, ONE);
        }
        for (stage, head) in self.stages.iter_mut().zip(&net.heads) {
            stage.head = fractions_of(head);
        }
    }

    /// Goes back a part of the way to what a net knows.
    pub(super) fn keep(&mut self, part: f32, net: &Net) {
        let mut known = Model::new(0);
        known.begin_with(net);
        let mix = |learnt: &mut [f32], known: &[f32]| {
            for (weight, known) in learnt.iter_mut().zip(known) {
                *weight += part * (known - *weight);
            }
        };
        for (lane, known) in self.lanes.iter_mut().zip(&known.lanes) {
            for (row, known) in lane.rows.iter_mut().zip(&known.rows) {
                mix(&mut row.0, &known.0);
            }
        }
        for (stage, known) in self.stages.iter_mut().zip(&mut known.stages) {
            let parts = stage.head.parts_mut().into_iter();
            for (weights, known) in parts.zip(known.head.parts_mut()) {
                mix(weights, known);
            }
        }
    }

    /// Makes the weights of all rows greater, or smaller.
    pub(super) fn stretch(&mut self, factor: f32) {
        let limit = f32::from(limits::ROW) / ONE as f32;
        for row in self.lanes.iter_mut().flat_map(|lane| &mut lane.rows) {
            row.0 = row.0.map(|weight| (weight * factor).clamp(-limit, limit));
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

fn fractions_of(head: &net::Head) -> Head {
    Head {
        hidden: head.hidden.each_ref().map(|row| fractions(row, HIDDEN_ONE)),
        hidden_bias: head
            .hidden_bias
            .map(|bias| fraction(bias, ONE * HIDDEN_ONE)),
        last: fractions(&head.last, LAST_ONE),
        direct: fractions(&head.direct, LAST_ONE),
        bias: fraction(head.bias, ONE * LAST_ONE),
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

    #[test]
    fn what_was_known_is_kept_in_part() {
        let known = finished(training(1)).model.quantised();
        let mixed = |part| {
            let mut model = Model::new(1);
            let learnt = model.quantised();
            model.keep(part, &known);
            (model.quantised(), learnt)
        };
        let (all, _) = mixed(1.0);
        assert!(all == known);
        let (nothing, learnt) = mixed(0.0);
        assert!(nothing == learnt);
        let (half, _) = mixed(0.5);
        for (row, known) in half.rows.iter().flatten().zip(known.rows.iter().flatten()) {
            assert!((2 * row - known).abs() <= 1, "{row} is half of {known}");
        }
        for ((half, known), learnt) in half.heads.iter().zip(&known.heads).zip(&learnt.heads) {
            let middle = (known.bias + learnt.bias) / 2;
            assert!((half.bias - middle).abs() <= 1, "{} {middle}", half.bias);
        }
    }

    #[test]
    fn rows_are_stretched_as_far_as_they_may_be() {
        let net = finished(training(1)).model.quantised();
        let mut model = Model::new(1);
        model.begin_with(&net);
        model.stretch(2.0);
        let limit = i32::from(limits::ROW);
        let stretched = model.quantised();
        assert!(stretched.heads == net.heads);
        let rows = stretched.rows.iter().flatten();
        for (&weight, &before) in rows.zip(net.rows.iter().flatten()) {
            let expected = (2 * i32::from(before)).clamp(-limit, limit);
            assert_eq!(i32::from(weight), expected);
        }
    }
}
