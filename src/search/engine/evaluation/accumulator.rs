//! The evaluator that the engine searches with.
//!
//! A search evaluates many boards along one line of play, and a move changes little
//! of the evaluator's input. So each node keeps that input in an accumulator, which every
//! move updates. This file is all that the engine knows about its evaluator: a different
//! one would replace [`Accumulator`].

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

    /// The static evaluation in units: the expected lead of the side to move.
    #[inline]
    pub(crate) fn evaluate(&self, board: Board) -> i32 {
        let units = net().value(&self.0, board.mover, board.opponent);
        units.clamp(-MAX_SCORE * UNITS_PER_DISC, MAX_SCORE * UNITS_PER_DISC)
    }
}
