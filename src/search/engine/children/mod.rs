//! The children of a board, best first.
//!
//! They are generated and ranked eight at a time, in lanes: see [`ChildLanes`].

mod child_lanes;

pub(crate) use self::child_lanes::{Child, ChildLanes, Hashes, MAX_RANK, MIN_RANK, sort_key};

use crate::board::{Bitboard, Board, Lanes, Ranks, Square, move_list};

/// How many groups of eight hold the moves of any board: none has more than 33 moves.
const ALL: usize = 5;

/// The children of a board, to be taken best first. A caller that knows that there are
/// few moves uses fewer groups of eight (`EIGHTS`), which saves initialising the others.
pub(crate) struct Children<const EIGHTS: usize = ALL> {
    eights: [ChildLanes; EIGHTS],
    order: Order<EIGHTS>,
    len: usize,
    taken: usize,
}

/// Iterates over the places of children and their ranks, the greatest rank first.
#[derive(Clone)]
struct Order<const EIGHTS: usize> {
    ranks: [Ranks; EIGHTS],
    /// How many of the groups hold ranks.
    used: usize,
}

impl<const EIGHTS: usize> Order<EIGHTS> {
    /// How many of the groups hold ranks. If there is space for only one, the compiler
    /// must know that: with a loop whose count is read from memory, the whole list takes
    /// half as long again.
    #[inline(always)]
    fn used(&self) -> usize {
        if EIGHTS == 1 { 1 } else { self.used }
    }
}

impl<const EIGHTS: usize> Iterator for Order<EIGHTS> {
    type Item = (i64, usize);

    #[inline(always)]
    fn next(&mut self) -> Option<(i64, usize)> {
        let mut best = (Ranks::NONE, 0);
        for index in 0..self.used() {
            let (key, lane) = self.ranks[index].least();
            if key < best.0 {
                best = (key, index * Lanes::COUNT + lane);
            }
        }
        let (key, place) = best;
        let ranks = &mut self.ranks[place / Lanes::COUNT];
        *ranks = ranks.without(place % Lanes::COUNT);
        (key != Ranks::NONE).then_some((MAX_RANK - i64::from(key), place))
    }
}

impl<const EIGHTS: usize> Children<EIGHTS> {
    /// An empty list, to be filled by [`generate`](Children::generate).
    #[inline(always)]
    pub(crate) fn new() -> Children<EIGHTS> {
        Children {
            eights: [ChildLanes::NONE; EIGHTS],
            order: Order {
                ranks: [Ranks::EMPTY; EIGHTS],
                used: 0,
            },
            len: 0,
            taken: 0,
        }
    }

    /// Generates the children by these moves, all of rank 0.
    #[inline(always)]
    pub(crate) fn generate(&mut self, board: Board, moves: Bitboard) {
        self.len = moves.len() as usize;
        self.taken = 0;
        self.order.used = self.len.div_ceil(Lanes::COUNT);
        let squares = move_list::squares(moves);
        for index in 0..self.order.used() {
            self.eights[index].play(board, squares.eight(index * Lanes::COUNT));
        }
        self.rank_all(|_| 0);
    }

    #[inline(always)]
    pub(crate) fn hashes(&self) -> Hashes<EIGHTS> {
        let mut hashes = Hashes([Lanes::splat(0); EIGHTS]);
        for index in 0..self.order.used() {
            hashes.0[index] = self.eights[index].hashes();
        }
        hashes
    }

    /// How many children were taken.
    #[inline(always)]
    pub(crate) fn taken(&self) -> usize {
        self.taken
    }

    /// How many children are left.
    #[inline(always)]
    pub(crate) fn left(&self) -> usize {
        self.len - self.taken
    }

    /// The child in a place.
    #[inline(always)]
    pub(crate) fn at(&self, place: usize) -> Child {
        let child = self.eights[place / Lanes::COUNT].child(place % Lanes::COUNT);
        Child { place, ..child }
    }

