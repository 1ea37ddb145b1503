//! The sequential probability ratio test (SPRT): is the first player stronger by `elo1`,
//! or only by `elo0`?
//!
//! After each pair, Wald's test compares the likelihood of the results under both
//! hypotheses. Once the log-likelihood ratio (LLR) crosses a bound the match can stop,
//! with known error rates.

use super::expected_score;
use super::pentanomial::Pentanomial;

/// The two hypotheses and the error rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    /// The Elo difference of the null hypothesis.
    pub(crate) elo0: f64,
    /// The Elo difference of the alternative hypothesis.
    pub(crate) elo1: f64,
    /// The probability of accepting `elo1` if `elo0` is true.
    pub(crate) alpha: f64,
    /// The probability of accepting `elo0` if `elo1` is true.
    pub(crate) beta: f64,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// `elo0` is accepted.
    Rejected,
    /// `elo1` is accepted.
    Accepted,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt {
            elo0: 0.0,
            elo1: 10.0,
            alpha: 0.05,
            beta: 0.05,
        }
    }
}

impl Sprt {
    /// The log-likelihood ratio: positive values favour `elo1`, negative ones `elo0`.
    pub(crate) fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        match pairs.count() {
            0 => 0.0,
            _ => pairs.log_likelihood_ratio(expected_score(self.elo0), expected_score(self.elo1)),
        }
    }

    /// The bounds of the LLR: at the lower one `elo0` is accepted, at the upper `elo1`.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The decision, if the LLR has crossed a bound.
    pub(crate) fn decide(&self, pairs: &Pentanomial) -> Option<Decision> {
        let log_likelihood_ratio = self.log_likelihood_ratio(pairs);
        let (no, yes) = self.bounds();
        if log_likelihood_ratio <= no {
            Some(Decision::Rejected)
        } else if log_likelihood_ratio >= yes {
            Some(Decision::Accepted)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clear_results_are_decided() {
        let sprt = Sprt::default();
        assert_eq!(sprt.decide(&Pentanomial::default()), None);
        assert_eq!(sprt.decide(&Pentanomial([0, 0, 1, 0, 0])), None);
        let strong = Pentanomial([100, 400, 1000, 600, 200]);
        assert_eq!(sprt.decide(&strong), Some(Decision::Accepted));
        let equal = Pentanomial([2000, 5000, 9000, 5000, 2000]);
        assert_eq!(sprt.decide(&equal), Some(Decision::Rejected));
    }

    #[test]
    fn the_bounds_follow_from_the_risks() {
        let (no, yes) = Sprt::default().bounds();
        assert!((yes - 2.944).abs() < 1e-3 && (no + 2.944).abs() < 1e-3);
    }
}
