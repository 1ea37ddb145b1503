//! The engine's scores and search windows.
//!
//! A score is always from the point of view of the side to move, so a search
//! negates the score of a child. Scores come in two units:
//!
//! - **Whole discs**, from [`MIN_SCORE`] to [`MAX_SCORE`]. Searches return them and
//!   tables store them.
//! - **Units**, [`UNITS_PER_DISC`] to a disc. Static evaluations and the scores that
//!   order moves are too fine for whole discs. The names of such numbers say so, or
//!   their type does ([`Accumulator::evaluate`](super::evaluation::Accumulator)).

pub(crate) use crate::eval::pattern::architecture::UNITS_PER_DISC;

/// A win with all 64 discs.
pub(crate) const MAX_SCORE: i32 = 64;

/// A loss of all 64 discs.
pub(crate) const MIN_SCORE: i32 = -MAX_SCORE;

/// Below every score: the best score before any move has been searched.
pub(crate) const MINUS_INFINITY: i32 = -100;

/// The scores that a search has to distinguish. A result inside the window is the
/// value; at or below `alpha` (fail low) it is an upper bound, at or above `beta`
/// (fail high) a lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// The window that has every score inside.
    pub(crate) const FULL: Window = Window {
        alpha: MIN_SCORE - 1,
        beta: MAX_SCORE + 1,
    };

    /// The same window from the other side's point of view.
    #[inline(always)]
    pub(crate) fn flipped(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// A null window, from `alpha` to `alpha + 1`. No score lies inside, so a search only
/// finds out whether the value is greater than `alpha`. If it is (fail high), the search
/// returns a lower bound greater than `alpha`, otherwise (fail low) an upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NullWindow {
    pub(crate) alpha: i32,
}

impl NullWindow {
    /// The null window above a score.
    #[inline(always)]
    pub(crate) const fn above(alpha: i32) -> NullWindow {
        NullWindow { alpha }
    }

    /// The same window from the other side's point of view: from `-(alpha + 1)` to
    /// `-alpha`.
    #[inline(always)]
    pub(crate) const fn flipped(self) -> NullWindow {
        NullWindow {
            alpha: -(self.alpha + 1),
        }
    }

    /// Whether a score is greater than `alpha`.
    #[inline(always)]
    pub(crate) const fn fails_high(self, score: i32) -> bool {
        score > self.alpha
    }
}

/// For storing the result of a null-window search like that of any other.
impl From<NullWindow> for Window {
    fn from(window: NullWindow) -> Window {
        Window {
            alpha: window.alpha,
            beta: window.alpha + 1,
        }
    }
}
