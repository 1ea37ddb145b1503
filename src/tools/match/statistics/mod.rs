//! What do results say about strength? Numbers in, numbers out.
//!
//! The two games of a pair have the same opening, so they are not independent:
//! whoever has the better side of it tends to win both times. What is
//! independent are the [`pairs`], and all that is said here rests on them: how
//! sure a rating is, a decision by [`sprt`], and the [`ratings`] of many players.

pub(super) mod pairs;
pub(super) mod ratings;
#[cfg(test)]
mod simulation;
pub(super) mod sprt;

/// What a share of the points, from 0 to 1, is as a difference in rating.
pub(super) fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of the points that a difference in rating brings.
pub(super) fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The chance that a number from the normal distribution is below this.
fn normal(x: f64) -> f64 {
    // Abramowitz and Stegun, 26.2.17: right to seven digits.
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
    fn ratings_and_shares_are_the_same_thing() {
        assert_eq!(elo(0.5), 0.0);
        assert!((share(200.0) - 0.7597).abs() < 1e-4);
        for rating in [-300.0, -1.0, 12.5, 700.0] {
            assert!((elo(share(rating)) - rating).abs() < 1e-9);
        }
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
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
