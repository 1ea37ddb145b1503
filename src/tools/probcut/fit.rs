//! The weights with which the model fits best to what was measured.
//!
//! The model is about the logarithm of the standard error, which is a sum of
//! terms with weights. The best weights are those under which the errors that
//! were measured are likeliest. Near a guess of them that is a problem of least
//! squares, whose solution is a better guess.

use super::tally::{Errors, Tally};
use crate::search::engine::midgame::probcut::{DepthPair, WEIGHTS, Weights};

const TERMS: usize = WEIGHTS.len();

/// Linear equations, a row each; the last column is the right side.
type Equations = [[f64; TERMS + 1]; TERMS];

/// Enough for all digits to stand still.
const ROUNDS: usize = 40;

/// The best weights; `None` if too little is known for that.
pub(super) fn fit(tally: &Tally) -> Option<Weights> {
    // A rare error of zero has no logarithm, and must not count for much.
    const SMALL: f64 = 0.5;
    let first_guess = |_, errors: &Errors| errors.standard().max(SMALL).ln();
    let mut weights = solve(equations(tally, first_guess))?;
    for _ in 0..ROUNDS {
        let better_guess = |pair: DepthPair, errors: &Errors| {
            let presumed = pair.sigma_by(&weights);
            // The tangent of half the logarithm.
            presumed.ln() + ((errors.standard() / presumed).powi(2) - 1.0) / 2.0
        };
        weights = solve(equations(tally, better_guess))?;
    }
    Some(weights)
}

/// The least squares between the model and the logarithms that are wanted.
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

/// Gaussian elimination, without any exchange of rows: sums of squares need none.
/// `None` if there is more than one solution, or nearly so.
fn solve(mut equations: Equations) -> Option<Weights> {
    const NEARLY: f64 = 1e-9;
    let before = equations;
    for column in 0..TERMS {
        let pivot = equations[column];
        let is_sure = pivot[column] > NEARLY * before[column][column];
        if !is_sure {
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
    use super::super::tally::Measured;
    use super::*;

    /// Errors are whole numbers; these are so many times as great.
    const FINE: i32 = 100_000;

    /// As many errors of each kind as it takes to have this standard error.
    fn tally(kinds: impl Iterator<Item = (u32, u32)>, weights: &Weights) -> Tally {
        let mut tally = Tally::default();
        for pair in kinds.filter_map(|(deep, empty)| DepthPair::of(deep, empty)) {
            let error = f64::from(FINE) * pair.sigma_by(weights);
            let error = error.round() as i32;
            tally.add(&Measured {
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
            found[0] -= f64::from(FINE).ln();
            for (found, weight) in found.iter().zip(weights) {
                assert!((found - weight).abs() < 1e-3, "{found} {weight}");
            }
        }
    }

    #[test]
    fn does_not_guess() {
        let without_ends = kinds().filter(|(deep, empty)| deep < empty);
        assert_eq!(fit(&tally(without_ends, &WEIGHTS)), None);
        let without_opinions = kinds().filter(|&(deep, _)| deep > 2);
        assert_eq!(fit(&tally(without_opinions, &WEIGHTS)), None);
        let one_stage = kinds().filter(|&(_, empty)| empty == 20);
        assert_eq!(fit(&tally(one_stage, &WEIGHTS)), None);
        assert_eq!(fit(&Tally::default()), None);
    }
}
