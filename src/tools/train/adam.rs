//! The optimiser: Adam with decoupled weight decay.

/// Decay of the first moments, the running means of gradients.
const BETA1: f32 = 0.9;
/// Decay of the second moments, the running means of squared gradients.
const BETA2: f32 = 0.999;

/// Prevents a division by 0 for parameters whose gradient has always been 0.
const EPSILON: f32 = 1e-8;

/// From this step on the bias of the moments is negligible.
const UNBIASED: usize = 10_000;

/// What determines how far a step moves the parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepSize {
    /// Learning rate: how far a step moves a parameter whose gradients agree.
    pub(super) rate: f32,
    /// Weight decay: the fraction by which a step shrinks a parameter, as a multiple of
    /// `rate`.
    pub(super) decay: f32,
}

/// The optimiser. It holds only precomputed tables; moments are stored with their
/// parameters.
pub(super) struct Adam {
    corrections: Vec<Correction>,
}

/// The factors that correct, at one step, for the bias of moments that start at 0.
#[derive(Clone, Copy)]
struct Correction {
    first_moment: f32,
    root_of_second: f32,
}

impl Adam {
    pub(super) fn new() -> Adam {
        let correction = |step: usize| Correction {
            first_moment: 1.0 / (1.0 - BETA1.powi(step as i32)),
            root_of_second: 1.0 / (1.0 - BETA2.powi(step as i32)).sqrt(),
        };
        Adam {
            corrections: (1..=UNBIASED).map(correction).collect(),
        }
    }

    /// Updates parameters that have been updated `count` times before, and sets their
    /// gradients to 0.
    #[inline(always)]
    pub(super) fn step(&self, count: u32, step_size: StepSize, parameters: Parameters<'_>) {
        let correction = self.corrections[(count as usize).min(UNBIASED - 1)];
        let rate = step_size.rate * correction.first_moment;
        let kept = 1.0 - step_size.rate * step_size.decay;
        let moments = parameters
            .first_moments
            .iter_mut()
            .zip(parameters.second_moments);
        let values = parameters.values.iter_mut().zip(parameters.gradients);
        for ((value, gradient), (first, second)) in values.zip(moments) {
            *first += (*gradient - *first) * (1.0 - BETA1);
            *second += (*gradient * *gradient - *second) * (1.0 - BETA2);
            *gradient = 0.0;
            let change = rate * *first / (second.sqrt() * correction.root_of_second + EPSILON);
            *value = (*value * kept - change).clamp(-parameters.limit, parameters.limit);
        }
    }
}

/// Parameters with their gradients and moments.
pub(super) struct Parameters<'a> {
    pub(super) values: &'a mut [f32],
    /// The largest absolute value.
    pub(super) limit: f32,
    pub(super) first_moments: &'a mut [f32],
    pub(super) second_moments: &'a mut [f32],
    pub(super) gradients: &'a mut [f32],
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first step is as large as the learning rate, whatever the gradient.
    #[test]
    fn the_scale_of_gradients_does_not_matter() {
        let (mut values, mut gradients) = ([0.5, 0.5, 0.5], [1000.0, -0.001, 0.0]);
        let (mut first_moments, mut second_moments) = ([0.0; 3], [0.0; 3]);
        let step_size = StepSize {
            rate: 0.25,
            decay: 0.4,
        };
        let parameters = Parameters {
            values: &mut values,
            limit: 0.6,
            first_moments: &mut first_moments,
            second_moments: &mut second_moments,
            gradients: &mut gradients,
        };
        Adam::new().step(0, step_size, parameters);
        for (value, expected) in values.into_iter().zip([0.2, 0.6, 0.45]) {
            assert!((value - expected).abs() < 1e-4, "{value} {expected}");
        }
        assert_eq!(gradients, [0.0; 3]);
    }
}
