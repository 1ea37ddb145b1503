//! Regression: the weights of the ProbCut model that fit the measured errors best.
//!
//! The model says that the logarithm of sigma, the standard deviation of the errors, is a
//! weighted sum of terms. The best weights are those of maximum likelihood. They are found
//! by iteratively reweighted least squares: near a guess, the problem is one of least
//! squares, whose solution is a better guess.

use super::tally::{Errors, Tally};
use crate::search::engine::midgame::probcut::{DepthPair, WEIGHTS, Weights};
use crate::tools::linear;

const TERMS: usize = WEIGHTS.len();

/// The matrix and the right-hand side of the normal equations.
type Equations = ([[f64; TERMS]; TERMS], [f64; TERMS]);

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
    let (mut matrix, mut vector) = ([[0.0; TERMS]; TERMS], [0.0; TERMS]);
    for (&pair, errors) in &tally.errors {
        let terms = pair.terms();
        let wanted = wanted(pair, errors);
        for ((row, right), left) in matrix.iter_mut().zip(&mut vector).zip(terms) {
            let weight = errors.count as f64 * left;
            for (cell, term) in row.iter_mut().zip(terms) {
                *cell += weight * term;
            }
            *right += weight * wanted;
        }
    }
    (matrix, vector)
}

/// `None` if the measurements do not determine the weights.
fn solve((matrix, vector): Equations) -> Option<Weights> {
    const TOLERANCE: f64 = 1e-9;
    let matrix = matrix.iter().map(|row| row.to_vec()).collect();
    let solution = linear::solve(matrix, vector.to_vec(), TOLERANCE)?;
    solution.try_into().ok()
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
