//! The two players.

use std::ops::Not;

/// A player, or the colour of that player's discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Plays first.
    Black,
    /// Plays second.
    White,
}

impl Not for Color {
    type Output = Color;

    /// The other player.
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}
