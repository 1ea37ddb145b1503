//! Estimates of strength from the results of games.
//!
//! The two games of a pair start from the same opening, so they are not independent:
//! the side that it favours tends to win both. Pairs are independent. All statistics are
//! therefore based on the [`pentanomial`] distribution of pair results: error bars, the
//! sequential probability ratio test ([`sprt`]), and the [`ratings`] of many players.

pub(super) mod pentanomial;
pub(super) mod ratings;
#[cfg(test)]
mod simulation;
pub(super) mod sprt;

/// The Elo difference that corresponds to a score from 0 to 1.
pub(super) fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The expected score at an Elo difference.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The cumulative distribution function of the normal distribution.
fn normal(x: f64) -> f64 {
    // Abramowitz and Stegun, 26.2.17, accurate to seven digits.
    const FACTORS: [f64; 5] = [
        0.319_381_530,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let series = FACTORS
        .iter()
        .rev()
        .fold(0.0, |sum, factor| (sum + factor) * t);
    let tail = series * (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_elo_differences_convert_both_ways() {
        assert_eq!(elo(0.5), 0.0);
        assert!((expected_score(200.0) - 0.7597).abs() < 1e-4);
        for rating in [-300.0, -1.0, 12.5, 700.0] {
            assert!((elo(expected_score(rating)) - rating).abs() < 1e-9);
        }
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn the_normal_distribution_agrees_with_published_tables() {
        for (x, below) in [
            (0.0, 0.5),
            (1.0, 0.841_345),
            (-1.959_964, 0.025),
            (9.0, 1.0),
        ] {
            assert!((normal(x) - below).abs() < 1e-6, "{x}");
        }
    }
}
