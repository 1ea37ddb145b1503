//! Drop-out expansion (T. Lincke): selects the positions to add to a book.
//!
//! Good lines should grow long, and lines that contain a mistake should stay short. The
//! cost of a position is therefore one ply for each move that leads to it, plus a penalty
//! for each disc that these moves lose, no matter which side plays them. The cheapest
//! position is added next. As the book grows, the values of moves change, and the costs
//! change with them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use crate::board::Position;
use crate::search::engine::book::{Book, Discs, canonical_discs, position};
use crate::search::rng::MoveSeed;

/// The cost of a lost disc in plies.
const PLIES_PER_DISC: u32 = 2;

/// Which positions to add.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expansion {
    /// Only positions reached in fewer plies than this are added.
    pub(super) plies: u32,
    /// Breaks ties between positions of equal cost.
    pub(super) seed: u64,
}

/// An entry of the queue: the cost, a random number that breaks ties, and the position. The
/// cost is reversed because the queue returns the greatest entry first.
type QueueEntry = (Reverse<u32>, u32, Discs);

impl Expansion {
    /// The cheapest positions that are not in the book, at most `count` of them. In each,
    /// the side to move has a legal move; no two are symmetric to each other.
    pub(super) fn next_positions(&self, book: &Book, count: usize) -> Vec<Position> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut queue = BinaryHeap::from([self.queue_entry(0, &Position::START)]);
        while found.len() < count
            && let Some((Reverse(cost), _, discs)) = queue.pop()
        {
            if !seen.insert(discs) {
                continue;
            }
            let position = position(discs);
            let moves = book.moves(&position);
            let Some(best) = moves.iter().map(|known| known.value).max() else {
                found.push(position);
                continue;
            };
            for known in &moves {
                let after = position.play(known.square).turn();
                if let Some(after) = after.filter(|after| plies(after) < self.plies) {
                    let loss = u32::from(best.abs_diff(known.value));
                    queue.push(self.queue_entry(cost + 1 + loss * PLIES_PER_DISC, &after));
                }
            }
        }
        found
    }

    fn queue_entry(&self, cost: u32, after: &Position) -> QueueEntry {
        let discs = canonical_discs(after);
        let mut rng = MoveSeed::new(self.seed, 0, &position(discs)).rng();
        (Reverse(cost), rng.below(u32::MAX), discs)
    }
}

/// The number of moves since the start.
pub(super) fn plies(position: &Position) -> u32 {
    let discs = position.mover() | position.opponent();
    discs.len().saturating_sub(4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::symmetry::canonical;
    use crate::search::engine::book::{BookMove, Certainty};

    const EXPANSION: Expansion = Expansion { plies: 20, seed: 1 };

    /// Adds moves with these values.
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
        assert_eq!(EXPANSION.next_positions(&book, 9).len(), 1, "the start");
        add(&mut book, &Position::START, [0; 4]);
        let first = EXPANSION.next_positions(&book, 9);
        assert_eq!(first.len(), 1, "the moves lead to symmetric positions");
        // Three moves: the second is best, the others lose one disc and three.
        add(&mut book, &first[0], [1, 2, -1]);
        let moves: Vec<Position> = first[0]
            .moves()
            .into_iter()
            .map(|square| canonical(&first[0].play(square)).0)
            .collect();
        let found = |book: &Book, count| -> Vec<usize> {
            let place = |found: &Position| {
                let discs = |view: &Position| (view.mover(), view.opponent());
                moves.iter().position(|view| discs(view) == discs(found))
            };
            let found = EXPANSION.next_positions(book, count);
            found.iter().filter_map(place).collect()
        };
        assert_eq!(found(&book, 9), [1, 0, 2]);
        assert_eq!(found(&book, 1), [1]);
        // One more ply along the best line costs less than a lost disc.
        add(&mut book, &moves[1], (0..20).map(|_| 0));
        let most = EXPANSION.next_positions(&book, 99);
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
        let shallow = Expansion {
            plies: 3,
            ..EXPANSION
        };
        let mut order = Vec::new();
        while let Some(position) = shallow.next_positions(&book, 1).first() {
            order.push(*position);
            add(&mut book, position, [0; 20]);
        }
        // The start, and the positions after one and two plies.
        assert_eq!(order.len(), 1 + 1 + 3);
        let deep = Expansion {
            plies: 4,
            ..EXPANSION
        };
        let other = Expansion { seed: 2, ..deep };
        assert_eq!(deep.next_positions(&book, 99).len(), 14);
        assert_ne!(
            deep.next_positions(&book, 99),
            other.next_positions(&book, 99)
        );
        assert_eq!(
            deep.next_positions(&book, 99),
            deep.next_positions(&book, 99)
        );
    }
}
