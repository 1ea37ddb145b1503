//! How deep to search, and how selectively.

use super::selectivity::Selectivity;

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Goal {
    /// In plies; the number of empty squares is the end of the game.
    pub(super) depth: u32,
    /// How sure to be.
    pub(super) selectivity: Selectivity,
}

impl Goal {
    /// The end of the game, beyond doubt.
    pub(super) fn end(empty: u32) -> Goal {
        Goal {
            depth: empty,
            selectivity: Selectivity::NONE,
        }
    }
}
