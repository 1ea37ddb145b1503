//! Reads any text as every kind of notation. What is accepted must be legal and survive a
//! round trip.
//!
//! `cargo fuzz run -s none notation` needs no nightly compiler.
#![no_main]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;
use obverse::board::notation::obf::{self, Problem};
use obverse::board::notation::{ParseError, transcript};
use obverse::board::{Color, Move, Position, Square};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    round_trip::<Square>(text);
    round_trip::<Move>(text);
    round_trip::<Color>(text);
    round_trip::<Position>(text);
    round_trip::<Problem>(text);
    for (_, problem) in obf::problems(text) {
        inspect(text, problem.err());
    }
    for side in [Color::Black, Color::White] {
        match Position::parse_or(text, side) {
            Ok(position) => assert_eq!(position.to_string().parse(), Ok(position)),
            Err(error) => inspect(text, Some(error)),
        }
    }

    // The text may have the start position of the game.
    let (start, moves) = match text.split_once('\n') {
        Some((board, moves)) => match board.parse() {
            Ok(start) => (start, moves),
            Err(_) => (Position::START, text),
        },
        None => (Position::START, text),
    };
    match transcript::parse(&start, moves) {
        Ok(moves) => replay(start, moves),
        Err(error) => inspect(moves, Some(error)),
    }
});

fn round_trip<T>(text: &str)
where
    T: FromStr<Err = ParseError> + Display + PartialEq + Debug,
{
    match text.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string().parse(), Ok(value)),
        Err(error) => inspect(text, Some(error)),
    }
}

/// The place of an error is within the text or at its end.
fn inspect(text: &str, error: Option<ParseError>) {
    if let Some(error) = error {
        assert!((1..=text.chars().count() + 1).contains(&error.character()));
        assert!(!error.to_string().is_empty());
    }
}

fn replay(start: Position, mut moves: Vec<Move>) {
    let mut position = start;
    for action in &moves {
        position = match action {
            Move::Place(square) => position.try_play(*square).expect("moves are legal"),
            Move::Pass => {
                assert!(position.must_pass());
                position.pass()
            }
        };
    }
    // The writer omits passes, so one at the end is lost.
    if moves.last() == Some(&Move::Pass) {
        moves.pop();
    }
    let text = transcript::write(&moves);
    assert_eq!(transcript::parse(&start, &text), Ok(moves));
}
