//! A node of the midgame search: a board and its accumulator.

use super::accumulator::Accumulator;
use super::corrections;
use crate::board::Board;
use crate::search::engine::children::Child;
use crate::search::engine::score::UNITS_PER_DISC;

#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) board: Board,
    pub(crate) accumulator: Accumulator,
}

impl Node {
    /// A node whose accumulator is computed from scratch.
    pub(crate) fn of(board: Board) -> Node {
        Node {
            board,
            accumulator: Accumulator::of(board),
        }
    }

    #[inline(always)]
    pub(crate) fn after(self, child: &Child) -> Node {
        let flips = self.board.opponent ^ child.board.mover;
        Node {
            board: child.board,
            accumulator: self.accumulator.after(child.square, flips),
        }
    }

    pub(crate) fn pass(self) -> Node {
        Node {
            board: self.board.pass(),
            accumulator: self.accumulator.pass(),
        }
    }

    /// The score of a leaf in discs: the result if the game is over, otherwise the
    /// static evaluation.
    pub(crate) fn leaf_score(self) -> i32 {
        if self.board.is_over() {
            self.board.result()
        } else {
            self.static_score()
        }
    }

    /// The static evaluation in discs, with the corrections of a leaf.
    pub(crate) fn static_score(self) -> i32 {
        self.score_from(self.accumulator.evaluate(self.board))
    }

    /// The same, from a static evaluation that is known already, in units.
    pub(crate) fn score_from(self, units: i32) -> i32 {
        let units = corrections::corrected(units, self.board.empty().len());
        (units + units.signum() * UNITS_PER_DISC / 2) / UNITS_PER_DISC
    }
}
