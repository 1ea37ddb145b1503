//! What a position is worth.

use std::fmt;
use std::ops::Neg;

/// The value of a position or a move for one side: an estimate, or the result
/// of a finished game.
///
/// Any win is above every estimate and any loss below, and a bigger win is
/// better. A draw is 0. As a number, a result of `n` discs (not 0) is `n + 10000`
/// for a win and `n - 10000` for a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Below every score that a position can have.
    pub const LOWEST: Score = Score(i32::MIN + 1);

    const RESULT: i32 = 10_000;

    /// An evaluator's opinion, kept strictly between any loss and any win.
    pub const fn estimate(value: i32) -> Score {
        let limit = Score::RESULT - 1;
        Score(if value > limit {
            limit
        } else if value < -limit {
            -limit
        } else {
            value
        })
    }

    /// A finished game, won by this many discs (lost, if negative).
    pub const fn result(discs: i32) -> Score {
        Score(discs + discs.signum() * Score::RESULT)
    }

    /// The number that lists and reports print.
    pub const fn value(self) -> i32 {
        self.0
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_outside_estimates() {
        assert!(Score::result(2) > Score::estimate(i32::MAX));
        assert!(Score::result(-2) < Score::estimate(i32::MIN));
        assert!(Score::result(64) > Score::result(2));
        assert_eq!(Score::result(0), Score::estimate(0));
        assert_eq!(Score::result(12).to_string(), "10012");
        assert_eq!((-Score::result(12)).to_string(), "-10012");
    }
}
