//! The children of a board with at most eight empty squares.
//!
//! Each empty square has a lane of its own, whether it is a move or not. So the moves need
//! not be listed first, for which all else would wait: what squares a board may have empty
//! is known long before its discs are. All boards that follow from one share its
//! [`Squares`].

use crate::board::{Bitboard, Board, Lanes, Ranks, expand};
use crate::search::engine::children::{Child, Eight, Hashes, key};

/// Up to eight squares, among them all that are empty on the boards of a subtree.
pub(crate) struct Squares(Lanes);

impl Squares {
    /// The empty squares of a board with at most eight of them.
    #[inline(always)]
    pub(crate) fn of(board: Board) -> Squares {
        let empty = board.empty();
        let list = expand::squares(empty).eight(0);
        // A square that is taken will never be a move.
        let taken = (!empty).bits().trailing_zeros();
        Squares(Lanes(std::array::from_fn(|lane| {
            let is_empty = lane < empty.len() as usize;
            if is_empty { list.0[lane] } else { taken.into() }
        })))
    }
}

/// The children of a board, to be taken best first.
pub(crate) struct Few {
    eight: Eight,
    ranks: Ranks,
}

impl Few {
    /// The children of a board with these moves, of which each is among the squares. If the
    /// function that ranks them has no branches, it becomes one for eight lanes.
    #[inline(always)]
    pub(crate) fn new(
        board: Board,
        moves: Bitboard,
        squares: &Squares,
        rank: impl Fn(Child) -> i64,
    ) -> Few {
        let mut eight = Eight::NONE;
        eight.play(board, squares.0);
        let keys = Lanes(std::array::from_fn(|lane| {
            let child = eight.child(lane);
            let key = key(rank(child));
            if moves.contains(child.square) {
                key
            } else {
                u64::from(Ranks::NONE)
            }
        }));
        Few {
            eight,
            ranks: Ranks::of(keys, Lanes::COUNT),
        }
    }

    #[inline(always)]
    pub(crate) fn hashes(&self) -> Hashes<1> {
        Hashes([self.eight.hashes()])
    }

    /// The children that were not taken, in the order of their squares.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = Child> {
        (0..Lanes::COUNT)
            .filter(|&lane| self.ranks.0[lane] != Ranks::NONE)
            .map(|lane| self.eight.child(lane))
    }
}

impl Iterator for Few {
    type Item = Child;

    #[inline(always)]
    fn next(&mut self) -> Option<Child> {
        let (key, lane) = self.ranks.least();
        if key == Ranks::NONE {
            return None;
        }
        self.ranks = self.ranks.without(lane);
        Some(self.eight.child(lane))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::{Position, sample};
    use crate::search::engine::children::Children;

    proptest! {
        #[test]
        fn they_are_those_of_the_list_in_its_order(
            choices in prop::collection::vec(any::<u8>(), 130),
            empty in 1..=8u32,
            ranks in prop::array::uniform8(-3..=3i64),
        ) {
            let rank = |child: Child| ranks[child.square.index() % 8];
            let mut position = Position::START;
            let mut squares = None;
            for action in sample::game(position, &choices) {
                position = position.after(action);
                let board = position.board();
                if board.empty().len() > empty {
                    continue;
                }
                // The later boards with the squares of the first.
                let squares = squares.get_or_insert_with(|| Squares::of(board));
                let mut list: Children = Children::new();
                list.list(board, board.moves());
                list.rank_all(rank);
                let mut few = Few::new(board, board.moves(), squares, rank);
                let of = |child: Child| (child.square, child.board, child.replies);
                let all: Vec<_> = list.iter().map(of).collect();
                let only = Child::only(board, board.moves()).map(of);
                prop_assert_eq!(only, (all.len() == 1).then(|| all[0]));
                prop_assert_eq!(few.iter().map(of).collect::<Vec<_>>(), all);
                let listed: Vec<_> = list.map(of).collect();
                prop_assert_eq!(few.by_ref().map(of).collect::<Vec<_>>(), listed);
                prop_assert!(few.iter().next().is_none());
            }
        }
    }
}
