//! The weights of a stage, as fractions: [`net::Head`](crate::eval::pattern::net::Head)
//! while it is learnt.

use rand::{Rng, RngExt};

use crate::eval::pattern::architecture::{
    ACTIVATION_SCALE, DIMENSIONS, DISCS_PER_OUTPUT, HIDDEN, HIDDEN_WEIGHT_SCALE, OUTPUT_SCALE,
    OUTPUT_WEIGHT_SCALE,
};
use crate::eval::pattern::limits;

/// Beyond an error of 10 discs, more of it teaches no more: a game that is lost by 30
/// discs and not by 50 says little about even ones.
const MOST_ERROR: f32 = 10.0 / DISCS_PER_OUTPUT as f32;

/// The sums of the rows of a board.
pub(super) type Sums = [f32; DIMENSIONS];

/// As in the net of whole numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Head {
    pub(super) hidden: [Sums; HIDDEN],
    pub(super) hidden_bias: [f32; HIDDEN],
    pub(super) output: [f32; HIDDEN],
    pub(super) skip: Sums,
    pub(super) output_bias: f32,
}

impl Head {
    pub(super) const ZERO: Head = Head {
        hidden: [[0.0; DIMENSIONS]; HIDDEN],
        hidden_bias: [0.0; HIDDEN],
        output: [0.0; HIDDEN],
        skip: [0.0; DIMENSIONS],
        output_bias: 0.0,
    };

    /// How far from 0 the numbers of each part may be.
    pub(super) const LIMITS: [f32; 5] = [
        limits::HIDDEN_WEIGHT as f32 / HIDDEN_WEIGHT_SCALE as f32,
        limits::HIDDEN_BIAS as f32 / (ACTIVATION_SCALE * HIDDEN_WEIGHT_SCALE) as f32,
        limits::OUTPUT_WEIGHT as f32 / OUTPUT_WEIGHT_SCALE as f32,
        limits::SKIP_WEIGHT as f32 / OUTPUT_WEIGHT_SCALE as f32,
        limits::OUTPUT_BIAS as f32 / (OUTPUT_SCALE * OUTPUT_WEIGHT_SCALE) as f32,
    ];

    /// A beginning: each dimension has a meaning of its own.
    pub(super) fn random(random: &mut impl Rng) -> Head {
        let mut around = |middle: f32, most: f32| middle + random.random_range(-most..=most);
        let mut head = Head::ZERO;
        head.hidden
            .as_flattened_mut()
            .fill_with(|| around(0.0, 0.5));
        head.hidden_bias.fill_with(|| around(0.5, 0.25));
        head.output.fill_with(|| around(0.0, 0.5));
        head.skip.fill_with(|| around(0.0, 0.25));
        head
    }

    /// All numbers, always in the same order.
    pub(super) fn parts_mut(&mut self) -> [&mut [f32]; 5] {
        [
            self.hidden.as_flattened_mut(),
            &mut self.hidden_bias,
            &mut self.output,
            &mut self.skip,
            std::slice::from_mut(&mut self.output_bias),
        ]
    }

    /// What a board is worth.
    pub(super) fn value(&self, sums: &Sums) -> f32 {
        let squared = bounded(sums).map(|sum| sum * sum);
        self.last_layer(sums, &self.layer(&squared).map(clamp))
    }

    /// The layer between, before it is bounded.
    #[inline(always)]
    fn layer(&self, squared: &Sums) -> [f32; HIDDEN] {
        std::array::from_fn(|index| self.hidden_bias[index] + dot(squared, &self.hidden[index]))
    }

    #[inline(always)]
    fn last_layer(&self, sums: &Sums, layer: &[f32; HIDDEN]) -> f32 {
        self.output_bias + dot(sums, &self.skip) + dot(layer, &self.output)
    }

