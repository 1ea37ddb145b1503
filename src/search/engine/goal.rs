//! How deep to search, and how selectively.

use super::selectivity::Selectivity;

/// The depth and the selectivity of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Goal {
    /// In plies. The number of empty squares stands for the end of the game.
    pub(crate) depth: u32,
    pub(crate) selectivity: Selectivity,
}

impl Goal {
    /// The exact result of the game.
    pub(crate) fn end(empties: u32) -> Goal {
        Goal {
            depth: empties,
            selectivity: Selectivity::NONE,
        }
    }
}