    /// All children, taken or not, in the order of their squares.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = Child> {
        (0..self.len).map(|place| self.at(place))
    }

    /// The place of the move to this square, if it is a move.
    pub(crate) fn place_of(&self, square: Square) -> Option<usize> {
        self.iter().position(|child| child.square == square)
    }

    /// The ranks and places of the children that are left, in the order in which they
    /// would be taken.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = (i64, usize)> + use<EIGHTS> {
        self.order.clone()
    }

    /// Changes the rank of a child that has not been taken.
    #[inline(always)]
    pub(crate) fn set_rank(&mut self, place: usize, rank: i64) {
        let ranks = &mut self.order.ranks[place / Lanes::COUNT].0;
        ranks[place % Lanes::COUNT] = sort_key(rank.clamp(MIN_RANK, MAX_RANK)) as u16;
    }

    /// Ranks all children, of which none may have been taken, from [`MIN_RANK`] to
    /// [`MAX_RANK`]. A `rank` without branches is compiled to code for eight lanes.
    #[inline(always)]
    pub(crate) fn rank_all(&mut self, rank: impl Fn(Child) -> i64) {
        self.sort_all(|children| children.sort_keys(&rank));
    }

    /// The same, with functions that compute eight [sort keys](sort_key) at once.
    #[inline(always)]
    pub(crate) fn sort_all(&mut self, keys: impl Fn(&ChildLanes) -> Lanes) {
        for index in 0..self.order.used() {
            let keys = keys(&self.eights[index]);
            self.order.ranks[index] = Ranks::of(keys, self.len - index * Lanes::COUNT);
        }
    }
}

/// Takes the best child that is left. Usually few children are taken, so sorting all of
/// them would be a waste.
impl<const EIGHTS: usize> Iterator for Children<EIGHTS> {
    type Item = Child;

    #[inline(always)]
    fn next(&mut self) -> Option<Child> {
        if self.taken == self.len {
            return None;
        }
        let (_, place) = self.order.next()?;
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

    fn order<const EIGHTS: usize>(
        board: Board,
        moves: Bitboard,
        rank: impl Fn(Square) -> i64,
    ) -> Vec<Square> {
        let mut children: Children<EIGHTS> = Children::new();
        children.generate(board, moves);
        children.rank_all(|child| rank(child.square));
        children.map(|child| child.square).collect()
    }

    proptest! {
        #[test]
        fn all_children_are_taken_and_the_greatest_rank_goes_first(
            position in sample::scattered(),
            ranks in prop::collection::vec(-3..=3i64, 33),
        ) {
            let board = position.board();
            let moves = board.moves();
            let mut children: Children = Children::new();
            children.generate(board, moves);
            prop_assert_eq!(children.left(), moves.len() as usize);

            let rank = |square: Square| ranks[square.index() % ranks.len()];
            for place in 0..children.left() {
                children.set_rank(place, rank(children.at(place).square));
            }
            let mut expected: Vec<Square> = moves.into_iter().collect();
            expected.sort_by_key(|&square| Reverse(rank(square)));
            for (taken, &square) in expected.iter().enumerate() {
                prop_assert_eq!((children.taken(), children.left()), (taken, expected.len() - taken));
                let child = children.next().expect("one is left");
                prop_assert_eq!(child.square, square);
                prop_assert_eq!(child.board, board.play(square));
                prop_assert_eq!(child.replies, child.board.moves());
            }
            prop_assert!(children.next().is_none());

            prop_assert_eq!(&order::<ALL>(board, moves, rank), &expected);
            if moves.len() as usize <= Lanes::COUNT {
                prop_assert_eq!(&order::<1>(board, moves, rank), &expected);
            }
        }

        #[test]
        fn children_that_are_left_can_be_ranked_again(
            position in sample::scattered(),
            first in 0..33usize,
        ) {
            let board = position.board();
            let mut children: Children = Children::new();
            children.generate(board, board.moves());
            prop_assume!(children.left() > 0);
            let first = children.at(first % children.left()).square;
            let place = children.place_of(first).expect("one of them");
            children.set_rank(place, MAX_RANK);
            prop_assert_eq!(children.next().map(|child| child.square), Some(first));

            for (rank, place) in children.in_order() {
                children.set_rank(place, rank + place as i64);
            }
            let mut rest: Vec<Square> = (board.moves() - first.bit()).into_iter().collect();
            rest.reverse();
            let again: Vec<Square> = children.map(|child| child.square).collect();
            prop_assert_eq!(again, rest);
        }
    }
}
