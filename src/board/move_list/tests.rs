use proptest::prelude::*;

use super::*;
use crate::board::Bitboard;

/// What a kernel lists: squares, movers and opponents.
macro_rules! list {
    ($kernel:ident, $group:expr) => {{
        let mut moves = $kernel::Moves::new();
        moves.list($group);
        let eights = (0..moves.len())
            .step_by(Lanes::COUNT)
            .map(|at| moves.eight(at));
        eights
            .flat_map(|(squares, movers, opponents)| {
                (0..Lanes::COUNT)
                    .map(move |lane| (squares.0[lane], movers.0[lane], opponents.0[lane]))
            })
            .take(moves.len())
            .collect::<Vec<_>>()
    }};
}

proptest! {
    #[test]
    fn lists_hold_all_moves_in_order(
        movers: [[u64; 8]; 2],
        opponents: [[u64; 8]; 2],
        sets in prop::collection::vec(prop_oneof![any::<u64>(), Just(0), Just(!0)], Group::SIZE),
        len in 0..=Group::SIZE,
    ) {
        let group = Group {
            movers: movers.map(Lanes),
            opponents: opponents.map(Lanes),
            moves: [
                Lanes(std::array::from_fn(|lane| sets[lane])),
                Lanes(std::array::from_fn(|lane| sets[lane + Lanes::COUNT])),
            ],
            len,
        };
        let boards = movers.as_flattened().iter().zip(opponents.as_flattened());
        let expected: Vec<_> = boards
            .zip(&sets)
            .take(len)
            .flat_map(|((mover, opponent), set)| {
                let squares = Bitboard::from_bits(*set).into_iter();
                squares.map(|square| (square.index() as u64, *mover, *opponent))
            })
            .collect();
        prop_assert_eq!(&list!(portable, &group), &expected, "{}", portable::NAME);
        prop_assert_eq!(&list!(chosen, &group), &expected, "{}", chosen::NAME);
    }
}
