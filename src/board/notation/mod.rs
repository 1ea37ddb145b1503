//! Squares, moves, colours, boards and games as text.
//!
//! All front ends and file formats use this module, so that they accept the same spellings.
//! Readers are lenient, because other programs write many dialects; writers use only one.
//!
//! | value | written | also read |
//! |---|---|---|
//! | [`Square`] | `F5`, or `f5` with `{:#}` | any case |
//! | [`Move`] | a square or `pass` | `pa`, `ps`, `--`, `@@`, any case |
//! | [`Color`] | `black`, `white` | `b`, `w`, any case |
//! | [`Position`] | 64 times `X`, `O` or `-`, a space, `X` or `O` | the letters of most programs, see its `FromStr` |
//! | game | `F5D6C3` | see [`transcript`], and [`pasted`] for files |
//! | problem | a line of an OBF file | see [`obf`] |
//!
//! ```
//! use obverse::board::notation::{obf::Problem, transcript};
//! use obverse::board::{Move, Position, Square};
//!
//! let square: Square = "F5".parse()?;
//! assert_eq!(format!("{square} {square:#}"), "F5 f5");
//! let error = "F9".parse::<Move>().unwrap_err();
//! assert_eq!(error.to_string(), "character 1: expected a square, a1 to h8, or pass");
//!
//! let moves = transcript::parse(&Position::START, "f5d6 c3")?;
//! assert_eq!(transcript::write(&moves), "F5D6C3");
//!
//! let line = format!("{}; F5:+2; D3:+0; % a comment", Position::START);
//! let problem: Problem = line.parse()?;
//! assert_eq!(problem.best_score(), Some(2));
//! # Ok::<(), obverse::board::notation::ParseError>(())
//! ```
//!
//! This module deliberately does not draw diagrams for people, which is up to front ends, or
//! read files with several games (see [`formats`](crate::formats)), or trim white space
//! around a single value, which depends on the caller's line format.
//!
//! [`Square`]: super::Square
//! [`Move`]: super::Move
//! [`Color`]: super::Color
//! [`Position`]: super::Position

mod color;
pub mod obf;
pub mod pasted;
mod position;
mod square;
pub mod transcript;

use std::{error, fmt};

use nom::{IResult, Parser};

use super::Move;

/// Why a text cannot be read, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    character: usize,
    kind: ParseErrorKind,
}

/// What is wrong, or what was expected instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// Expected a square.
    Square,
    /// Expected a square or a pass.
    Move,
    /// Expected a colour.
    Color,
    /// Expected the content of a square of a board.
    Disc,
    /// The text ends before the board is complete.
    ShortBoard {
        /// The number of squares before the end.
        squares: u8,
    },
    /// Expected the side to move.
    Side,
    /// Expected a number of discs with or without a sign.
    Score,
    /// Expected this character.
    Character(char),
    /// Expected the end of the text.
    End,
    /// The move is not legal in its position.
    Illegal(Move),
}

impl ParseError {
    /// The place of the error as the number of a character, counted from 1. An error at the
    /// end of the text is one past the last character.
    pub fn character(&self) -> usize {
        self.character
    }

    /// What is wrong at that place.
    pub fn kind(&self) -> ParseErrorKind {
        self.kind
    }

    /// Applies a parser that must read the whole text.
    fn all<'a, T>(
        text: &'a str,
        mut parser: impl Parser<&'a str, Output = T, Error = Failure<'a>>,
    ) -> Result<T, ParseError> {
        let failure = match parser.parse_complete(text) {
            Ok(("", value)) => return Ok(value),
            Ok((rest, _)) => Failure::new(rest, ParseErrorKind::End),
            Err(nom::Err::Error(failure) | nom::Err::Failure(failure)) => failure,
            Err(nom::Err::Incomplete(_)) => Failure::new("", ParseErrorKind::End),
        };
        let before = text.len() - failure.rest.len();
        Err(ParseError {
            character: text[..before].chars().count() + 1,
            kind: failure.kind,
        })
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.character, self.kind)
    }
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseErrorKind::Square => f.write_str("expected a square, a1 to h8"),
            ParseErrorKind::Move => f.write_str("expected a square, a1 to h8, or pass"),
            ParseErrorKind::Color => f.write_str("expected black or white"),
            ParseErrorKind::Disc => f.write_str("expected X, O or -"),
            ParseErrorKind::ShortBoard { squares } => {
                write!(f, "the board ends after {squares} of 64 squares")
            }
            ParseErrorKind::Side => f.write_str("expected the side to move, X or O"),
            ParseErrorKind::Score => f.write_str("expected a score such as +2"),
            ParseErrorKind::Character(character) => write!(f, "expected {character:?}"),
            ParseErrorKind::End => f.write_str("unexpected text"),
            ParseErrorKind::Illegal(action) => write!(f, "{action} is not a legal move"),
        }
    }
}

impl error::Error for ParseError {}

/// The result of a parser: the rest of the text and a value, or a failure.
type Parsed<'a, T> = IResult<&'a str, T, Failure<'a>>;

/// What is wrong, and the text from that place on.
#[derive(Clone, Copy, Debug)]
struct Failure<'a> {
    rest: &'a str,
    kind: ParseErrorKind,
}

impl<'a> Failure<'a> {
    fn new(rest: &'a str, kind: ParseErrorKind) -> Failure<'a> {
        Failure { rest, kind }
    }
}

impl<'a> nom::error::ParseError<&'a str> for Failure<'a> {
    fn from_error_kind(rest: &'a str, _: nom::error::ErrorKind) -> Failure<'a> {
        Failure::new(rest, ParseErrorKind::End)
    }

    fn append(_: &'a str, _: nom::error::ErrorKind, first: Failure<'a>) -> Failure<'a> {
        first
    }
}

/// Wraps a parser so that it fails with this kind of error.
fn expected<'a, T>(
    kind: ParseErrorKind,
    mut parser: impl Parser<&'a str, Output = T, Error = Failure<'a>>,
) -> impl FnMut(&'a str) -> Parsed<'a, T> {
    move |text| {
        parser
            .parse(text)
            .map_err(|error| error.map(|_| Failure::new(text, kind)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Position, Square};
    use proptest::prelude::*;

    #[test]
    fn errors_have_a_place_and_a_reason() {
        let error = "é5".parse::<Square>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "character 1: expected a square, a1 to h8"
        );
        let error = format!("{}é X", "-".repeat(63)).parse::<Position>();
        assert_eq!(
            error.unwrap_err().to_string(),
            "character 64: expected X, O or -"
        );
        let error = transcript::parse(&Position::START, "f5 é6").unwrap_err();
        assert_eq!((error.character(), error.kind()), (4, ParseErrorKind::Move));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in any::<String>(), likely in "[a-hXO8 5;:%+@p-]{0,200}") {
            for text in [text, likely] {
                let _ = text.parse::<Square>();
                let _ = text.parse::<Move>();
                let _ = text.parse::<Color>();
                let _ = text.parse::<Position>();
                let _ = text.parse::<obf::Problem>();
                let _ = Position::parse_or(&text, Color::Black);
                let _ = transcript::parse(&Position::START, &text);
            }
        }
    }
}
