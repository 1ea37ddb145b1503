//! Checks error bars and error rates by simulating players of known strength.

use super::pentanomial::Pentanomial;
use super::ratings::{Encounter, ratings};
use super::sprt::{Decision, Sprt};
use super::{elo, expected_score};
use crate::board::Position;
use crate::search::rng::{MoveSeed, Rng};

const MATCHES: u64 = 2000;

/// A model of two players. An opening favours one side by up to `bias` Elo, which
/// makes the games of a pair dependent.
struct Model {
    /// The Elo difference in favour of the first player.
    elo: f64,
    bias: f64,
    /// The draw rate.
    draws: f64,
}

impl Model {
    /// The half points of the first player in a pair.
    fn pair(&self, rng: &mut Rng) -> usize {
        let favour = (2.0 * rng.fraction() - 1.0) * self.bias;
        self.game(favour, rng) + self.game(-favour, rng)
    }

    fn game(&self, favour: f64, rng: &mut Rng) -> usize {
        let wins = expected_score(self.elo + favour) - self.draws / 2.0;
        let drawn = rng.fraction();
        if drawn < wins {
            2
        } else {
            usize::from(drawn < wins + self.draws)
        }
    }

    fn pairs(&self, count: u64, rng: &mut Rng) -> Pentanomial {
        let mut pairs = Pentanomial::default();
        for _ in 0..count {
            pairs.add(self.pair(rng));
        }
        pairs
    }

    /// The Elo difference that infinitely many pairs would show.
    fn true_elo(&self) -> f64 {
        const PARTS: i32 = 1000;
        let favour =
            |part: i32| self.bias * (2.0 * (f64::from(part) + 0.5) / f64::from(PARTS) - 1.0);
        let shares = (0..PARTS).map(|part| expected_score(self.elo + favour(part)));
        elo(shares.sum::<f64>() / f64::from(PARTS))
    }
}

fn rng(seed: u64) -> Rng {
    MoveSeed::new(seed, 0, &Position::START).rng()
}

fn percent(count: u64) -> f64 {
    100.0 * count as f64 / MATCHES as f64
}

#[test]
fn intervals_have_their_nominal_coverage() {
    for (strength, bias, draws, pairs) in [
        (0.0, 0.0, 0.05, 50),
        (0.0, 300.0, 0.05, 100),
        (20.0, 100.0, 0.3, 500),
        (150.0, 200.0, 0.05, 100),
        (-400.0, 100.0, 0.02, 200),
    ] {
        let model = Model {
            elo: strength,
            bias,
            draws,
        };
        let truth = model.true_elo();
        let covered = (0..MATCHES).filter(|&seed| {
            let (low, high) = model.pairs(pairs, &mut rng(seed)).interval();
            elo(low) <= truth && truth <= elo(high)
        });
        let covered = percent(covered.count() as u64);
        assert!((covered - 95.0).abs() <= 1.5, "{strength}: {covered} %");
    }
}

/// Among equal players, a superiority of x % is exceeded in 100 - x % of matches.
#[test]
fn superiority_is_calibrated() {
    let model = Model {
        elo: 0.0,
        bias: 200.0,
        draws: 0.05,
    };
    for level in [0.7, 0.9, 0.95, 0.99] {
        let above =
            (0..MATCHES).filter(|&seed| model.pairs(100, &mut rng(seed)).superiority() > level);
        let above = percent(above.count() as u64);
        assert!(
            (above - 100.0 * (1.0 - level)).abs() <= 3.0,
            "{level}: {above} %"
        );
    }
}

#[test]
fn sequential_tests_have_their_nominal_error_rates() {
    let sprt = Sprt {
        elo0: 0.0,
        elo1: 40.0,
        alpha: 0.05,
        beta: 0.1,
    };
    for (strength, wrong, promised) in [
        (sprt.elo0, Decision::Accepted, 100.0 * sprt.alpha),
        (sprt.elo1, Decision::Rejected, 100.0 * sprt.beta),
    ] {
        let model = Model {
            elo: strength,
            bias: 0.0,
            draws: 0.05,
        };
        let errors = (0..MATCHES).filter(|&seed| {
            let mut rng = rng(seed);
            let mut pairs = Pentanomial::default();
            loop {
                pairs.add(model.pair(&mut rng));
                if let Some(decision) = sprt.decide(&pairs) {
                    return decision == wrong;
                }
            }
        });
        let errors = percent(errors.count() as u64);
        assert!(errors <= promised + 1.5, "{strength}: {errors} %");
    }
}

/// Each of four players against each other.
#[test]
fn rating_errors_have_their_nominal_coverage() {
    let strengths = [0.0, 60.0, -100.0, 40.0];
    let mut covered = 0;
    for seed in 0..MATCHES / 4 {
        let mut rng = rng(seed);
        let mut encounters = Vec::new();
        for first in 0..4 {
            for second in first + 1..4 {
                let model = Model {
                    elo: strengths[first] - strengths[second],
                    bias: 0.0,
                    draws: 0.05,
                };
                let pairs = model.pairs(60, &mut rng);
                encounters.push(Encounter {
                    first,
                    second,
                    pairs,
                });
            }
        }
        let rated = ratings(4, &encounters);
        covered += rated
            .iter()
            .zip(strengths)
            .filter(|&(rating, strength)| {
                let rating = rating.expect("all have played");
                (rating.elo - strength).abs() <= rating.error
            })
            .count() as u64;
    }
    assert!(
        (percent(covered) - 95.0).abs() <= 1.5,
        "{} %",
        percent(covered)
    );
}
