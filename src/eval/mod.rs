//! How good is this position?

mod disc_count;
mod mobility;
pub mod pattern;
mod positional;

use crate::board::Position;
use crate::score::Score;

pub use mobility::mobility;

/// An opinion about positions whose game is not over.
pub trait Evaluator: Sync {
    /// The value for the side to move; the other side's is its negative.
    fn evaluate(&self, position: &Position) -> Score;
}

/// A row of [`EVALUATORS`].
pub struct Row {
    /// The value of the option `evaluator` that selects it.
    pub name: &'static str,
    /// What it looks at, in one line.
    pub summary: &'static str,
    /// How many of its points make a lead of one disc at the end of the game: the
    /// slope in games of 4-ply searches against each other, rounded, unless the
    /// evaluator counts in discs by itself.
    pub points_per_disc: f64,
    /// The evaluator itself.
    pub evaluator: &'static dyn Evaluator,
}

/// Every evaluator there is.
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
