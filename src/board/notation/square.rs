//! Squares and moves: `F5`, `pass`.

use std::{fmt, str};

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::satisfy;
use nom::combinator::{map, value};

use super::{ParseError, ParseErrorKind, Parsed, expected};
use crate::board::{Move, Square};

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = if f.alternate() { b'a' } else { b'A' };
        let text = [first + self.column(), b'1' + self.row()];
        f.pad(str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl str::FromStr for Square {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Square, ParseError> {
        ParseError::all(text, square)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Pass => f.pad("pass"),
        }
    }
}

impl str::FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        ParseError::all(text, place_or_pass)
    }
}

/// `F5` or `f5`.
pub(super) fn square(text: &str) -> Parsed<'_, Square> {
    let column = satisfy(|letter| matches!(letter.to_ascii_lowercase(), 'a'..='h'));
    let row = satisfy(|digit| matches!(digit, '1'..='8'));
    let at = |(column, row): (char, char)| {
        // Both are ASCII, and upper and lower case letters have the same low bits.
        Square::at((column as u8 & 31) - 1, row as u8 - b'1')
    };
    expected(ParseErrorKind::Square, map((column, row), at)).parse(text)
}

/// A square, or one of the spellings of a pass.
pub(super) fn place_or_pass(text: &str) -> Parsed<'_, Move> {
    let pass = alt((
        tag_no_case("pass"),
        tag_no_case("pa"),
        tag_no_case("ps"),
        tag("--"),
        tag("@@"),
    ));
    let either = alt((map(square, Move::Place), value(Move::Pass, pass)));
    expected(ParseErrorKind::Move, either).parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_squares_survive_a_round_trip() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(format!("{square:#}").parse(), Ok(square));
            assert_eq!(square.to_string().parse(), Ok(Move::Place(square)));
        }
        assert_eq!(Square::at(5, 4).to_string(), "F5");
        assert_eq!(format!("{:#}", Move::Place(Square::at(5, 4))), "f5");
        assert_eq!(
            format!("{:>4}|{:<4}|", Square::at(0, 7), Square::at(7, 0)),
            "  A8|H1  |"
        );
    }

    #[test]
    fn reads_the_spellings_of_a_pass() {
        for text in ["pass", "PASS", "Pass", "pa", "PA", "ps", "Ps", "--", "@@"] {
            assert_eq!(text.parse(), Ok(Move::Pass), "{text}");
        }
        assert_eq!(Move::Pass.to_string(), "pass");
    }

    #[test]
    fn refuses_everything_else() {
        for text in [
            "", "f", "5", "f0", "f9", "i1", "f55", " f5", "f5 ", "p", "passs", "-", "é5", "f５",
        ] {
            assert!(text.parse::<Square>().is_err(), "{text}");
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
        let error = "f5x".parse::<Move>().unwrap_err();
        assert_eq!((error.character(), error.kind()), (3, ParseErrorKind::End));
    }
}
