use proptest::prelude::*;

use super::*;
use crate::board::Bitboard;

/// Pairs of a position and a square, as the list gives them.
fn pairs(moves: &Moves) -> Vec<(u64, u64)> {
    let numbers = [
        Lanes([0, 1, 2, 3, 4, 5, 6, 7]),
        Lanes([8, 9, 10, 11, 12, 13, 14, 15]),
    ];
    (0..moves.len())
        .step_by(Lanes::COUNT)
        .flat_map(|at| {
            let (positions, squares) = (moves.pick(at, &numbers), moves.squares(at));
            positions.0.into_iter().zip(squares.0)
        })
        .take(moves.len())
        .collect()
}

proptest! {
    #[test]
    fn lists_hold_all_moves_in_order(
        sets in prop::collection::vec(prop_oneof![any::<u64>(), Just(0), Just(!0)], 0..=POSITIONS)
    ) {
        let mut moves = Moves::new();
        moves.list(&sets);
        let expected: Vec<_> = (0..)
            .zip(&sets)
            .flat_map(|(position, set)| {
                Bitboard::from_bits(*set)
                    .into_iter()
                    .map(move |square| (position, square.index() as u64))
            })
            .collect();
        prop_assert_eq!(pairs(&moves), expected);
    }

    #[test]
    fn kernels_agree(set: u64, words: [[u64; 8]; 2], indices: [u64; 8]) {
        let len = set.count_ones() as usize;
        let mut lists = [[0; 64]; 2];
        portable::squares(set, &mut lists[0]);
        chosen::squares(set, &mut lists[1]);
        prop_assert_eq!(&lists[0][..len], &lists[1][..len]);
        let words = words.map(Lanes);
        prop_assert_eq!(
            portable::pick(Lanes(indices), &words),
            chosen::pick(Lanes(indices), &words)
        );
    }
}
