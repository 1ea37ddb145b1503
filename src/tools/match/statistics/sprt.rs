//! Is the first player at least this much stronger? Play on until it is known.
//!
//! Wald's sequential test: after each pair, how many times likelier are the
//! results if the difference is `elo1` than if it is `elo0`? Beyond either bound
//! the question is decided, with a known risk to be wrong.

use super::pairs::Pairs;
use super::share;

/// The question, and how often the answer may be wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    /// The difference in rating that would be too little.
    pub(crate) elo0: f64,
    /// The difference that would be enough.
    pub(crate) elo1: f64,
    /// How often `elo0` is taken for `elo1`.
    pub(crate) alpha: f64,
    /// How often `elo1` is taken for `elo0`.
    pub(crate) beta: f64,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// It is rather `elo0` than `elo1`.
    Rejected,
    /// It is rather `elo1` than `elo0`.
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
    /// How much the results speak for `elo1`; negative is for `elo0`.
    pub(crate) fn evidence(&self, pairs: &Pairs) -> f64 {
        match pairs.count() {
            0 => 0.0,
            _ => pairs.likelihood_ratio(share(self.elo0), share(self.elo1)),
        }
    }

    /// Below the first the answer is no, above the second it is yes.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The answer, if there is one.
    pub(crate) fn decide(&self, pairs: &Pairs) -> Option<Decision> {
        let evidence = self.evidence(pairs);
        let (no, yes) = self.bounds();
        if evidence <= no {
            Some(Decision::Rejected)
        } else if evidence >= yes {
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
        assert_eq!(sprt.decide(&Pairs::default()), None);
        assert_eq!(sprt.decide(&Pairs([0, 0, 1, 0, 0])), None);
        let strong = Pairs([100, 400, 1000, 600, 200]);
        assert_eq!(sprt.decide(&strong), Some(Decision::Accepted));
        let equal = Pairs([2000, 5000, 9000, 5000, 2000]);
        assert_eq!(sprt.decide(&equal), Some(Decision::Rejected));
    }

    #[test]
    fn the_bounds_follow_from_the_risks() {
        let (no, yes) = Sprt::default().bounds();
        assert!((yes - 2.944).abs() < 1e-3 && (no + 2.944).abs() < 1e-3);
    }
}
