//! The evaluator that the engine searches with.
//!
//! A search evaluates many boards along one line of play, and a move changes little
//! of what the evaluator looks at. So each node carries that as its accumulator, and
//! every move updates it. This file is all that the engine knows of its evaluator:
//! another one would be another type in place of [`Accumulator`].

use crate::board::{Bitboard, Board, Square};
use crate::eval::pattern::{self, net};
use crate::search::engine::score::{MAX_SCORE, UNITS_PER_DISC};

/// What the evaluator keeps for a board and updates move by move.
#[derive(Clone, Copy)]
pub(crate) struct Accumulator(pattern::accumulator::Accumulator);

impl Accumulator {
    pub(crate) fn of(board: Board) -> Accumulator {
        Accumulator(pattern::accumulator::Accumulator::of(
            board.mover,
            board.opponent,
        ))
    }

    /// After a move of the side to move that flips these discs.
    #[inline(always)]
    pub(crate) fn after(&self, square: Square, flips: Bitboard) -> Accumulator {
        Accumulator(self.0.after(square, flips))
    }

    /// After a pass.
    #[inline(always)]
    pub(crate) fn pass(&self) -> Accumulator {
        Accumulator(self.0.pass())
    }

    /// The static evaluation in units: by how much the side to move is expected to
    /// win.
    #[inline]
    pub(crate) fn evaluate(&self, board: Board) -> i32 {
        let units = net().value(&self.0, board.mover, board.opponent);
        units.clamp(-MAX_SCORE * UNITS_PER_DISC, MAX_SCORE * UNITS_PER_DISC)
    }
}
