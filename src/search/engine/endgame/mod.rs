//! The end of the game: exact values, with at most thirteen empty squares.
//!
//! [`solver`] goes down to five empty squares, [`last_four`] to the end. Nothing
//! here knows the midgame search or its threads.

mod cache;
mod few_children;
mod last_four;
mod solver;

pub(crate) use solver::{Endgame, is_for};
