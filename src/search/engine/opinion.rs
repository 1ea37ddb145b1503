//! The evaluator that the engine searches with.
//!
//! The search asks for an opinion at many boards of one line of play, so an
//! evaluator may carry numbers along that a move changes a little. All that the
//! engine knows of its evaluator is in this file: another one is another type
//! behind [`Opinion`].

use super::board::Board;
use crate::board::{Bitboard, Square};
use crate::eval::pattern::net::FINE;
use crate::eval::pattern::{net, numbers::Numbers};

/// What an evaluator needs to know of a board, kept up to date move by move.
#[derive(Clone, Copy)]
pub(super) struct Opinion(Numbers);

impl Opinion {
    /// Parts of a disc in which it is told.
    pub(super) const FINE: i32 = FINE;

    pub(super) fn of(board: Board) -> Opinion {
        Opinion(Numbers::of(board.mover, board.opponent))
    }

    /// After a move of the side to move that turns `flips`.
    #[inline(always)]
    pub(super) fn after(&self, square: Square, flips: Bitboard) -> Opinion {
        Opinion(self.0.after(square, flips))
    }

    /// After a pass.
    #[inline(always)]
    pub(super) fn pass(&self) -> Opinion {
        Opinion(self.0.pass())
    }

    /// The expected lead of the side to move, in parts of a disc.
    #[inline]
    pub(super) fn value(&self, board: Board) -> i32 {
        let value = net().value(&self.0, board.mover, board.opponent);
        value.clamp(-64 * Opinion::FINE, 64 * Opinion::FINE)
    }
}
