//! Which squares can be played?

pub mod portable;

use super::Bitboard;

/// The empty squares where `mover` turns at least one disc of `opponent`.
#[inline(always)]
pub fn moves(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    portable::moves(mover, opponent)
}
/// The kernel in use.
pub const KERNEL: &str = "portable";
