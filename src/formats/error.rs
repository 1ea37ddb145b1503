//! What can be wrong with a file.
//!
//! The [`Display`](fmt::Display) of a kind is the message. Kinds hold values but no text
//! from the file, which could contain anything.

use std::{error, fmt};

use crate::board::notation::ParseErrorKind;
use crate::board::{Color, Move};

/// Why a game in a file cannot be read, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadError {
    pub(super) place: Option<Place>,
    pub(super) kind: ReadErrorKind,
}

/// A place in a text, both numbers counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The byte within the line. In formats with one game per line it is the character.
    pub column: usize,
}

/// What is wrong with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// There is no `(;` in the file.
    NoGame,
    /// The file ends in the middle of a game, or the next game starts there.
    Incomplete {
        /// What is missing at that place.
        missing: &'static str,
    },
    /// Neither a node nor a property nor a variation.
    Syntax,
    /// A property without a value in brackets.
    NoValue,
    /// `GM` names another game.
    Game {
        /// The name of Othello in this format.
        othello: &'static str,
    },
    /// The board is not 8 by 8.
    Size,
    /// `PL` is not a colour.
    Player,
    /// A setup property names no square of the board.
    Point,
    /// A setup property after a move.
    LateSetup,
    /// The notation of a board or of a line is wrong.
    Notation(ParseErrorKind),
    /// The file is shorter than a header.
    Header {
        /// The length of a header in bytes.
        expected: usize,
        /// The length of the file in bytes.
        found: usize,
    },
    /// The file has fewer games than its header says.
    MissingGames {
        /// The number of games according to the header.
        expected: usize,
        /// The number of games in the file.
        found: usize,
    },
    /// A line is too long to be a game.
    LongLine {
        /// The length of the longest line in bytes.
        longest: usize,
    },
    /// A line in braces is not a game of a match.
    Journal,
    /// The text of a move is neither a square nor a pass.
    Move {
        /// Which move of the game, from 1.
        number: usize,
    },
    /// The rules do not allow a move.
    Illegal {
        /// Which move of the game, from 1.
        number: usize,
        /// The player.
        color: Color,
        /// The move.
        action: Move,
    },
}

impl ReadError {
    /// The place of the error, if the file is text.
    pub fn place(&self) -> Option<Place> {
        self.place
    }

    /// What is wrong there.
    pub fn kind(&self) -> ReadErrorKind {
        self.kind
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place { line, column }) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        self.kind.fmt(f)
    }
}

impl error::Error for ReadError {}

impl fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadErrorKind::NoGame => f.write_str("no game found, expected '(;'"),
            ReadErrorKind::Incomplete { missing } => {
                write!(f, "the game is incomplete, expected {missing}")
            }
            ReadErrorKind::Syntax => {
                f.write_str("expected a property such as B[f5], or the end of the game")
            }
            ReadErrorKind::NoValue => {
                f.write_str("expected '[' and a value after the name of a property")
            }
            ReadErrorKind::Game { othello } => {
                write!(f, "not a game of Othello, expected GM[{othello}]")
            }
            ReadErrorKind::Size => f.write_str("expected a board of 8 by 8 squares"),
            ReadErrorKind::Player => f.write_str("expected a colour, B or W"),
            ReadErrorKind::Point => f.write_str("expected a square such as fe or f5"),
            ReadErrorKind::LateSetup => f.write_str("setup after a move is not supported"),
            ReadErrorKind::Notation(kind) => kind.fmt(f),
            ReadErrorKind::Header { expected, found } => write!(
                f,
                "not a WTHOR file, expected a header of {expected} bytes, got {found}"
            ),
            ReadErrorKind::MissingGames { expected, found } => write!(
                f,
                "the file is incomplete, expected {expected} games as in its header, got {found}"
            ),
            ReadErrorKind::LongLine { longest } => {
                write!(f, "the line is longer than {longest} bytes")
            }
            ReadErrorKind::Journal => {
                f.write_str("expected a game of a match, with the field moves")
            }
            ReadErrorKind::Move { number } => {
                write!(f, "move {number}: expected a square or a pass")
            }
            ReadErrorKind::Illegal {
                number,
                color,
                action,
            } => write!(f, "move {number}: {color} {action} is not a legal move"),
        }
    }
}

impl error::Error for ReadErrorKind {}

/// An error whose place is given as an offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct ErrorAt {
    /// From the start of the file in bytes, or of a line in characters.
    pub(super) offset: usize,
    pub(super) kind: ReadErrorKind,
}

impl fmt::Display for ErrorAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "offset {}: {}", self.offset, self.kind)
    }
}

impl error::Error for ErrorAt {}

/// Turns offsets into lines and columns in one pass over the file, however many errors
/// there are.
#[derive(Clone, Debug)]
pub(super) struct LineCounter<'a> {
    file: &'a [u8],
    offset: usize,
    line: usize,
    line_start: usize,
}

