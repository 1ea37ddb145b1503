//! The midgame: everything above the endgame solver.
//!
//! A principal variation search, in whole discs. [`principal_variation_search`] goes
//! along the line that both sides are expected to play; [`null_window_search`] only
//! shows of every other move that it is not better. Both search `depth` plies, or to the
//! end of the game if `depth` is at least the number of empty squares; a pass takes no
//! depth. [`move_ordering`] says which move goes first, [`probcut`] when a shallow
//! search is enough.

mod move_ordering;
mod null_window;
mod principal_variation;
pub(crate) mod probcut;

pub(crate) use null_window::{null_window_search, search_move};
pub(in crate::search) use principal_variation::principal_variation_search;
