//! The search with more empty squares than the endgame solver takes.

mod move_ordering;
mod null_window;
mod principal_variation;
pub(crate) mod probcut;

pub(crate) use null_window::search_move;
