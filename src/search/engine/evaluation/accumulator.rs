//! The evaluator that the engine searches with.
//!
//! The search asks for an opinion at many boards of one line of play, so an
//! evaluator may carry numbers along that a move changes a little. All that the
//! engine knows of its evaluator is in this file: another one is another type
//! behind [`Opinion`].

use crate::board::{Bitboard, Board, Square};
use crate::eval::pattern::accumulator::Accumulator;
use crate::eval::pattern::architecture::UNITS_PER_DISC;
use crate::eval::pattern::net;

/// What an evaluator needs to know of a board, kept up to date move by move.
#[derive(Clone, Copy)]
pub(crate) struct Opinion(Accumulator);

impl Opinion {
    /// Parts of a disc in which it is told.
    pub(crate) const FINE: i32 = UNITS_PER_DISC;

    pub(crate) fn of(board: Board) -> Opinion {
        Opinion(Accumulator::of(board.mover, board.opponent))
    }

    /// After a move of the side to move that turns `flips`.
    #[inline(always)]
    pub(crate) fn after(&self, square: Square, flips: Bitboard) -> Opinion {
        Opinion(self.0.after(square, flips))
    }

    /// After a pass.
    #[inline(always)]
    pub(crate) fn pass(&self) -> Opinion {
        Opinion(self.0.pass())
    }

    /// The expected lead of the side to move, in parts of a disc.
    #[inline]
    pub(crate) fn value(&self, board: Board) -> i32 {
        let value = net().value(&self.0, board.mover, board.opponent);
        value.clamp(-64 * Opinion::FINE, 64 * Opinion::FINE)
    }
}
