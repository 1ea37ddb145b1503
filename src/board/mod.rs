//! The rules of the game as plain values, without I/O, clocks, randomness or threads.
//!
//! As everywhere in this project, `a1` is the top left square:
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
//!
//! A [`Position`] has the discs and the side to move. A [`Game`] also has the moves that led
//! to its position, so that they can be taken back. A [`Bitboard`] is a set of squares.
//! [`notation`] reads and writes all of them as text.
//!
//! ```
//! use obverse::board::{Color, Game, Move, Position, Square};
//!
//! let mut game = Game::default();
//! let f5: Square = "f5".parse()?;
//! assert!(game.position().moves().contains(f5));
//! game.play(Color::Black, f5.into())?;
//! game.play(Color::White, "d6".parse()?)?;
//! assert_eq!(game.position().discs(Color::Black).len(), 3);
//! assert!(game.play(Color::White, Move::Pass).is_err());
//!
//! game.undo(2);
//! assert_eq!(*game.position(), Position::START);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bitboard;
mod color;
pub(crate) mod flip;
#[cfg(not(per_cpu))]
mod game;
pub(crate) mod hash;
mod lanes;
pub(crate) mod last_flip;
pub(crate) mod mobility;
pub(crate) mod move_list;
#[cfg(not(per_cpu))]
pub mod notation;
mod nth;
mod perft;
mod position;
mod ranks;
#[cfg(test)]
mod reference;
#[cfg(test)]
pub(crate) mod sample;
mod square;
pub(crate) mod stability;
pub(crate) mod symmetry;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
#[cfg(not(per_cpu))]
pub use game::{Game, IllegalMove};
pub(crate) use lanes::Lanes;
pub(crate) use perft::count_leaves;
#[cfg(not(per_cpu))]
pub use perft::perft;
pub(crate) use position::Board;
pub use position::Position;
pub(crate) use ranks::Ranks;
pub use square::{Move, Square};
pub use symmetry::Symmetry;

/// The names of the kernels for flips, mobility and lists of moves.
pub(crate) const KERNELS: [&str; 3] = [flip::KERNEL, mobility::KERNEL, move_list::KERNEL];
