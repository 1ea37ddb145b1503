//! The board as the engine sees it: two sets of discs, whoever they belong to.

use crate::board::{Bitboard, Position, Square, flip, hash::hash, mobility};

/// The discs of the side to move, and of the other. What a board is worth does
/// not depend on the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) mover: Bitboard,
    pub(crate) opponent: Bitboard,
}

impl Board {
    pub(crate) fn of(position: &Position) -> Board {
        Board {
            mover: position.mover(),
            opponent: position.opponent(),
        }
    }

    #[inline(always)]
    pub(crate) fn hash(self) -> u64 {
        hash(self.mover, self.opponent)
    }

    #[inline(always)]
    pub(crate) fn empty(self) -> Bitboard {
        !(self.mover | self.opponent)
    }

    /// Whether a search of so many plies goes to the end of the game.
    #[inline(always)]
    pub(crate) fn ends_within(self, depth: u32) -> bool {
        depth >= self.empty().len()
    }

    #[inline(always)]
    pub(crate) fn moves(self) -> Bitboard {
        mobility::moves(self.mover, self.opponent)
    }

    /// Where the side to move may get moves: beside the other's discs.
    #[inline(always)]
    pub(crate) fn potential_moves(self) -> Bitboard {
        self.opponent.spread() & self.empty()
    }

    #[inline(always)]
    pub(crate) fn flips(self, square: Square) -> Bitboard {
        flip::flips(square, self.mover, self.opponent)
    }

    /// After a move that turns `flips`.
    #[inline(always)]
    pub(crate) fn after(self, square: Square, flips: Bitboard) -> Board {
        Board {
            mover: self.opponent ^ flips,
            opponent: self.mover | flips | square.bit(),
        }
    }

    #[inline(always)]
    pub(crate) fn pass(self) -> Board {
        Board {
            mover: self.opponent,
            opponent: self.mover,
        }
    }

    /// Where there is no move: after a pass, with what the other side can play; `None` if
    /// that is nothing and the game is over.
    #[inline(always)]
    pub(crate) fn pass_on(self) -> Option<(Board, Bitboard)> {
        let passed = self.pass();
        let replies = passed.moves();
        (!replies.is_empty()).then_some((passed, replies))
    }

    /// The result if the game is over: the lead of the side to move in discs,
    /// the empty squares given to the winner.
    #[inline]
    pub(crate) fn result(self) -> i32 {
        let lead = self.mover.len() as i32 - self.opponent.len() as i32;
        lead + lead.signum() * self.empty().len() as i32
    }
}
