//! What a position is worth: the numbers that searches compare.
//!
//! ```
//! use obverse::score::{Score, Window};
//!
//! // Any win is above every estimate, and a bigger win is better.
//! assert!(Score::result(2) > Score::estimate(500));
//! assert!(Score::result(64) > Score::result(2));
//! assert_eq!((-Score::result(2)).discs(), Some(-2));
//!
//! // The same window, seen by the side that moves next.
//! let window = Window { alpha: Score::estimate(-1), beta: Score::estimate(3) };
//! assert_eq!(window.flipped().alpha, Score::estimate(-3));
//! ```
//!
//! What a score means for the game, a lead in discs and a chance to win, is said by
//! [`search::value`](crate::search::value).

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
    pub const LOWEST: Score = Score(i32::MIN + 2);

    /// Above every score that a position can have.
    pub const HIGHEST: Score = Score(i32::MAX - 1);

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

    /// By how many discs the game is won (lost, if negative), if this is the
    /// result of one. A draw and an estimate of 0 are the same score: `None`.
    pub const fn discs(self) -> Option<i32> {
        if self.0.abs() > Score::RESULT {
            Some(self.0 - self.0.signum() * Score::RESULT)
        } else {
            None
        }
    }

    /// The greatest score below this one.
    pub const fn just_below(self) -> Score {
        Score(self.0 - 1)
    }

    /// The least score above this one.
    pub const fn just_above(self) -> Score {
        Score(self.0 + 1)
    }
}

/// The scores that a search has to tell apart: those between `alpha`, which the
/// side to move can already have elsewhere, and `beta`, above which the other
/// side will not let it come.
///
/// A score inside is the true value. One at or below `alpha` says only that the
/// true value is not greater, one at or above `beta` that it is not less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The lower limit.
    pub alpha: Score,
    /// The upper limit.
    pub beta: Score,
}

impl Window {
    /// Every score is inside.
    pub const FULL: Window = Window {
        alpha: Score::LOWEST,
        beta: Score::HIGHEST,
    };

    /// The same scores as the other side sees them.
    pub fn flipped(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The null window at `alpha`: it contains no score, and a search only finds out
    /// whether the value is greater than `alpha`.
    pub fn null(self) -> Window {
        Window {
            alpha: self.alpha,
            beta: self.alpha.just_above(),
        }
    }
}

/// What a score says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is not less.
    Lower,
    /// The value is not greater.
    Upper,
}

impl Bound {
    /// The same as the other side sees it.
    pub fn flipped(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
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
        assert_eq!(Score::result(-12).discs(), Some(-12));
        assert_eq!(Score::estimate(i32::MAX).discs(), None);
    }
}
