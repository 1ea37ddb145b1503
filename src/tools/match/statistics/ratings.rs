//! Ratings of several players: the maximum-likelihood fit of the Elo model to all
//! results, by Newton's method.

use super::expected_score;
use super::pentanomial::Pentanomial;
use crate::tools::linear;

/// The results of two players against each other, from the first one's point of view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encounter {
    pub(crate) first: usize,
    pub(crate) second: usize,
    pub(crate) pairs: Pentanomial,
}

/// A rating; the mean of all players is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rating {
    pub(crate) elo: f64,
    /// Half the width of the 95 % confidence interval.
    pub(crate) error: f64,
}

/// A player that wins every game would have an infinite rating. If one player of a pairing
/// has won every game, this fraction of a drawn pair is therefore added as a prior.
const PRIOR_DRAWN_PAIRS: f64 = 0.5;

/// Elo points for a factor of e in the odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The rating of each player; `None` for those without a complete pair.
pub(crate) fn ratings(players: usize, encounters: &[Encounter]) -> Vec<Option<Rating>> {
    let played: Vec<&Encounter> = encounters
        .iter()
        .filter(|encounter| encounter.pairs.count() > 0)
        .collect();
    let mut strengths = vec![0.0; players];
    const STEPS: usize = 100;
    for _ in 0..STEPS {
        let gradient = gradient(&strengths, &played);
        let Some(change) = solve(hessian(&strengths, &played), gradient) else {
            break;
        };
        // Far from the optimum Newton's method would overshoot.
        let largest = change.iter().fold(0f64, |most, step| most.max(step.abs()));
        let part = (1.0 / largest).min(1.0);
        for (strength, step) in strengths.iter_mut().zip(&change) {
            *strength += part * step;
        }
        if largest < 1e-9 {
            break;
        }
    }
    let covariance = covariance(players, &played);
    let hessian = hessian(&strengths, &played);
    (0..players)
        .map(|player| {
            let has_played =
                |encounter: &&&Encounter| encounter.first == player || encounter.second == player;
            played.iter().find(has_played)?;
            // The derivative of this rating with respect to each player's points.
            let mut unit = vec![0.0; players];
            unit[player] = 1.0;
            let pull = solve(hessian.clone(), centred(&unit))?;
            let variance: f64 = (0..players)
                .flat_map(|i| (0..players).map(move |j| (i, j)))
                .map(|(i, j)| pull[i] * covariance[i][j] * pull[j])
                .sum();
            Some(Rating {
                elo: SCALE * strengths[player],
                error: 1.96 * SCALE * variance.max(0.0).sqrt(),
            })
        })
        .collect()
}

/// The gradient of the log-likelihood: each player's points above expectation.
fn gradient(strengths: &[f64], played: &[&Encounter]) -> Vec<f64> {
    let mut gradient = vec![0.0; strengths.len()];
    for encounter in played {
        let surplus = encounter.pairs.count() as f64
            * (encounter.pairs.mean() - encounter.expected(strengths))
            + encounter.prior() * (0.5 - encounter.expected(strengths));
        gradient[encounter.first] += surplus;
        gradient[encounter.second] -= surplus;
    }
    gradient
}

/// The negative Hessian of the log-likelihood. It would be singular, because only rating
/// differences matter; adding a constant to every element fixes the mean.
fn hessian(strengths: &[f64], played: &[&Encounter]) -> Vec<Vec<f64>> {
    let players = strengths.len();
    let mut matrix = vec![vec![1.0 / players as f64; players]; players];
    for encounter in played {
        let expected = encounter.expected(strengths);
        let pairs = encounter.pairs.count() as f64 + encounter.prior();
        let weight = pairs * expected * (1.0 - expected);
        encounter.add(&mut matrix, weight);
    }
    // The ratings of players that no games connect do not change.
    for (player, row) in matrix.iter_mut().enumerate() {
        row[player] += 1e-6;
    }
    matrix
}

/// The covariance matrix of the players' points.
fn covariance(players: usize, played: &[&Encounter]) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![0.0; players]; players];
    for encounter in played {
        let pairs = &encounter.pairs;
        encounter.add(&mut matrix, pairs.count() as f64 * pairs.variance());
    }
    matrix
}

impl Encounter {
    /// The expected score of the first player.
    fn expected(&self, strengths: &[f64]) -> f64 {
        expected_score(SCALE * (strengths[self.first] - strengths[self.second]))
    }

    fn prior(&self) -> f64 {
        match self.pairs.mean() {
            0.0 | 1.0 => PRIOR_DRAWN_PAIRS,
            _ => 0.0,
        }
    }

    /// Adds a term in which one player's gain is the other's loss.
    fn add(&self, matrix: &mut [Vec<f64>], weight: f64) {
        matrix[self.first][self.first] += weight;
        matrix[self.second][self.second] += weight;
        matrix[self.first][self.second] -= weight;
        matrix[self.second][self.first] -= weight;
    }
}

fn centred(vector: &[f64]) -> Vec<f64> {
    let mean = vector.iter().sum::<f64>() / vector.len() as f64;
    vector.iter().map(|value| value - mean).collect()
}

/// If games do not connect all players, the matrix is nearly singular, so any positive pivot
/// is accepted.
fn solve(matrix: Vec<Vec<f64>>, vector: Vec<f64>) -> Option<Vec<f64>> {
    linear::solve(matrix, vector, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encounter(first: usize, second: usize, pairs: [u64; 5]) -> Encounter {
        Encounter {
            first,
            second,
            pairs: Pentanomial(pairs),
        }
    }

    #[test]
    fn two_players_are_rated_by_their_share() {
        let pairs = Pentanomial([100, 200, 400, 500, 300]);
        let rated = ratings(2, &[encounter(0, 1, pairs.0)]);
        let (first, second) = (rated[0].unwrap(), rated[1].unwrap());
        let elo = super::super::elo(pairs.mean());
        assert!((first.elo - second.elo - elo).abs() < 0.01);
        assert!((first.elo + second.elo).abs() < 1e-6);
        let (low, high) = pairs.interval();
        let width = super::super::elo(high) - super::super::elo(low);
        // Each is half of the difference, and so is its error.
        assert!((4.0 * first.error - width).abs() < 0.05 * width);
    }

    #[test]
    fn players_who_never_met_are_compared_through_others() {
        let rated = ratings(
            4,
            &[
                encounter(0, 1, [0, 100, 500, 300, 100]),
                encounter(1, 2, [0, 100, 500, 300, 100]),
            ],
        );
        let elo = |player: usize| rated[player].unwrap().elo;
        assert!((elo(0) - elo(1) - (elo(1) - elo(2))).abs() < 0.01);
        assert!(elo(0) > elo(1));
        assert_eq!(rated[3], None);
        assert!(rated[0].unwrap().error > rated[1].unwrap().error);
    }

    #[test]
    fn a_player_who_wins_every_game_has_a_finite_rating() {
        let rated = ratings(2, &[encounter(0, 1, [0, 0, 0, 0, 50])]);
        let first = rated[0].unwrap();
        assert!((300.0..500.0).contains(&first.elo), "{first:?}");
        assert!((200.0..1000.0).contains(&first.error), "{first:?}");
    }
}
