//! The children of a board with at most eight empty squares.
//!
//! Each empty square has its own lane, even if it is not a legal move. So the work can
//! start before the moves are listed: which squares may be empty is known long before the
//! discs are. All boards of a subtree share the [`EmptySquares`] of its root.

use crate::board::{Bitboard, Board, Lanes, Ranks, move_list};
use crate::search::engine::children::{Child, EightChildren, Hashes, sort_key};

/// Up to eight squares, among them all that are empty on the boards of a subtree.
pub(super) struct EmptySquares(Lanes);

impl EmptySquares {
    /// The empty squares of a board, which has at most eight.
    #[inline(always)]
    pub(super) fn of(board: Board) -> EmptySquares {
        let empty = board.empty();
        let list = move_list::squares(empty).eight(0);
        // Unused lanes get an occupied square, which never becomes a move.
        let occupied = (!empty).bits().trailing_zeros();
        EmptySquares(Lanes(std::array::from_fn(|lane| {
            let is_empty = lane < empty.len() as usize;
            if is_empty {
                list.0[lane]
            } else {
                occupied.into()
            }
        })))
    }
}

/// The children of a board, to be taken best first.
pub(super) struct FewChildren {
    eight: EightChildren,
    ranks: Ranks,
}

impl FewChildren {
    /// The children by these moves, all of which are among the squares. A `rank`
    /// without branches is compiled to code for eight lanes.
    #[inline(always)]
    pub(super) fn new(
        board: Board,
        moves: Bitboard,
        squares: &EmptySquares,
        rank: impl Fn(Child) -> i64,
    ) -> FewChildren {
        let mut eight = EightChildren::NONE;
        eight.play(board, squares.0);
        let keys = Lanes(std::array::from_fn(|lane| {
            let child = eight.child(lane);
            let key = sort_key(rank(child));
            if moves.contains(child.square) {
                key
            } else {
                u64::from(Ranks::NONE)
            }
        }));
        FewChildren {
            eight,
            ranks: Ranks::of(keys, Lanes::COUNT),
        }
    }

    #[inline(always)]
    pub(super) fn hashes(&self) -> Hashes<1> {
        Hashes([self.eight.hashes()])
    }

    /// The children that were not taken, in the order of their squares.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = Child> {
        (0..Lanes::COUNT)
            .filter(|&lane| self.ranks.0[lane] != Ranks::NONE)
            .map(|lane| self.eight.child(lane))
    }
}

impl Iterator for FewChildren {
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
        fn they_are_the_children_of_the_general_list_in_the_same_order(
            choices in prop::collection::vec(any::<u8>(), 130),
            empties in 1..=8u32,
            ranks in prop::array::uniform8(-3..=3i64),
        ) {
            let rank = |child: Child| ranks[child.square.index() % 8];
            let mut position = Position::START;
            let mut squares = None;
            for action in sample::game(position, &choices) {
                position = position.after(action);
                let board = position.board();
                if board.empty().len() > empties {
                    continue;
                }
                // Later boards use the squares of the first.
                let squares = squares.get_or_insert_with(|| EmptySquares::of(board));
                let mut list: Children = Children::new();
                list.generate(board, board.moves());
                list.rank_all(rank);
                let mut few = FewChildren::new(board, board.moves(), squares, rank);
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
