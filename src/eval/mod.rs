//! Static evaluation: how good is this position?
//!
//! Searches call an [`Evaluator`] at their leaves. Those of the library are the rows of
//! [`EVALUATORS`]. To use one of your own, make a [`Row`] of it and set
//! [`Settings::evaluator`](crate::search::Settings::evaluator). The engine uses the network
//! of [`pattern`] directly, with an accumulator that it updates move by move.
//!
//! ```
//! use obverse::board::{Bitboard, Position};
//! use obverse::eval::{Evaluator, Row};
//! use obverse::score::Score;
//!
//! struct Corners;
//!
//! impl Evaluator for Corners {
//!     fn evaluate(&self, position: &Position) -> Score {
//!         let count = |discs: Bitboard| (discs & Bitboard::CORNERS).len() as i32;
//!         Score::estimate(count(position.mover()) - count(position.opponent()))
//!     }
//! }
//!
//! static CORNERS: Row = Row {
//!     name: "corners",
//!     summary: "who has more corners",
//!     points_per_disc: 0.2,
//!     evaluator: &Corners,
//! };
//!
//! let value = CORNERS.evaluator.evaluate(&Position::START);
//! assert_eq!(value, Score::estimate(0));
//! ```

mod disc_count;
mod mobility;
pub mod pattern;
mod positional;

use crate::board::Position;
use crate::score::Score;

/// Evaluates positions in which the game is not over.
pub trait Evaluator: Sync {
    /// The score for the side to move; that for the opponent is its negative.
    fn evaluate(&self, position: &Position) -> Score;
}

/// A row of [`EVALUATORS`].
pub struct Row {
    /// The value of the option `evaluator` that selects it.
    pub name: &'static str,
    /// What it looks at, in one line.
    pub summary: &'static str,
    /// How many of its points correspond to a lead of one disc at the end of the game. If
    /// points are not defined as fractions of discs, this is the rounded slope of a
    /// regression over games between 4-ply searches.
    pub points_per_disc: f64,
    /// The evaluator itself.
    pub evaluator: &'static dyn Evaluator,
}

/// All evaluators.
pub static EVALUATORS: &[Row] = &[
    disc_count::ROW,
    positional::ROW,
    mobility::ROW,
    pattern::ROW,
];

/// The evaluator with this name.
pub fn find(name: &str) -> Option<&'static Row> {
    EVALUATORS.iter().find(|row| row.name == name)
}
