//! The pentanomial distribution: the results of pairs of games, from one player's point
//! of view.
//!
//! How plausible is a true score of `s`? Among all distributions with mean `s`, one
//! maximises the likelihood of the results (the empirical likelihood). Twice the log of
//! its ratio to the unconstrained maximum measures how implausible `s` is. This makes no
//! assumptions about draws or openings, and remains valid if nearly all games are won,
//! unlike an interval of a number of standard errors.

use super::normal;

/// The numbers of pairs that scored 0, 0.5, 1, 1.5 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pentanomial(pub(crate) [u64; 5]);

/// The score of each pair result, from 0 to 1.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The weight of a result that has not occurred, which is not therefore impossible.
const UNSEEN: f64 = 1e-3;

/// The 97.5 % quantile of the normal distribution.
const NORMAL_95: f64 = 1.959_964;

impl Pentanomial {
    /// Counts a pair in which this number of half points was won.
    pub(crate) fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// The number of pairs.
    pub(crate) fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score; 0.5 before the first pair.
    pub(crate) fn mean(&self) -> f64 {
        let points: f64 = self.each().map(|(share, count)| share * count).sum();
        match self.count() {
            0 => 0.5,
            count => points / count as f64,
        }
    }

    /// The variance of a single pair's score. One more pair, won or lost with equal
    /// probability, is added as a prior.
    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        let seen = self
            .each()
            .map(|(share, count)| (share - mean).powi(2) * count);
        let unseen = ((1.0 - mean).powi(2) + mean.powi(2)) / 2.0;
        (seen.sum::<f64>() + unseen) / (self.count() + 1) as f64
    }

    /// The 95 % confidence interval of the true score.
    pub(crate) fn interval(&self) -> (f64, f64) {
        if self.count() == 0 {
            return (0.0, 1.0);
        }
        let mean = self.mean();
        let limit = self.limit();
        (
            bisect(mean, 0.0, |share| self.deviance(share) < limit),
            bisect(mean, 1.0, |share| self.deviance(share) < limit),
        )
    }

    /// The likelihood of superiority (LOS): the probability that the player is the
    /// stronger one.
    pub(crate) fn superiority(&self) -> f64 {
        match self.count() {
            0 => 0.5,
            _ => normal(self.deviance(0.5).sqrt().copysign(self.mean() - 0.5)),
        }
    }

    /// The log-likelihood ratio of the second score to the first.
    pub(super) fn log_likelihood_ratio(&self, first: f64, second: f64) -> f64 {
        (self.deviance(first) - self.deviance(second)) / 2.0
    }

    /// The 95 % quantile of the deviance. With few pairs the variance is uncertain, so
    /// the interval is widened as in Student's t-distribution.
    fn limit(&self) -> f64 {
        let freedom = self.count().saturating_sub(1).max(1) as f64;
        (NORMAL_95 + (NORMAL_95.powi(3) + NORMAL_95) / (4.0 * freedom)).powi(2)
    }

    /// Twice the log of the likelihood ratio of the best distribution to the best one
    /// with this mean score.
    fn deviance(&self, share: f64) -> f64 {
        let mean = self.weighed().map(|(x, n)| x * n).sum::<f64>()
            / self.weighed().map(|(_, n)| n).sum::<f64>();
        if share <= 0.0 || share >= 1.0 {
            return f64::INFINITY;
        }
        if (share - mean).abs() < 1e-12 {
            return 0.0;
        }
        let tilt = self.tilt(share);
        let parts = self
            .weighed()
            .map(|(x, n)| n * (1.0 + tilt * (x - share)).ln());
        2.0 * parts.sum::<f64>()
    }

    /// The best distribution gives each result the weight `n / (1 + tilt (x - share))`.
    /// The tilt for which its mean is the share is the zero of a decreasing function,
    /// found by Newton's method between two bounds.
    fn tilt(&self, share: f64) -> f64 {
        const STEPS: usize = 60;
        let (mut low, mut high) = (-1.0 / (1.0 - share), 1.0 / share);
        let mut tilt = 0.0;
        for _ in 0..STEPS {
            let (mut value, mut derivative) = (0.0, 0.0);
            for (x, n) in self.weighed() {
                let part = (x - share) / (1.0 + tilt * (x - share));
                value += n * part;
                derivative -= n * part * part;
            }
            if value > 0.0 {
                low = tilt;
            } else {
                high = tilt;
            }
            let next = tilt - value / derivative;
            let is_inside = low < next && next < high;
            let next = if is_inside { next } else { (low + high) / 2.0 };
            if (next - tilt).abs() < 1e-12 {
                break;
            }
            tilt = next;
        }
        tilt
    }

    fn each(&self) -> impl Iterator<Item = (f64, f64)> {
        SHARES.into_iter().zip(self.0.map(|count| count as f64))
    }

    fn weighed(&self) -> impl Iterator<Item = (f64, f64)> {
        self.each().map(|(share, count)| (share, count.max(UNSEEN)))
    }
}

/// The point between `inside` and `outside` up to which a predicate holds, by bisection.
fn bisect(mut inside: f64, mut outside: f64, holds: impl Fn(f64) -> bool) -> f64 {
    const HALVINGS: usize = 40;
    for _ in 0..HALVINGS {
        let middle = (inside + outside) / 2.0;
        if holds(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    // If the predicate holds even at the end point, the interval extends to it.
    if holds(outside) || (outside - inside).abs() < 1e-9 && (outside == 0.0 || outside == 1.0) {
        return outside;
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_players_views_are_symmetric() {
        let pairs = Pentanomial([3, 10, 21, 17, 9]);
        let mut other = pairs;
        other.0.reverse();
        assert!((pairs.mean() + other.mean() - 1.0).abs() < 1e-12);
        assert!((pairs.superiority() + other.superiority() - 1.0).abs() < 1e-6);
        let ((low, high), (other_low, other_high)) = (pairs.interval(), other.interval());
        assert!((low + other_high - 1.0).abs() < 1e-6 && (high + other_low - 1.0).abs() < 1e-6);
        assert!(low < pairs.mean() && pairs.mean() < high);
    }

    /// With many pairs the interval is that of the normal distribution.
    #[test]
    fn many_pairs_give_the_usual_interval() {
        let pairs = Pentanomial([500, 1500, 3000, 1700, 600]);
        let error = (pairs.variance() / pairs.count() as f64).sqrt();
        let (low, high) = pairs.interval();
        assert!((high - pairs.mean() - NORMAL_95 * error).abs() < 0.01 * error);
        assert!((pairs.mean() - low - NORMAL_95 * error).abs() < 0.01 * error);
        let sure = normal((pairs.mean() - 0.5) / error);
        assert!((pairs.superiority() - sure).abs() < 1e-3);
    }

    #[test]
    fn few_or_uniform_results_give_wide_intervals() {
        assert_eq!(Pentanomial::default().interval(), (0.0, 1.0));
        assert_eq!(Pentanomial::default().superiority(), 0.5);
        let (low, high) = Pentanomial([0, 0, 0, 0, 10]).interval();
        assert!((0.6..0.9).contains(&low) && high > 0.999, "{low} {high}");
        let (low, high) = Pentanomial([0, 0, 10, 0, 0]).interval();
        assert!(low < 0.45 && high > 0.55, "{low} {high}");
        let (low, high) = Pentanomial([1, 0, 0, 0, 0]).interval();
        assert!(low < 0.001 && high > 0.5, "{low} {high}");
    }
}
