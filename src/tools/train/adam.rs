//! Adam: a weight moves by the mean of its gradients, measured by their usual
//! size.

/// How much of the mean, and of the mean square, is kept at each step.
const KEPT: f32 = 0.9;
const KEPT_SQUARE: f32 = 0.999;

/// Keeps a gradient that was always 0 from being divided by 0.
const TINY: f32 = 1e-8;

/// From so many steps on, the first ones have no part in the means.
const LONG: usize = 10_000;

/// How far weights go in one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// How far a weight goes whose gradients agree.
    pub(super) rate: f32,
    /// What part of a weight goes away, as a share of `rate`.
    pub(super) decay: f32,
}

/// The means begin at 0; what they then lack at each step.
pub(super) struct Adam {
    corrections: Vec<Correction>,
}

#[derive(Clone, Copy)]
struct Correction {
    mean: f32,
    root: f32,
}

impl Adam {
    pub(super) fn new() -> Adam {
        let correction = |step: usize| Correction {
            mean: 1.0 / (1.0 - KEPT.powi(step as i32)),
            root: 1.0 / (1.0 - KEPT_SQUARE.powi(step as i32)).sqrt(),
        };
        Adam {
            corrections: (1..=LONG).map(correction).collect(),
        }
    }

    /// Moves weights that have moved `count` times before. The gradients are
    /// used up.
    #[inline(always)]
    pub(super) fn step(&self, count: u32, pace: Pace, weights: Weights<'_>) {
        let correction = self.corrections[(count as usize).min(LONG - 1)];
        let rate = pace.rate * correction.mean;
        let kept = 1.0 - pace.rate * pace.decay;
        let moments = weights.means.iter_mut().zip(weights.squares);
        let values = weights.values.iter_mut().zip(weights.gradients);
        for ((weight, gradient), (mean, square)) in values.zip(moments) {
            *mean += (*gradient - *mean) * (1.0 - KEPT);
            *square += (*gradient * *gradient - *square) * (1.0 - KEPT_SQUARE);
            *gradient = 0.0;
            let change = rate * *mean / (square.sqrt() * correction.root + TINY);
            *weight = (*weight * kept - change).clamp(-weights.limit, weights.limit);
        }
    }
}

/// Weights with what is known of their gradients.
pub(super) struct Weights<'a> {
    pub(super) values: &'a mut [f32],
    /// None may be farther from 0.
    pub(super) limit: f32,
    pub(super) means: &'a mut [f32],
    pub(super) squares: &'a mut [f32],
    pub(super) gradients: &'a mut [f32],
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first step has the size of the rate, whatever that of the gradient.
    #[test]
    fn weights_go_down_at_their_own_pace() {
        let (mut values, mut gradients) = ([0.5, 0.5, 0.5], [1000.0, -0.001, 0.0]);
        let (mut means, mut squares) = ([0.0; 3], [0.0; 3]);
        let pace = Pace {
            rate: 0.25,
            decay: 0.4,
        };
        let weights = Weights {
            values: &mut values,
            limit: 0.6,
            means: &mut means,
            squares: &mut squares,
            gradients: &mut gradients,
        };
        Adam::new().step(0, pace, weights);
        for (value, expected) in values.into_iter().zip([0.2, 0.6, 0.45]) {
            assert!((value - expected).abs() < 1e-4, "{value} {expected}");
        }
        assert_eq!(gradients, [0.0; 3]);
    }
}
