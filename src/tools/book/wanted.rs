//! Where a book should grow.
//!
//! A position is the more important, the fewer moves lead there and the less they
//! lose, whoever makes them: so good lines of play become long, and those that
//! begin with a mistake stay short. This is drop-out expansion, by T. Lincke: a
//! position costs a ply for each move on the way to it and some more for each disc
//! that these moves lose, and the cheapest one comes next. What is known of good
//! moves changes as the book grows, and the costs with it.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use crate::board::Position;
use crate::search::engine::book::{Book, Discs, canonical_discs, position};
use crate::search::rng::MoveSeed;

/// How many plies a lost disc is as bad as.
const PLIES_PER_DISC: u32 = 2;

/// Which positions to add.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish {
    /// After so many plies from the start there are none.
    pub(super) plies: u32,
    /// Which ones come first, if they are equally important.
    pub(super) seed: u64,
}

/// A position on the way through the book; the cheapest is the greatest.
type Step = (Reverse<u32>, u32, Discs);

impl Wish {
    /// The most important positions that the book does not have, so many or all of
    /// them. In each the side to move has a move; no two are views of each other.
    pub(super) fn most_wanted(&self, book: &Book, count: usize) -> Vec<Position> {
        let mut wanted = Vec::new();
        let mut seen = HashSet::new();
        let mut steps = BinaryHeap::from([self.step(0, &Position::START)]);
        while wanted.len() < count
            && let Some((Reverse(cost), _, discs)) = steps.pop()
        {
            if !seen.insert(discs) {
                continue;
            }
            let position = position(discs);
            let moves = book.moves(&position);
            let Some(best) = moves.iter().map(|known| known.value).max() else {
                wanted.push(position);
                continue;
            };
            for known in &moves {
                let after = position.play(known.square).turn();
                if let Some(after) = after.filter(|after| plies(after) < self.plies) {
                    let loss = u32::from(best.abs_diff(known.value));
                    steps.push(self.step(cost + 1 + loss * PLIES_PER_DISC, &after));
                }
            }
        }
        wanted
    }

    fn step(&self, cost: u32, after: &Position) -> Step {
        let discs = canonical_discs(after);
        let mut lot = MoveSeed::new(self.seed, 0, &position(discs)).rng();
        (Reverse(cost), lot.below(u32::MAX), discs)
    }
}

/// How many moves were made from the start.
pub(super) fn plies(position: &Position) -> u32 {
    let discs = position.mover() | position.opponent();
    discs.len().saturating_sub(4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::symmetry::canonical;
    use crate::search::engine::book::{BookMove, Certainty};

    const WISH: Wish = Wish { plies: 20, seed: 1 };

    /// What a search could have said.
    fn add(book: &mut Book, position: &Position, values: impl IntoIterator<Item = i8>) {
        let moves = position.moves().into_iter().zip(values);
        let moves = moves.map(|(square, value)| BookMove {
            square,
            value,
            certainty: Certainty::Level(1),
        });
        book.insert(position, &moves.collect::<Vec<_>>());
    }

    #[test]
    fn good_lines_come_before_mistakes() {
        let mut book = Book::default();
        assert_eq!(WISH.most_wanted(&book, 9).len(), 1, "the start");
        add(&mut book, &Position::START, [0; 4]);
        let first = WISH.most_wanted(&book, 9);
        assert_eq!(first.len(), 1, "the views of one position");
        // Three moves: the second is best, the others lose one disc and three.
        add(&mut book, &first[0], [1, 2, -1]);
        let moves: Vec<Position> = first[0]
            .moves()
            .into_iter()
            .map(|square| canonical(&first[0].play(square)).0)
            .collect();
        let wanted = |book: &Book, count| -> Vec<usize> {
            let place = |wanted: &Position| {
                let discs = |view: &Position| (view.mover(), view.opponent());
                moves.iter().position(|view| discs(view) == discs(wanted))
            };
            let wanted = WISH.most_wanted(book, count);
            wanted.iter().filter_map(place).collect()
        };
        assert_eq!(wanted(&book, 9), [1, 0, 2]);
        assert_eq!(wanted(&book, 1), [1]);
        // After the best move a ply is less than the disc that another one loses.
        add(&mut book, &moves[1], (0..20).map(|_| 0));
        let most = WISH.most_wanted(&book, 99);
        let places: Vec<usize> = (0..most.len()).collect();
        let deeper = places.iter().filter(|&&place| plies(&most[place]) == 3);
        let last_deeper = deeper.max().expect("there are some");
        assert!(
            most.iter()
                .skip(last_deeper + 1)
                .all(|position| plies(position) == 2)
        );
        assert_eq!(most.len() - last_deeper - 1, 2);
    }

    #[test]
    fn it_ends_after_the_last_ply_and_depends_on_the_seed() {
        let mut book = Book::default();
        let wish = Wish { plies: 3, ..WISH };
        let mut order = Vec::new();
        while let Some(position) = wish.most_wanted(&book, 1).first() {
            order.push(*position);
            add(&mut book, position, [0; 20]);
        }
        // The start, and the positions after one and two plies.
        assert_eq!(order.len(), 1 + 1 + 3);
        let deep = Wish { plies: 4, ..WISH };
        let other = Wish { seed: 2, ..deep };
        assert_eq!(deep.most_wanted(&book, 99).len(), 14);
        assert_ne!(deep.most_wanted(&book, 99), other.most_wanted(&book, 99));
        assert_eq!(deep.most_wanted(&book, 99), deep.most_wanted(&book, 99));
    }
}
