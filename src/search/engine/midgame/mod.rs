//! The midgame: everything above the endgame solver.
//!
//! A principal variation search, in whole discs. [`principal_variation_search`] follows
//! the principal variation; [`null_window_search`] shows that the other moves are not
//! better. Both search `depth` plies, or to the end of the game if `depth` is at least the
//! number of empty squares; a pass does not use up depth. [`move_ordering`] decides which
//! move goes first, [`probcut`] when a shallow search is enough.

mod move_ordering;
mod null_window;
mod principal_variation;
pub(crate) mod probcut;

pub(crate) use null_window::{null_window_search, search_move};
pub(in crate::search) use principal_variation::principal_variation_search;