impl<'a> LineCounter<'a> {
    pub(super) fn new(file: &'a [u8]) -> LineCounter<'a> {
        LineCounter {
            file,
            offset: 0,
            line: 1,
            line_start: 0,
        }
    }

    /// Advances to this byte.
    pub(super) fn advance(&mut self, offset: usize) {
        for (index, &byte) in self.file[..offset].iter().enumerate().skip(self.offset) {
            if byte == b'\n' {
                self.line += 1;
                self.line_start = index + 1;
            }
        }
        self.offset = self.offset.max(offset);
    }

    /// Adds the line and column to an error. Its offset must not be before the current byte.
    pub(super) fn locate(&self, error: ErrorAt) -> ReadError {
        let mut counter = self.clone();
        counter.advance(error.offset);
        ReadError {
            place: Some(Place {
                line: counter.line,
                column: error.offset - counter.line_start + 1,
            }),
            kind: error.kind,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{self, Context};

    /// A new kind does not compile until it is counted here.
    fn index(kind: ReadErrorKind) -> usize {
        match kind {
            ReadErrorKind::NoGame => 0,
            ReadErrorKind::Incomplete { .. } => 1,
            ReadErrorKind::Syntax => 2,
            ReadErrorKind::NoValue => 3,
            ReadErrorKind::Game { .. } => 4,
            ReadErrorKind::Size => 5,
            ReadErrorKind::Player => 6,
            ReadErrorKind::Point => 7,
            ReadErrorKind::LateSetup => 8,
            ReadErrorKind::Notation(_) => 9,
            ReadErrorKind::Header { .. } => 10,
            ReadErrorKind::MissingGames { .. } => 11,
            ReadErrorKind::Move { .. } => 12,
            ReadErrorKind::Illegal { .. } => 13,
            ReadErrorKind::Journal => 14,
            ReadErrorKind::LongLine { .. } => 15,
        }
    }

    const KINDS: usize = 16;

    #[test]
    fn every_kind_of_error_says_what_is_wrong_where_and_what_was_expected() {
        let wthor_header = [20, 4, 1, 1, 2, 0, 0, 0, 0, 0, 0xd4, 7, 8, 0, 0, 0];
        let long_line = vec![b'-'; (1 << 20) + 1];
        let cases: &[(&str, &[u8], &str)] = &[
            (
                "obf",
                &long_line[..],
                "line 1, column 1: the line is longer than 1048576 bytes",
            ),
            (
                "sgf",
                b"Dear all",
                "line 1, column 9: no game found, expected '(;'",
            ),
            (
                "sgf",
                b"(;B[f5]",
                "line 1, column 8: the game is incomplete, expected ')'",
            ),
            (
                "ggf",
                b"(;GM[Othello]\nB[F5]",
                "line 2, column 6: the game is incomplete, expected ';)'",
            ),
            (
                "ggf",
                b"(;GM[Othello]B[F5",
                "line 1, column 18: the game is incomplete, expected ']'",
            ),
            (
                "sgf",
                b"(;?)",
                "line 1, column 3: expected a property such as B[f5], or the end of the game",
            ),
            (
                "sgf",
                b"(;B;W[fd])",
                "line 1, column 4: expected '[' and a value after the name of a property",
            ),
            (
                "sgf",
                b"(;GM[1])",
                "line 1, column 6: not a game of Othello, expected GM[2]",
            ),
            (
                "ggf",
                b"(;GM[Amazons];)",
                "line 1, column 6: not a game of Othello, expected GM[Othello]",
            ),
            (
                "sgf",
                b"(;SZ[10])",
                "line 1, column 6: expected a board of 8 by 8 squares",
            ),
            (
                "sgf",
                b"(;PL[x])",
                "line 1, column 6: expected a colour, B or W",
            ),
            (
                "sgf",
                b"(;AB[i9])",
                "line 1, column 6: expected a square such as fe or f5",
            ),
            (
                "sgf",
                b"(;B[f5];AB[aa])",
                "line 1, column 12: setup after a move is not supported",
            ),
            (
                "ggf",
                b"(;GM[Othello]BO[8 -- *];)",
                "line 1, column 17: the board ends after 2 of 64 squares",
            ),
            (
                "transcript",
                b"f5\nf5x",
                "line 2, column 3: expected a square, a1 to h8, or pass",
            ),
            (
                "transcript",
                b"{\"moves\":3}",
                "line 1, column 10: expected a game of a match, with the field moves",
            ),
            (
                "wthor",
                &wthor_header[..15],
                "not a WTHOR file, expected a header of 16 bytes, got 15",
            ),
            (
                "wthor",
                &wthor_header,
                "the file is incomplete, expected 2 games as in its header, got 0",
            ),
            (
                "sgf",
                b"(;B[f5]\n;W[i9])",
                "line 2, column 4: move 2: expected a square or a pass",
            ),
            (
                "sgf",
                b"(;B[f5]\n;W[a1])",
                "line 2, column 4: move 2: white A1 is not a legal move",
            ),
        ];
        let mut seen = [false; KINDS];
        for (name, file, message) in cases {
            let format = formats::find(name).expect("it is in the table");
            let error = (format.read)(file, &Context::default())
                .find_map(Result::err)
                .expect("the file is broken");
            assert_eq!(error.to_string(), *message);
            seen[index(error.kind())] = true;
        }
        assert_eq!(seen, [true; KINDS]);
    }
}
