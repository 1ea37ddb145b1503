//! The results of pairs of games, seen from one of the two players.
//!
//! How likely is it that the true share of the points is `s`? Of all
//! distributions with the mean `s` one makes the results most likely; by how much
//! less likely than what was seen tells how far `s` is off. That needs no
//! assumption about draws or openings, and is right also where nearly all games
//! are won, where "so many standard errors" is not.

use super::normal;

/// How often each number of points came in a pair: 0, 0.5, 1, 1.5 and 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pairs(pub(crate) [u64; 5]);

/// The share of the points that each result is.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// What was never seen is not impossible.
const UNSEEN: f64 = 1e-3;

/// Outside lie 2.5 % of the normal distribution on either side.
const NORMAL_95: f64 = 1.959_964;

impl Pairs {
    /// Counts a pair in which so many half points were won.
    pub(crate) fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of the points; a half before the first pair.
    pub(crate) fn mean(&self) -> f64 {
        let points: f64 = self.each().map(|(share, count)| share * count).sum();
        match self.count() {
            0 => 0.5,
            count => points / count as f64,
        }
    }

    /// How much the share of a single pair scatters, as far as is known: there
    /// might be one more pair, won or lost as likely as not.
    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        let seen = self
            .each()
            .map(|(share, count)| (share - mean).powi(2) * count);
        let unseen = ((1.0 - mean).powi(2) + mean.powi(2)) / 2.0;
        (seen.sum::<f64>() + unseen) / (self.count() + 1) as f64
    }

    /// Where the true share is, with 95 % certainty.
    pub(crate) fn interval(&self) -> (f64, f64) {
        if self.count() == 0 {
            return (0.0, 1.0);
        }
        let mean = self.mean();
        let limit = self.limit();
        (
            border(mean, 0.0, |share| self.distance(share) < limit),
            border(mean, 1.0, |share| self.distance(share) < limit),
        )
    }

    /// How likely it is that the player is the stronger one.
    pub(crate) fn superiority(&self) -> f64 {
        match self.count() {
            0 => 0.5,
            _ => normal(self.distance(0.5).sqrt().copysign(self.mean() - 0.5)),
        }
    }

    /// The logarithm of how many times likelier the results are under the second
    /// share than under the first.
    pub(super) fn likelihood_ratio(&self, first: f64, second: f64) -> f64 {
        (self.distance(first) - self.distance(second)) / 2.0
    }

    /// How far the distance may be by chance. Of a few pairs the scatter is hardly
    /// known, so it may be more, as in Student's distribution.
    fn limit(&self) -> f64 {
        let freedom = self.count().saturating_sub(1).max(1) as f64;
        (NORMAL_95 + (NORMAL_95.powi(3) + NORMAL_95) / (4.0 * freedom)).powi(2)
    }

    /// Twice the logarithm of how many times less likely the results are under
    /// the best distribution with this share than under the best of all.
    fn distance(&self, share: f64) -> f64 {
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

    /// The best distribution gives each result `n / (1 + tilt (x - share))`. The
    /// tilt that makes its mean the share is where a falling function is zero;
    /// Newton's method, kept between two borders, finds it.
    fn tilt(&self, share: f64) -> f64 {
        const STEPS: usize = 60;
        let (mut low, mut high) = (-1.0 / (1.0 - share), 1.0 / share);
        let mut tilt = 0.0;
        for _ in 0..STEPS {
            let (mut value, mut slope) = (0.0, 0.0);
            for (x, n) in self.weighed() {
                let part = (x - share) / (1.0 + tilt * (x - share));
                value += n * part;
                slope -= n * part * part;
            }
            if value > 0.0 {
                low = tilt;
            } else {
                high = tilt;
            }
            let next = tilt - value / slope;
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

/// The point between `inside` and `outside` up to which something holds.
fn border(mut inside: f64, mut outside: f64, holds: impl Fn(f64) -> bool) -> f64 {
    const HALVINGS: usize = 40;
    for _ in 0..HALVINGS {
        let middle = (inside + outside) / 2.0;
        if holds(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    // What nothing contradicts reaches to the very end.
    if holds(outside) || (outside - inside).abs() < 1e-9 && (outside == 0.0 || outside == 1.0) {
        return outside;
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_players_see_the_same() {
        let pairs = Pairs([3, 10, 21, 17, 9]);
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
        let pairs = Pairs([500, 1500, 3000, 1700, 600]);
        let error = (pairs.variance() / pairs.count() as f64).sqrt();
        let (low, high) = pairs.interval();
        assert!((high - pairs.mean() - NORMAL_95 * error).abs() < 0.01 * error);
        assert!((pairs.mean() - low - NORMAL_95 * error).abs() < 0.01 * error);
        let sure = normal((pairs.mean() - 0.5) / error);
        assert!((pairs.superiority() - sure).abs() < 1e-3);
    }

    #[test]
    fn few_and_equal_results_leave_doubt() {
        assert_eq!(Pairs::default().interval(), (0.0, 1.0));
        assert_eq!(Pairs::default().superiority(), 0.5);
        let (low, high) = Pairs([0, 0, 0, 0, 10]).interval();
        assert!((0.6..0.9).contains(&low) && high > 0.999, "{low} {high}");
        let (low, high) = Pairs([0, 0, 10, 0, 0]).interval();
        assert!(low < 0.45 && high > 0.55, "{low} {high}");
        let (low, high) = Pairs([1, 0, 0, 0, 0]).interval();
        assert!(low < 0.001 && high > 0.5, "{low} {high}");
    }
}