    /// How far the value is from what it should be. Adds to `gradient` how the loss
    /// changes with each weight here, and sets `upwards` to how it changes with the
    /// sums. The loss is half of the square of the error, and grows as a line beyond
    /// [`MOST_ERROR`].
    #[inline(always)]
    pub(super) fn learn(
        &self,
        sums: &Sums,
        target: f32,
        gradient: &mut Head,
        upwards: &mut Sums,
    ) -> f32 {
        let bounded = bounded(sums);
        let squared = bounded.map(|sum| sum * sum);
        let before = self.layer(&squared);
        let layer = before.map(clamp);
        let whole_error = self.last_layer(sums, &layer) - target;
        let error = whole_error.clamp(-MOST_ERROR, MOST_ERROR);

        gradient.output_bias += error;
        add(&mut gradient.skip, error, sums);
        add(&mut gradient.output, error, &layer);
        let mut inwards = [0.0; DIMENSIONS];
        for index in 0..HIDDEN {
            if layer[index] == before[index] {
                let slope = error * self.output[index];
                gradient.hidden_bias[index] += slope;
                add(&mut gradient.hidden[index], slope, &squared);
                add(&mut inwards, slope, &self.hidden[index]);
            }
        }
        for dimension in 0..DIMENSIONS {
            // Beyond the bounds nothing comes from inside.
            let inside = f32::from(u8::from(bounded[dimension] == sums[dimension]));
            upwards[dimension] = error * self.skip[dimension]
                + inside * 2.0 * bounded[dimension] * inwards[dimension];
        }
        whole_error
    }
}

#[inline(always)]
fn clamp(value: f32) -> f32 {
    value.clamp(0.0, 1.0)
}

#[inline(always)]
fn bounded(sums: &Sums) -> Sums {
    sums.map(clamp)
}

/// Adds `factor` times `values`.
#[inline(always)]
pub(super) fn add<const N: usize>(to: &mut [f32; N], factor: f32, values: &[f32; N]) {
    for (to, value) in to.iter_mut().zip(values) {
        *to += factor * value;
    }
}

/// In an order of additions that the compiler can do side by side.
#[inline(always)]
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    const WIDTH: usize = 16;
    let mut sums = [0.0; WIDTH];
    for (a, b) in a.chunks_exact(WIDTH).zip(b.chunks_exact(WIDTH)) {
        for index in 0..WIDTH {
            sums[index] += a[index] * b[index];
        }
    }
    let mut width = WIDTH;
    while width > 1 {
        width /= 2;
        for index in 0..width {
            sums[index] += sums[index + width];
        }
    }
    sums[0]
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;

    /// A small change of each number changes the loss as the gradient says.
    #[test]
    fn gradients_are_slopes() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut head = Head::random(&mut random);
        head.output_bias = 0.5;
        // Some are beyond the bounds, and so are some of the layer between; none is
        // so close to a bound that a small change crosses it.
        let spread = 2.0 / DIMENSIONS as f32;
        let sums: Sums = std::array::from_fn(|dimension| dimension as f32 * spread - 0.515);
        head.hidden_bias[0] = -3.0;
        head.hidden_bias[1] = 4.0;
        let squared = bounded(&sums).map(|sum| sum * sum);
        for index in 0..HIDDEN {
            let is_close = |value: f32| value.abs().min((value - 1.0).abs()) < 0.05;
            while is_close(head.layer(&squared)[index]) {
                head.hidden_bias[index] += 0.04;
            }
        }

        // Near the truth, and so far from it that the loss is a line.
        for away in [0.4, -1.5] {
            check_slopes(&head, &sums, head.value(&sums) + away);
        }
    }

    fn check_slopes(head: &Head, sums: &Sums, target: f32) {
        const STEP: f32 = 1.0 / 256.0;
        let (mut gradient, mut upwards) = (Head::ZERO, [0.0; DIMENSIONS]);
        let error = head.learn(sums, target, &mut gradient, &mut upwards);
        assert!((error - (head.value(sums) - target)).abs() < 1e-5);

        let loss = |head: &Head, sums: &Sums| {
            let error = (head.value(sums) - target).abs();
            match error < MOST_ERROR {
                true => error * error / 2.0,
                false => MOST_ERROR * (error - MOST_ERROR / 2.0),
            }
        };
        let check = |above: f32, below: f32, slope: f32| {
            let measured = (above - below) / (2.0 * STEP);
            assert!((measured - slope).abs() < 0.02, "{measured} {slope}");
        };
        for (part, slopes) in gradient.parts_mut().into_iter().enumerate() {
            for (place, slope) in slopes.iter().enumerate() {
                let [above, below] = [STEP, -STEP].map(|change| {
                    let mut changed = head.clone();
                    changed.parts_mut()[part][place] += change;
                    loss(&changed, sums)
                });
                check(above, below, *slope);
            }
        }
        for dimension in 0..DIMENSIONS {
            let [above, below] = [STEP, -STEP].map(|change| {
                let mut changed = *sums;
                changed[dimension] += change;
                loss(head, &changed)
            });
            check(above, below, upwards[dimension]);
        }
    }
}
