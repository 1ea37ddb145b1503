//! Changes to the parameters between training and quantisation.

use super::model::Model;
use crate::eval::pattern::architecture::ROW_SCALE;
use crate::eval::pattern::limits;
use crate::eval::pattern::net::Net;

impl Model {
    /// Interpolates between these parameters (`part` 0) and those of a network (`part` 1).
    pub(super) fn interpolate(&mut self, part: f32, net: &Net) {
        let mut other = Model::new(0);
        other.load(net);
        let interpolate = |values: &mut [f32], others: &[f32]| {
            for (value, other) in values.iter_mut().zip(others) {
                *value += part * (other - *value);
            }
        };
        for (partition, other) in self.partitions.iter_mut().zip(&other.partitions) {
            for (row, other) in partition.rows.iter_mut().zip(&other.rows) {
                interpolate(&mut row.0, &other.0);
            }
        }
        for (stage, other) in self.stages.iter_mut().zip(&mut other.stages) {
            let parts = stage.head.parts_mut().into_iter();
            for (values, others) in parts.zip(other.head.parts_mut()) {
                interpolate(values, others);
            }
        }
    }

    /// Multiplies all rows by a factor, clamped to their limit.
    pub(super) fn scale_rows(&mut self, factor: f32) {
        let limit = f32::from(limits::ROW_WEIGHT) / ROW_SCALE as f32;
        let partitions = self.partitions.iter_mut();
        for row in partitions.flat_map(|partition| &mut partition.rows) {
            row.0 = row.0.map(|weight| (weight * factor).clamp(-limit, limit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::training::tests::{finished, training};
    use super::*;

    fn weights(net: &Net) -> Vec<i8> {
        net.rows.iter().flat_map(|row| row.weights()).collect()
    }

    #[test]
    fn interpolation_goes_from_one_network_to_the_other() {
        let other = finished(training(1)).model.quantised();
        let interpolated = |part| {
            let mut model = Model::new(1);
            let before = model.quantised();
            model.interpolate(part, &other);
            (model.quantised(), before)
        };
        let (all, _) = interpolated(1.0);
        assert!(all == other);
        let (nothing, before) = interpolated(0.0);
        assert!(nothing == before);
        let (half, _) = interpolated(0.5);
        for (weight, other) in weights(&half).into_iter().zip(weights(&other)) {
            let off = 2 * i16::from(weight) - i16::from(other);
            assert!(off.abs() <= 1, "{weight} is half of {other}");
        }
        for ((half, other), before) in half.heads.iter().zip(&other.heads).zip(&before.heads) {
            let middle = (other.output_bias + before.output_bias) / 2;
            let bias = half.output_bias;
            assert!((bias - middle).abs() <= 1, "{bias} {middle}");
        }
    }

    #[test]
    fn rows_are_scaled_up_to_their_limit() {
        let net = finished(training(1)).model.quantised();
        let mut model = Model::new(1);
        model.load(&net);
        model.scale_rows(2.0);
        let limit = i32::from(limits::ROW_WEIGHT);
        let scaled = model.quantised();
        assert!(scaled.heads == net.heads);
        for (weight, before) in weights(&scaled).into_iter().zip(weights(&net)) {
            let expected = (2 * i32::from(before)).clamp(-limit, limit);
            assert_eq!(i32::from(weight), expected);
        }
    }
}
