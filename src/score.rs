//! The score of a position, and the windows of searches.
//!
//! ```
//! use obverse::score::{Score, Window};
//!
//! // Any win is above every estimate, and winning by more is better.
//! assert!(Score::result(2) > Score::estimate(500));
//! assert!(Score::result(64) > Score::result(2));
//! assert_eq!((-Score::result(2)).discs(), Some(-2));
//!
//! // The same window, seen by the side that moves next.
//! let window = Window { alpha: Score::estimate(-1), beta: Score::estimate(3) };
//! assert_eq!(window.flipped().alpha, Score::estimate(-3));
//! ```
//!
//! [`search::value`](crate::search::value) converts scores into leads in discs and winning
//! chances.

use std::fmt;
use std::ops::Neg;

/// The score of a position or a move for one side: an estimate, or the result of a
/// finished game.
///
/// Estimates lie between losses and wins, and winning by more is better. A draw is 0.
/// As a number, a result of `n` discs (not 0) is `n + 10000` for a win and `n - 10000`
/// for a loss. Estimates are in points of the evaluator; those of the engine are in discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Below the score of any position.
    pub const LOWEST: Score = Score(i32::MIN + 2);

    /// Above the score of any position.
    pub const HIGHEST: Score = Score(i32::MAX - 1);

    const RESULT: i32 = 10_000;

    /// The estimate of an evaluator, clamped so that it is neither a loss nor a win.
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

    /// The result of a game that is won by this many discs, or lost if negative.
    pub const fn result(discs: i32) -> Score {
        Score(discs + discs.signum() * Score::RESULT)
    }

    /// The inverse of [`value`](Score::value).
    pub(crate) const fn of_value(value: i32) -> Score {
        Score(value)
    }

    /// The number that users see.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// By how many discs the game is won, or lost if negative; `None` for an estimate.
    /// It is also `None` for a draw, which cannot be distinguished from an estimate of 0.
    pub const fn discs(self) -> Option<i32> {
        if self.0.abs() > Score::RESULT {
            Some(self.0 - self.0.signum() * Score::RESULT)
        } else {
            None
        }
    }

    /// The next lower score.
    pub const fn just_below(self) -> Score {
        Score(self.0 - 1)
    }

    /// The next higher score.
    pub const fn just_above(self) -> Score {
        Score(self.0 + 1)
    }
}

/// The window of an alpha-beta search: `alpha` is what the side to move is already sure
/// of elsewhere, `beta` what its opponent can already limit it to.
///
/// A score inside the window is exact. A search that fails low returns an upper bound, at
/// or below `alpha`; one that fails high returns a lower bound, at or above `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The lower end.
    pub alpha: Score,
    /// The upper end.
    pub beta: Score,
}

impl Window {
    /// The window that contains every score.
    pub const FULL: Window = Window {
        alpha: Score::LOWEST,
        beta: Score::HIGHEST,
    };

    /// The same window for the opponent.
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

/// How a score is related to the exact one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// They are equal.
    Exact,
    /// The exact score is not lower.
    Lower,
    /// The exact score is not higher.
    Upper,
}

impl Bound {
    /// The same for the opponent.
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
    fn estimates_lie_between_losses_and_wins() {
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
