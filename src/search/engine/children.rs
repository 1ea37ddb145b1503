//! The boards after each move of a board, eight at a time.
//!
//! All that is known of them stays in the lanes in which the kernels make it, and
//! ranks are worked out in lanes, too. A list of children, each with its rank, would
//! be easier to read, but most of a solve is spent here: what was written in small
//! parts and is read as a whole, or moved, makes the CPU wait until all of the parts
//! have arrived.

use super::board::Board;
use crate::board::{Bitboard, Lanes, Square, expand, flip, mobility};

/// A move and what it leads to.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) square: Square,
    pub(super) board: Board,
    /// What the other side can then play.
    pub(super) replies: Bitboard,
}

/// The eights that hold the moves of any board: none has more than 33.
const ALL: usize = 5;

/// The children of a board, to be taken best first. Where few squares are empty
/// there is no need to clear room for many.
pub(super) struct Children<const EIGHTS: usize = ALL> {
    eights: [Eight; EIGHTS],
    len: usize,
    taken: usize,
}

#[derive(Clone, Copy)]
struct Eight {
    squares: Lanes,
    movers: Lanes,
    opponents: Lanes,
    replies: Lanes,
    /// The rank of each child, the greatest goes first, with its place in the lowest
    /// bits; [`TAKEN`] if it was taken, or there is none.
    ranks: [i64; Lanes::COUNT],
}

const TAKEN: i64 = 0;

/// Added to all ranks, to make them greater than [`TAKEN`].
const BIAS: i64 = 1 << 40;

/// So many bits of a rank are the place, counted from the end: of equals the first
/// one goes first.
const PLACE_BITS: u32 = 6;
const LAST_PLACE: i64 = (1 << PLACE_BITS) - 1;

#[inline(always)]
fn ranked(rank: i64, place: usize) -> i64 {
    (rank + BIAS) << PLACE_BITS | (LAST_PLACE - place as i64)
}

impl Eight {
    const NONE: Eight = Eight {
        squares: Lanes::splat(0),
        movers: Lanes::splat(0),
        opponents: Lanes::splat(0),
        replies: Lanes::splat(0),
        ranks: [TAKEN; Lanes::COUNT],
    };

    #[inline(always)]
    fn child(&self, lane: usize) -> Child {
        Child {
            square: Square::new(self.squares.0[lane] as u8 & 63).expect("below 64"),
            board: Board {
                mover: Bitboard::from_bits(self.movers.0[lane]),
                opponent: Bitboard::from_bits(self.opponents.0[lane]),
            },
            replies: Bitboard::from_bits(self.replies.0[lane]),
        }
    }
}

impl<const EIGHTS: usize> Children<EIGHTS> {
    /// No children.
    #[inline(always)]
    pub(super) fn new() -> Children<EIGHTS> {
        Children {
            eights: [Eight::NONE; EIGHTS],
            len: 0,
            taken: 0,
        }
    }

    /// Lists the children of a board with these moves, all of rank 0. (A function that
    /// returned the list would copy it.)
    #[inline(always)]
    pub(super) fn list(&mut self, board: Board, moves: Bitboard) {
        self.len = moves.len() as usize;
        self.taken = 0;
        let movers = Lanes::splat(board.mover.bits());
        let opponents = Lanes::splat(board.opponent.bits());
        let squares = expand::squares(moves);
        for (index, eight) in self.used_mut().iter_mut().enumerate() {
            eight.squares = squares.eight(index * Lanes::COUNT);
            (eight.movers, eight.opponents) = flip::play_eight(eight.squares, movers, opponents);
            eight.replies = mobility::moves_eight(eight.movers, eight.opponents);
        }
        self.rank_all(|_| 0);
    }

    /// Those of the eights that hold children.
    #[inline(always)]
    fn used_mut(&mut self) -> &mut [Eight] {
        let count = self.len.div_ceil(Lanes::COUNT).min(EIGHTS);
        &mut self.eights[..count]
    }

    /// How many children there are, taken or not.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// How many were taken.
    #[inline(always)]
    pub(super) fn taken(&self) -> usize {
        self.taken
    }

    /// How many were not taken yet.
    #[inline(always)]
    pub(super) fn left(&self) -> usize {
        self.len - self.taken
    }

    /// The child in this place; the places are those of the squares in their order.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> Child {
        self.eights[place / Lanes::COUNT].child(place % Lanes::COUNT)
    }

    /// All children in the order of their squares.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = Child> {
        (0..self.len).map(|place| self.at(place))
    }

    /// Gives the child in this place its rank.
    #[inline(always)]
    pub(super) fn set_rank(&mut self, place: usize, rank: i64) {
        self.eights[place / Lanes::COUNT].ranks[place % Lanes::COUNT] = ranked(rank, place);
    }

    /// Gives all children their ranks. If the function has no branches, it becomes
    /// one for eight lanes.
    #[inline(always)]
    pub(super) fn rank_all(&mut self, rank: impl Fn(Child) -> i64) {
        let len = self.len;
        for (index, eight) in self.used_mut().iter_mut().enumerate() {
            for lane in 0..Lanes::COUNT {
                let place = index * Lanes::COUNT + lane;
                let ranked = ranked(rank(eight.child(lane)), place);
                eight.ranks[lane] = if place < len { ranked } else { TAKEN };
            }
        }
    }
}

/// Takes the best of the rest: few children are ever taken, so that sorting
/// all of them would be a waste.
impl<const EIGHTS: usize> Iterator for Children<EIGHTS> {
    type Item = Child;

    #[inline(always)]
    fn next(&mut self) -> Option<Child> {
        if self.taken == self.len {
            return None;
        }
        let ranks = self.used_mut().iter().flat_map(|eight| eight.ranks);
        let best = ranks.fold(TAKEN, i64::max);
        let place = (LAST_PLACE - (best & LAST_PLACE)) as usize;
        self.eights[place / Lanes::COUNT].ranks[place % Lanes::COUNT] = TAKEN;
        self.taken += 1;
        Some(self.at(place))
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use proptest::prelude::*;

    use super::*;
    use crate::board::sample;

    proptest! {
        #[test]
        fn all_are_taken_and_the_greatest_rank_goes_first(
            position in sample::scattered(),
            ranks in prop::collection::vec(-3..=3i64, 33),
        ) {
            let board = Board::of(&position);
            let moves = board.moves();
            let mut children: Children = Children::new();
            children.list(board, moves);
            prop_assert_eq!(children.len(), moves.len() as usize);

            let rank = |square: Square| ranks[square.index() % ranks.len()];
            for place in 0..children.len() {
                children.set_rank(place, rank(children.at(place).square));
            }
            let mut expected: Vec<Square> = moves.into_iter().collect();
            expected.sort_by_key(|&square| Reverse(rank(square)));
            for (taken, &square) in expected.iter().enumerate() {
                prop_assert_eq!((children.taken(), children.left()), (taken, expected.len() - taken));
                let child = children.next().expect("one is left");
                prop_assert_eq!(child.square, square);
                prop_assert_eq!(child.board, board.after(square, board.flips(square)));
                prop_assert_eq!(child.replies, child.board.moves());
            }
            prop_assert!(children.next().is_none());

            children.list(board, moves);
            children.rank_all(|child| rank(child.square));
            let again: Vec<Square> = children.map(|child| child.square).collect();
            prop_assert_eq!(again, expected);
        }
    }
}
