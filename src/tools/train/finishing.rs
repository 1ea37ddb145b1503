//! What is done to the weights when all is learnt, before they are rounded.

use super::model::Model;
use crate::eval::pattern::architecture::ROW_SCALE;
use crate::eval::pattern::limits;
use crate::eval::pattern::net::Net;

impl Model {
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
        let limit = f32::from(limits::ROW_WEIGHT) / ROW_SCALE as f32;
        for row in self.lanes.iter_mut().flat_map(|lane| &mut lane.rows) {
            row.0 = row.0.map(|weight| (weight * factor).clamp(-limit, limit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::training::tests::{finished, training};
    use super::*;

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
        let weights = |net: &Net| net.rows.iter().flat_map(|row| row.0).collect::<Vec<_>>();
        for (weight, known) in weights(&half).into_iter().zip(weights(&known)) {
            let off = 2 * i16::from(weight) - i16::from(known);
            assert!(off.abs() <= 1, "{weight} is half of {known}");
        }
        for ((half, known), learnt) in half.heads.iter().zip(&known.heads).zip(&learnt.heads) {
            let middle = (known.output_bias + learnt.output_bias) / 2;
            assert!(
                (half.output_bias - middle).abs() <= 1,
                "{} {middle}",
                half.output_bias
            );
        }
    }

    #[test]
    fn rows_are_stretched_as_far_as_they_may_be() {
        let net = finished(training(1)).model.quantised();
        let mut model = Model::new(1);
        model.begin_with(&net);
        model.stretch(2.0);
        let limit = i32::from(limits::ROW_WEIGHT);
        let stretched = model.quantised();
        assert!(stretched.heads == net.heads);
        let weights = |net: &Net| net.rows.iter().flat_map(|row| row.0).collect::<Vec<_>>();
        for (weight, before) in weights(&stretched).into_iter().zip(weights(&net)) {
            let expected = (2 * i32::from(before)).clamp(-limit, limit);
            assert_eq!(i32::from(weight), expected);
        }
    }
}
