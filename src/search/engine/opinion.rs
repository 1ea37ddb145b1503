//! The evaluator that the engine searches with.
//!
//! The search asks for an opinion at many boards of one line of play, so an
//! evaluator may carry numbers along that a move changes a little. All that the
//! engine knows of its evaluator is in this file: another one is another type
//! behind [`Opinion`].

use super::board::Board;
use crate::board::{Bitboard, Color, Position, Square};
use crate::eval;

/// What an evaluator needs to know of a board, kept up to date move by move.
#[derive(Clone, Copy)]
pub(super) struct Opinion;

impl Opinion {
    /// Parts of a disc in which it is told.
    pub(super) const FINE: i32 = 16;

    pub(super) fn of(_: Board) -> Opinion {
        Opinion
    }

    /// After a move of the side to move that turns `flips`.
    #[inline(always)]
    pub(super) fn after(self, _: Square, _: Bitboard) -> Opinion {
        Opinion
    }

    /// After a pass.
    #[inline(always)]
    pub(super) fn pass(self) -> Opinion {
        Opinion
    }

    /// The expected lead of the side to move, in parts of a disc.
    #[inline]
    pub(super) fn value(self, board: Board) -> i32 {
        let position = Position::new(board.mover, board.opponent, Color::Black);
        let position = position.expect("no square is both");
        let points = eval::mobility(&position);
        let empty = board.empty().len() as i32;
        // Fitted to the results of games: what a point is worth in discs.
        let thousandths = 130 + 10 * empty / 3 + (empty - 36).max(0) * 13;
        (points * thousandths * Opinion::FINE / 1000).clamp(-64 * Opinion::FINE, 64 * Opinion::FINE)
    }
}
