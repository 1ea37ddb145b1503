//! How to learn.

use std::f32::consts::PI;
use std::fmt;

use super::adam::Pace;

/// Gradients are not trusted before so many steps, or a tenth of all.
const WARM_UP: usize = 200;

/// At the end steps are so much smaller.
const LAST_RATE: f32 = 0.01;

/// What the user may choose; the rest follows from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// How often each position is looked at.
    pub(super) epochs: usize,
    /// See [`Pace`]; that of the largest steps.
    pub(super) pace: Pace,
    /// How much the result of the game counts, against the expected lead.
    pub(super) result_weight: f32,
    pub(super) seed: u64,
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "epochs {}, rate {}, decay {}, result weight {}, seed {}",
            self.epochs, self.pace.rate, self.pace.decay, self.result_weight, self.seed
        )
    }
}

impl Settings {
    /// The pace of one of so many steps.
    pub(super) fn pace_at(&self, step: usize, steps: usize) -> Pace {
        Pace {
            rate: self.pace.rate * share(step, steps),
            ..self.pace
        }
    }
}

/// What part of the rate is used at a step: it rises at the start, then falls
/// along half a wave.
fn share(step: usize, steps: usize) -> f32 {
    let warm_up = WARM_UP.min(steps.div_ceil(10));
    let warm = ((step + 1) as f32 / warm_up as f32).min(1.0);
    let wave = (1.0 + (PI * step as f32 / steps as f32).cos()) / 2.0;
    warm * (LAST_RATE + (1.0 - LAST_RATE) * wave)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_grow_and_shrink() {
        let shares = [0, 99, 199, 5_000, 9_999].map(|step| share(step, 10_000));
        for (share, expected) in shares.into_iter().zip([0.005, 0.5, 0.999, 0.505, 0.01]) {
            assert!((share - expected).abs() < 0.001, "{shares:?}");
        }
    }
}
