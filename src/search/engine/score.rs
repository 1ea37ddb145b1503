//! Scores as the engine counts them: whole discs, for the side to move.

/// The best and the worst result.
pub(super) const BEST: i32 = 64;
pub(super) const WORST: i32 = -BEST;

/// Below every result.
pub(super) const NONE: i32 = -100;
