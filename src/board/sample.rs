//! Positions and games for property tests.

use proptest::collection::vec;
use proptest::prelude::*;

use super::{Bitboard, Color, Move, Position};

/// Positions with discs on random squares. Most of them cannot occur in a game.
pub(crate) fn scattered() -> impl Strategy<Value = Position> {
    let color = prop_oneof![Just(Color::Black), Just(Color::White)];
    (any::<u64>(), any::<u64>(), any::<u64>(), color).prop_map(|(discs, sparse, black, to_move)| {
        let discs = if black & 3 == 0 {
            discs & sparse
        } else {
            discs | sparse
        };
        let black = discs & black.rotate_left(2);
        Position::new(
            Bitboard::from_bits(black),
            Bitboard::from_bits(discs & !black),
            to_move,
        )
        .expect("no square is both black and white")
    })
}

/// The first moves of a random game, with forced passes.
pub(crate) fn game(start: Position, choices: &[u8]) -> Vec<Move> {
    let mut position = start;
    let mut moves = Vec::new();
    for &choice in choices {
        let legal = position.moves();
        if position.must_pass() {
            moves.push(Move::Pass);
            position = position.pass();
        } else if legal.is_empty() {
            break;
        } else {
            let nth = usize::from(choice) % legal.len() as usize;
            let square = legal.into_iter().nth(nth).expect("nth is below the length");
            moves.push(Move::Place(square));
            position = position.play(square);
        }
    }
    moves
}

/// Random choices of moves, for the first part of a [`game`] or for all of it.
pub(crate) fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![vec(any::<u8>(), 0..70), vec(any::<u8>(), 130)]
}
