//! A board together with its accumulator, and its value at the horizon.

use super::accumulator::Opinion;
use super::odd_even;
use crate::board::Board;
use crate::search::engine::children::Child;

/// A board with the opinion about it.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) board: Board,
    pub(crate) opinion: Opinion,
}

impl Node {
    pub(crate) fn of(board: Board) -> Node {
        Node {
            board,
            opinion: Opinion::of(board),
        }
    }

    #[inline(always)]
    pub(crate) fn after(self, child: &Child) -> Node {
        let flips = self.board.opponent ^ child.board.mover;
        Node {
            board: child.board,
            opinion: self.opinion.after(child.square, flips),
        }
    }

    pub(crate) fn pass(self) -> Node {
        Node {
            board: self.board.pass(),
            opinion: self.opinion.pass(),
        }
    }

    /// The value at the horizon: the result if the game is over.
    pub(crate) fn static_value(self) -> i32 {
        if self.board.is_over() {
            self.board.result()
        } else {
            self.estimate()
        }
    }

    /// The opinion at the horizon in whole discs.
    pub(crate) fn estimate(self) -> i32 {
        self.estimate_by(self.opinion.value(self.board))
    }

    /// The same, if the opinion is this.
    pub(crate) fn estimate_by(self, opinion: i32) -> i32 {
        let value = odd_even::value(opinion, self.board.empty().len());
        (value + value.signum() * Opinion::FINE / 2) / Opinion::FINE
    }
}
