//! Regression: the weights of the ProbCut model that fit the measured errors best.
//!
//! The model says that the logarithm of sigma, the standard deviation of the errors, is a
//! weighted sum of terms. The best weights are those of maximum likelihood. They are found
//! by iteratively reweighted least squares: near a guess, the problem is one of least
//! squares, whose solution is a better guess.

use super::tally::{Errors, Tally};
use crate::search::engine::midgame::probcut::{DepthPair, WEIGHTS, Weights};

const TERMS: usize = WEIGHTS.len();

/// The normal equations, a row each; the last column is the right-hand side.
type Equations = [[f64; TERMS + 1]; TERMS];

/// More than enough to converge.
const ROUNDS: usize = 40;

/// The best weights; `None` if there are too few measurements.
pub(super) fn fit(tally: &Tally) -> Option<Weights> {
    // A sigma of zero has no logarithm. It comes from few errors, so it should have little
    // influence.
    const SMALL: f64 = 0.5;
    let first_guess = |_, errors: &Errors| errors.sigma().max(SMALL).ln();
    let mut weights = solve(equations(tally, first_guess))?;
    for _ in 0..ROUNDS {
        let better_guess = |pair: DepthPair, errors: &Errors| {
            let guess = pair.sigma_by(&weights);
            // Half the logarithm of the variance, linearised at the guess.
            guess.ln() + ((errors.sigma() / guess).powi(2) - 1.0) / 2.0
        };
        weights = solve(equations(tally, better_guess))?;
    }
    Some(weights)
}

/// The normal equations of a least-squares fit of the model to these logarithms.
fn equations(tally: &Tally, wanted: impl Fn(DepthPair, &Errors) -> f64) -> Equations {
    let mut equations = [[0.0; TERMS + 1]; TERMS];
    for (&pair, errors) in &tally.errors {
        let terms = pair.terms();
        let wanted = wanted(pair, errors);
        for (row, left) in equations.iter_mut().zip(terms) {
            for (cell, right) in row.iter_mut().zip(terms.into_iter().chain([wanted])) {
                *cell += errors.count as f64 * left * right;
            }
        }
    }
    equations
}

/// Gaussian elimination; normal equations need no pivoting. `None` if they are singular or
/// nearly so.
fn solve(mut equations: Equations) -> Option<Weights> {
    const NEARLY: f64 = 1e-9;
    let before = equations;
    for column in 0..TERMS {
        let pivot = equations[column];
        let is_regular = pivot[column] > NEARLY * before[column][column];
        if !is_regular {
            return None;
        }
        for (index, row) in equations.iter_mut().enumerate() {
            if index != column {
                let factor = row[column] / pivot[column];
                for (cell, pivot) in row.iter_mut().zip(pivot) {
                    *cell -= factor * pivot;
                }
            }
        }
    }
    let solution = |index: usize| equations[index][TERMS] / equations[index][index];
    Some(std::array::from_fn(solution))
}

#[cfg(test)]
mod tests {
    use super::super::tally::Measurement;
    use super::*;

    /// Errors are integers, so the tests scale them up by this factor.
    const SCALE: i32 = 100_000;

    /// Two errors of each pair of depths, with the sigma of these weights.
    fn tally(kinds: impl Iterator<Item = (u32, u32)>, weights: &Weights) -> Tally {
        let mut tally = Tally::default();
        for pair in kinds.filter_map(|(deep, empty)| DepthPair::of(deep, empty)) {
            let error = f64::from(SCALE) * pair.sigma_by(weights);
            let error = error.round() as i32;
            tally.add(&Measurement {
                errors: vec![(pair, error), (pair, -error)],
                last_moves: Vec::new(),
            });
        }
        tally
    }

    fn kinds() -> impl Iterator<Item = (u32, u32)> {
        let ends = (13..=20).map(|empty| (empty, empty));
        (13..=56)
            .flat_map(|empty| (2..=10).map(move |deep| (deep, empty)))
            .chain(ends)
    }

    #[test]
    fn finds_the_weights_behind_the_errors() {
        for weights in [
            WEIGHTS,
            [-1.0, -1.5, 0.02, 0.9, -0.7, 0.3],
            [3.0, 0.2, 0.0, -0.05, 2.0, -0.2],
        ] {
            let mut found = fit(&tally(kinds(), &weights)).expect("there is enough");
            found[0] -= f64::from(SCALE).ln();
            for (found, weight) in found.iter().zip(weights) {
                assert!((found - weight).abs() < 1e-3, "{found} {weight}");
            }
        }
    }

    #[test]
    fn too_few_measurements_give_no_fit() {
        let without_ends = kinds().filter(|(deep, empty)| deep < empty);
        assert_eq!(fit(&tally(without_ends, &WEIGHTS)), None);
        let without_opinions = kinds().filter(|&(deep, _)| deep > 2);
        assert_eq!(fit(&tally(without_opinions, &WEIGHTS)), None);
        let one_stage = kinds().filter(|&(_, empty)| empty == 20);
        assert_eq!(fit(&tally(one_stage, &WEIGHTS)), None);
        assert_eq!(fit(&Tally::default()), None);
    }
}
