//! The part of a book below a position, as a tree: the most important positions first, like
//! those that [`grow`](super::super::grow) adds first.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use serde::Serialize;

use super::super::level;
use crate::board::Position;
use crate::search::engine::book::Book;

/// The cost of a lost disc in moves.
const MOVES_PER_DISC: u32 = 2;

/// The positions of a tree, each once. The first is its root.
#[derive(Serialize)]
pub(super) struct Tree {
    /// The board of the root and the side to move.
    pub(super) start: String,
    pub(super) nodes: Vec<Vec<Branch>>,
}

/// A move.
#[derive(Serialize)]
pub(super) struct Branch {
    #[serde(rename = "move")]
    square: String,
    value: i8,
    level: String,
    /// The number of the position after it, if that is in the tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<usize>,
    /// Whether the position is in the book, but not in the tree.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    more: bool,
}

/// A position that can be added: its cost, its number among those that were found, the node
/// before it and the branch.
type Candidate = (Reverse<u32>, Reverse<usize>, usize, usize);

impl Tree {
    /// At most this many positions.
    pub(super) fn of(book: &Book, root: &Position, most: usize) -> Tree {
        let mut tree = Tree {
            start: root.to_string(),
            nodes: Vec::new(),
        };
        let mut positions = vec![*root];
        let mut places: HashMap<Position, usize> = HashMap::new();
        let mut queue: BinaryHeap<Candidate> = BinaryHeap::new();
        tree.add(book, root, 0, &mut queue, &mut positions);
        places.insert(*root, 0);
        while let Some((Reverse(cost), Reverse(found), before, branch)) = queue.pop() {
            let position = positions[found];
            let place = match places.get(&position) {
                Some(&place) => place,
                None if tree.nodes.len() < most => {
                    let place = tree.nodes.len();
                    places.insert(position, place);
                    tree.add(book, &position, cost, &mut queue, &mut positions);
                    place
                }
                None => {
                    tree.nodes[before][branch].more = true;
                    continue;
                }
            };
            tree.nodes[before][branch].node = Some(place);
        }
        tree
    }

    fn add(
        &mut self,
        book: &Book,
        position: &Position,
        cost: u32,
        queue: &mut BinaryHeap<Candidate>,
        positions: &mut Vec<Position>,
    ) {
        let mut moves = book.moves(position);
        moves.sort_by_key(|known| Reverse(known.value));
        let best = moves.first().map_or(0, |known| known.value);
        for (branch, known) in moves.iter().enumerate() {
            let after = position.play(known.square).turn();
            if let Some(after) = after.filter(|after| book.contains(after)) {
                let lost = u32::from(best.abs_diff(known.value));
                let cost = cost + 1 + lost * MOVES_PER_DISC;
                queue.push((
                    Reverse(cost),
                    Reverse(positions.len()),
                    self.nodes.len(),
                    branch,
                ));
                positions.push(after);
            }
        }
        let branches = moves.iter().map(|known| Branch {
            square: known.square.to_string(),
            value: known.value,
            level: level(known.certainty),
            node: None,
            more: false,
        });
        self.nodes.push(branches.collect());
    }
}
