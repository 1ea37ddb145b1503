//! The floating-point head of a stage: forward pass, loss and backpropagation.
//!
//! The quantised head that plays is [`net::Head`](crate::eval::pattern::net::Head).

use rand::{Rng, RngExt};

use crate::eval::pattern::architecture::{
    ACTIVATION_SCALE, DIMENSIONS, DISCS_PER_OUTPUT, HIDDEN, HIDDEN_WEIGHT_SCALE, OUTPUT_SCALE,
    OUTPUT_WEIGHT_SCALE,
};
use crate::eval::pattern::limits;

/// The loss is Huber's: half the squared error up to 10 discs, and linear beyond. Whether a
/// game is lost by 30 discs or by 50 says little about even games.
const HUBER_DELTA: f32 = 10.0 / DISCS_PER_OUTPUT as f32;

/// One number for each dimension of the first layer.
pub(super) type Vector = [f32; DIMENSIONS];

/// The parameters of a head, or their gradients, or their moments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Head {
    pub(super) hidden: [Vector; HIDDEN],
    pub(super) hidden_bias: [f32; HIDDEN],
    pub(super) output: [f32; HIDDEN],
    pub(super) skip: Vector,
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

    /// The largest absolute value allowed in each of the [parts](Head::parts_mut).
    pub(super) const LIMITS: [f32; 5] = [
        limits::HIDDEN_WEIGHT as f32 / HIDDEN_WEIGHT_SCALE as f32,
        limits::HIDDEN_BIAS as f32 / (ACTIVATION_SCALE * HIDDEN_WEIGHT_SCALE) as f32,
        limits::OUTPUT_WEIGHT as f32 / OUTPUT_WEIGHT_SCALE as f32,
        limits::SKIP_WEIGHT as f32 / OUTPUT_WEIGHT_SCALE as f32,
        limits::OUTPUT_BIAS as f32 / (OUTPUT_SCALE * OUTPUT_WEIGHT_SCALE) as f32,
    ];

    /// Random initial parameters, so that no two neurons learn the same function.
    pub(super) fn random(rng: &mut impl Rng) -> Head {
        let mut around = |middle: f32, most: f32| middle + rng.random_range(-most..=most);
        let mut head = Head::ZERO;
        head.hidden
            .as_flattened_mut()
            .fill_with(|| around(0.0, 0.5));
        head.hidden_bias.fill_with(|| around(0.5, 0.25));
        head.output.fill_with(|| around(0.0, 0.5));
        head.skip.fill_with(|| around(0.0, 0.25));
        head
    }

    /// All parameters, in an order that checkpoints rely on.
    pub(super) fn parts_mut(&mut self) -> [&mut [f32]; 5] {
        [
            self.hidden.as_flattened_mut(),
            &mut self.hidden_bias,
            &mut self.output,
            &mut self.skip,
            std::slice::from_mut(&mut self.output_bias),
        ]
    }

    /// The output for this sum of rows.
    pub(super) fn forward(&self, sums: &Vector) -> f32 {
        let squared = clipped(sums).map(|sum| sum * sum);
        self.output(sums, &self.hidden(&squared).map(clip))
    }

    /// The hidden layer before it is clipped.
    #[inline(always)]
    fn hidden(&self, squared: &Vector) -> [f32; HIDDEN] {
        std::array::from_fn(|index| self.hidden_bias[index] + dot(squared, &self.hidden[index]))
    }

    #[inline(always)]
    fn output(&self, sums: &Vector, hidden: &[f32; HIDDEN]) -> f32 {
        self.output_bias + dot(sums, &self.skip) + dot(hidden, &self.output)
    }

    /// A forward pass and backpropagation of the loss. The gradient of the head is added to
    /// `gradient`; the gradient of the sums replaces `sum_gradient`. Returns the error of
    /// the output.
    #[inline(always)]
    pub(super) fn backpropagate(
        &self,
        sums: &Vector,
        target: f32,
        gradient: &mut Head,
        sum_gradient: &mut Vector,
    ) -> f32 {
        let clipped = clipped(sums);
        let squared = clipped.map(|sum| sum * sum);
        let unclipped_hidden = self.hidden(&squared);
        let hidden = unclipped_hidden.map(clip);
        let error = self.output(sums, &hidden) - target;
        let slope = error.clamp(-HUBER_DELTA, HUBER_DELTA);

        gradient.output_bias += slope;
        add(&mut gradient.skip, slope, sums);
        add(&mut gradient.output, slope, &hidden);
        let mut squared_gradient = [0.0; DIMENSIONS];
        for index in 0..HIDDEN {
            if hidden[index] == unclipped_hidden[index] {
                let slope = slope * self.output[index];
                gradient.hidden_bias[index] += slope;
                add(&mut gradient.hidden[index], slope, &squared);
                add(&mut squared_gradient, slope, &self.hidden[index]);
            }
        }
        for dimension in 0..DIMENSIONS {
            // Where the sum is clipped, the slope of the activation is 0.
            let is_inside = f32::from(u8::from(clipped[dimension] == sums[dimension]));
            sum_gradient[dimension] = slope * self.skip[dimension]
                + is_inside * 2.0 * clipped[dimension] * squared_gradient[dimension];
        }
        error
    }
}

#[inline(always)]
fn clip(value: f32) -> f32 {
    value.clamp(0.0, 1.0)
}

#[inline(always)]
fn clipped(sums: &Vector) -> Vector {
    sums.map(clip)
}

/// Adds `factor` times `values`.
#[inline(always)]
pub(super) fn add<const N: usize>(to: &mut [f32; N], factor: f32, values: &[f32; N]) {
    for (to, value) in to.iter_mut().zip(values) {
        *to += factor * value;
    }
}

/// The dot product. The additions are in an order that the compiler can vectorise.
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

    /// Compares the gradients with finite differences.
    #[test]
    fn gradients_match_finite_differences() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut head = Head::random(&mut rng);
        head.output_bias = 0.5;
        // Some sums are clipped, and so are some of the hidden layer; none is so close
        // to a bound that a small change crosses it.
        let spread = 2.0 / DIMENSIONS as f32;
        let sums: Vector = std::array::from_fn(|dimension| dimension as f32 * spread - 0.515);
        head.hidden_bias[0] = -3.0;
        head.hidden_bias[1] = 4.0;
        let squared = clipped(&sums).map(|sum| sum * sum);
        for index in 0..HIDDEN {
            let is_close = |value: f32| value.abs().min((value - 1.0).abs()) < 0.05;
            while is_close(head.hidden(&squared)[index]) {
                head.hidden_bias[index] += 0.04;
            }
        }

        // In the quadratic part of the loss, and in the linear one.
        for away in [0.4, -1.5] {
            check_slopes(&head, &sums, head.forward(&sums) + away);
        }
    }

    fn check_slopes(head: &Head, sums: &Vector, target: f32) {
        const STEP: f32 = 1.0 / 256.0;
        let (mut gradient, mut sum_gradient) = (Head::ZERO, [0.0; DIMENSIONS]);
        let error = head.backpropagate(sums, target, &mut gradient, &mut sum_gradient);
        assert!((error - (head.forward(sums) - target)).abs() < 1e-5);

        let loss = |head: &Head, sums: &Vector| {
            let error = (head.forward(sums) - target).abs();
            match error < HUBER_DELTA {
                true => error * error / 2.0,
                false => HUBER_DELTA * (error - HUBER_DELTA / 2.0),
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
            check(above, below, sum_gradient[dimension]);
        }
    }
}
