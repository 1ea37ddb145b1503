//! The rules of the game. Values only: no I/O, clock, randomness or threads.
//!
//! Squares, as everywhere in the project: `a1` is top left.
//!
//! ```text
//!     a b c d e f g h
//!   1 . . . . . . . .    index 0 is a1, 1 is b1, 8 is a2, 63 is h8
//!   2 . . . . . . . .
//!   3 . . . . . . . .
//!   4 . . . O X . . .    X black, O white; black moves first
//!   5 . . . X O . . .
//!   6 . . . . . . . .
//!   7 . . . . . . . .
//!   8 . . . . . . . .
//! ```

mod bitboard;
mod color;
pub mod expand;
pub mod flip;
mod game;
pub mod hash;
mod lanes;
pub mod last_flip;
pub mod mobility;
pub mod notation;
mod nth;
pub mod perft;
#[cfg(test)]
mod plain;
mod position;
mod ranks;
#[cfg(test)]
pub(crate) mod sample;
mod square;
pub mod stability;
pub mod symmetry;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use game::{Game, IllegalMove};
pub use lanes::Lanes;
pub(crate) use position::Board;
pub use position::Position;
pub use ranks::Ranks;
pub use square::{Move, Square};
pub use symmetry::Symmetry;
