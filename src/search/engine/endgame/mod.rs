//! The endgame: exact scores with at most thirteen empty squares.
//!
//! [`EndgameSolver`] goes down to five empty squares, [`last_four`] to the end. More
//! than nine tenths of all nodes of a solve are here, so a nanosecond counts, and
//! nothing is done that does not pay for itself. The endgame knows nothing of the
//! midgame search, its evaluation and its threads.

mod cache;
mod few_children;
mod last_four;
mod solver;

pub(crate) use solver::{EndgameSolver, can_solve};
