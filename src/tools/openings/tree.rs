//! All positions after a given number of moves.

use std::collections::HashSet;

use crate::board::symmetry::canonical;
use crate::board::{Move, Position, Square};

/// A position, with moves that lead to it from the start.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) position: Position,
    pub(super) moves: Vec<Move>,
}

/// The positions after this many moves, in a fixed order. No two are symmetric to each
/// other, and the side to move has a legal move.
pub(super) fn leaves(plies: usize) -> Vec<Leaf> {
    let mut level = vec![Leaf {
        position: Position::START,
        moves: Vec::new(),
    }];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        level = level
            .iter()
            .flat_map(children)
            .filter(|leaf| seen.insert(canonical(&leaf.position).0))
            .collect();
    }
    level
}

/// The positions one move later. Those in which the opponent must pass are omitted: they
/// are rare within the first ten plies and make poor openings.
fn children(leaf: &Leaf) -> impl Iterator<Item = Leaf> {
    let child = |square: Square| Leaf {
        position: leaf.position.play(square),
        moves: [&leaf.moves[..], &[square.into()]].concat(),
    };
    let can_move = |leaf: &Leaf| !leaf.position.moves().is_empty();
    leaf.position
        .moves()
        .into_iter()
        .map(child)
        .filter(can_move)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_positions_up_to_symmetry() {
        let counts: Vec<usize> = (0..=6).map(|plies| leaves(plies).len()).collect();
        assert_eq!(counts, [1, 1, 3, 14, 60, 322, 1773]);
    }
}
