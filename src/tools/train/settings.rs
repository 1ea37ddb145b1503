//! The hyperparameters of a training run.

use std::f32::consts::PI;
use std::fmt;

use super::adam::StepSize;

/// The number of warm-up steps, during which the learning rate rises. At most a tenth of
/// all steps are.
const WARM_UP: usize = 200;

/// The final learning rate, as a fraction of the highest one.
const LAST_RATE: f32 = 0.01;

/// The hyperparameters that the user can choose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// The number of times that each position is trained on.
    pub(super) epochs: usize,
    /// The step size at the highest learning rate.
    pub(super) step_size: StepSize,
    /// The weight of the result of the game in the target, relative to the value of the
    /// position.
    pub(super) result_weight: f32,
    pub(super) seed: u64,
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "epochs {}, rate {}, decay {}, result weight {}, seed {}",
            self.epochs, self.step_size.rate, self.step_size.decay, self.result_weight, self.seed
        )
    }
}

impl Settings {
    /// The step size of one step out of this many.
    pub(super) fn step_size_at(&self, step: usize, steps: usize) -> StepSize {
        StepSize {
            rate: self.step_size.rate * schedule(step, steps),
            ..self.step_size
        }
    }
}

/// The learning rate of a step as a fraction of the highest one: linear warm-up, then
/// cosine decay.
fn schedule(step: usize, steps: usize) -> f32 {
    let warm_up = WARM_UP.min(steps.div_ceil(10));
    let warm = ((step + 1) as f32 / warm_up as f32).min(1.0);
    let wave = (1.0 + (PI * step as f32 / steps as f32).cos()) / 2.0;
    warm * (LAST_RATE + (1.0 - LAST_RATE) * wave)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_learning_rate_rises_and_falls() {
        let shares = [0, 99, 199, 5_000, 9_999].map(|step| schedule(step, 10_000));
        for (share, expected) in shares.into_iter().zip([0.005, 0.5, 0.999, 0.505, 0.01]) {
            assert!((share - expected).abs() < 0.001, "{shares:?}");
        }
    }
}
