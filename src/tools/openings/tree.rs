//! Every position after some moves, once.

use std::collections::HashSet;

use crate::board::symmetry::canonical;
use crate::board::{Move, Position, Square};

/// A position and moves that lead there from the usual start.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) position: Position,
    pub(super) moves: Vec<Move>,
}

/// The positions after so many moves, in a fixed order. No two are views of each
/// other, and in each one either side has a move now or later.
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

/// Those in which the other side has a move. Within the first ten plies hardly
/// any has not, and a forced pass is no good opening.
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
