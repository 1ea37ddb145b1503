//! The children of a board with at most eight empty squares.
//!
//! Each empty square has its own lane, even if it is not a legal move. So the work can
//! start before the moves are listed: which squares may be empty is known long before the
//! discs are. All boards of a subtree share the [`EmptySquares`] of its root. Where a
//! register holds only four words or fewer, up to four moves get lanes of their own instead,
//! because eight lanes would take twice as long.

use super::move_order::sort_keys;
use crate::board::{Bitboard, Board, Lanes, Ranks, move_list};
use crate::search::engine::children::{Child, ChildLanes, Hashes};

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

/// Up to `N` children of a board, to be taken best first.
pub(super) struct FewChildren<const N: usize> {
    lanes: ChildLanes<N>,
    ranks: Ranks,
}

impl FewChildren<{ Lanes::COUNT }> {
    /// The children by these moves, all of which are among the squares.
    #[inline(always)]
    pub(super) fn among(
        squares: &EmptySquares,
        board: Board,
        moves: Bitboard,
    ) -> FewChildren<{ Lanes::COUNT }> {
        let mut lanes: ChildLanes = ChildLanes::NONE;
        lanes.play(board, squares.0);
        let keys = sort_keys(&lanes);
        let keys = Lanes(std::array::from_fn(|lane| {
            if moves.contains(lanes.child(lane).square) {
                keys.0[lane]
            } else {
                u64::from(Ranks::NONE)
            }
        }));
        FewChildren {
            lanes,
            ranks: Ranks::of(keys, Lanes::COUNT),
        }
    }
}

impl<const N: usize> FewChildren<N> {
    /// The children by these moves, at most `N`.
    #[inline(always)]
    pub(super) fn of(board: Board, moves: Bitboard) -> FewChildren<N> {
        // Lanes after the last move have no square. Their children get no rank.
        let mut rest = moves.bits();
        let squares = Lanes(std::array::from_fn(|_| {
            let square = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            square.into()
        }));
        let mut lanes = ChildLanes::NONE;
        lanes.play(board, squares);
        let keys = sort_keys(&lanes);
        FewChildren {
            lanes,
            ranks: Ranks::of(keys.widen(), moves.len() as usize),
        }
    }

    #[inline(always)]
    pub(super) fn hashes(&self) -> Hashes<1, N> {
        Hashes([self.lanes.hashes()])
    }

    /// The children that were not taken, in the order of their squares.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = Child> {
        (0..N)
            .filter(|&lane| self.ranks.0[lane] != Ranks::NONE)
            .map(|lane| self.lanes.child(lane))
    }
}

impl<const N: usize> Iterator for FewChildren<N> {
    type Item = Child;

    #[inline(always)]
    fn next(&mut self) -> Option<Child> {
        let (key, lane) = self.ranks.least();
        if key == Ranks::NONE {
            return None;
        }
        self.ranks = self.ranks.without(lane);
        Some(self.lanes.child(lane % N))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::move_order::rank;
    use super::*;
    use crate::board::{Position, sample};
    use crate::search::engine::children::Children;

    proptest! {
        #[test]
        fn they_are_the_children_of_the_general_list_in_the_same_order(
            choices in prop::collection::vec(any::<u8>(), 130),
            empties in 1..=8u32,
        ) {
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
                let moves = board.moves();
                let mut list: Children = Children::new();
                list.generate(board, moves);
                list.rank_all(rank);
                let of = |child: Child| (child.square, child.board, child.replies);
                let all: Vec<_> = list.iter().map(of).collect();
                let only = Child::only(board, moves).map(of);
                prop_assert_eq!(only, (all.len() == 1).then(|| all[0]));
                let hashes: Vec<_> = list.iter().map(|child| child.board.hash()).collect();
                let in_order: Vec<_> = list.map(of).collect();

                let mut few = FewChildren::among(squares, board, moves);
                prop_assert_eq!(few.iter().map(of).collect::<Vec<_>>(), &all[..]);
                let found: Vec<_> = few.iter().map(|child| few.hashes().of(&child)).collect();
                prop_assert_eq!(found, &hashes[..]);
                prop_assert_eq!(few.by_ref().map(of).collect::<Vec<_>>(), &in_order[..]);
                prop_assert!(few.iter().next().is_none());

                if moves.len() <= 4 {
                    let mut few: FewChildren<4> = FewChildren::of(board, moves);
                    prop_assert_eq!(few.iter().map(of).collect::<Vec<_>>(), all);
                    let found: Vec<_> = few.iter().map(|child| few.hashes().of(&child)).collect();
                    prop_assert_eq!(found, hashes);
                    prop_assert_eq!(few.by_ref().map(of).collect::<Vec<_>>(), in_order);
                    prop_assert!(few.iter().next().is_none());
                }
            }
        }
    }
}
