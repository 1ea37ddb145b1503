//! The boards after each move of a board, eight at a time.

use super::board::Board;
use crate::board::{Bitboard, Lanes, Square, flip, mobility};

/// A move and what it leads to.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) square: Square,
    pub(super) board: Board,
    /// What the other side can then play.
    pub(super) replies: Bitboard,
    /// How good the move is presumed to be; the greatest goes first.
    pub(super) rank: i32,
}

/// No board has more moves.
const MOST_MOVES: usize = 33;

/// The children of a board, to be taken best first. Where few squares are empty
/// there is no need to clear room for many.
pub(super) struct Children<const MOST: usize = MOST_MOVES> {
    list: [Child; MOST],
    len: usize,
    taken: usize,
}

impl<const MOST: usize> Children<MOST> {
    #[inline]
    pub(super) fn of(board: Board, moves: Bitboard) -> Children<MOST> {
        const NOTHING: Child = Child {
            square: Square::at(0, 0),
            board: Board {
                mover: Bitboard::EMPTY,
                opponent: Bitboard::EMPTY,
            },
            replies: Bitboard::EMPTY,
            rank: 0,
        };
        let mut children = Children {
            list: [NOTHING; MOST],
            len: 0,
            taken: 0,
        };
        let movers = Lanes::splat(board.mover.bits());
        let opponents = Lanes::splat(board.opponent.bits());
        let mut rest = moves.into_iter();
        while rest.len() > 0 {
            let mut squares = [Square::at(0, 0); Lanes::COUNT];
            let mut count = 0;
            for (place, square) in squares.iter_mut().zip(&mut rest) {
                *place = square;
                count += 1;
            }
            let indices = Lanes(squares.map(|square| square.index() as u64));
            let (next, moved) = flip::play_eight(indices, movers, opponents);
            let replies = mobility::moves_eight(next, moved);
            for (lane, &square) in squares.iter().enumerate().take(count) {
                children.list[children.len] = Child {
                    square,
                    board: Board {
                        mover: Bitboard::from_bits(next.0[lane]),
                        opponent: Bitboard::from_bits(moved.0[lane]),
                    },
                    replies: Bitboard::from_bits(replies.0[lane]),
                    rank: 0,
                };
                children.len += 1;
            }
        }
        children
    }

    /// How many were taken.
    #[inline]
    pub(super) fn taken(&self) -> usize {
        self.taken
    }

    /// Those that were not taken yet, in no order.
    #[inline]
    pub(super) fn rest(&self) -> &[Child] {
        &self.list[self.taken..self.len]
    }

    /// The same, to be ranked.
    #[inline]
    pub(super) fn rest_mut(&mut self) -> &mut [Child] {
        &mut self.list[self.taken..self.len]
    }
}

/// Takes the best of the rest: few children are ever taken, so that sorting
/// all of them would be a waste.
impl<const MOST: usize> Iterator for Children<MOST> {
    type Item = Child;

    #[inline]
    fn next(&mut self) -> Option<Child> {
        let rest = self.rest_mut();
        let (mut best, mut rank) = (0, rest.first()?.rank);
        for (index, child) in rest.iter().enumerate().skip(1) {
            if child.rank > rank {
                (best, rank) = (index, child.rank);
            }
        }
        rest.swap(0, best);
        let child = rest[0];
        self.taken += 1;
        Some(child)
    }
}
