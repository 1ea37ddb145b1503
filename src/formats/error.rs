//! What can be wrong with a file.
//!
//! Messages stand in the [`Display`](fmt::Display) of the kinds. A kind holds values and
//! never text of the file, which could be anything.

use std::{error, fmt};

use crate::board::notation::ParseErrorKind;
use crate::board::{Color, Move};

/// Why a game of a file cannot be read, and where.
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
    /// The byte within the line, or the character where lines are games.
    pub column: usize,
}

/// What is wrong with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// There is no `(;` in the file.
    NoGame,
    /// The file ends before the game does, or the next game starts.
    Unfinished,
    /// Neither a node nor a property nor a variation.
    Syntax,
    /// A property without a value in brackets.
    NoValue,
    /// `GM` names another game.
    Game,
    /// The board has another size.
    Size,
    /// `PL` is not a colour.
    Player,
    /// A setup property names no square of the board.
    Point,
    /// A setup property after a move.
    LateSetup,
    /// A board or a line does not follow its notation.
    Notation(ParseErrorKind),
    /// The file is shorter than its header.
    Header,
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
    /// Where, if the file is text.
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
            ReadErrorKind::NoGame => f.write_str("no game found"),
            ReadErrorKind::Unfinished => f.write_str("the game has no end"),
            ReadErrorKind::Syntax => f.write_str("expected a property"),
            ReadErrorKind::NoValue => f.write_str("expected '['"),
            ReadErrorKind::Game => f.write_str("not a game of Othello"),
            ReadErrorKind::Size => f.write_str("the board is not 8 by 8"),
            ReadErrorKind::Player => f.write_str("expected a colour, B or W"),
            ReadErrorKind::Point => f.write_str("expected a square such as fe or f5"),
            ReadErrorKind::LateSetup => f.write_str("setup after a move is not supported"),
            ReadErrorKind::Notation(kind) => kind.fmt(f),
            ReadErrorKind::Header => f.write_str("not a WTHOR file, it is too short"),
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

/// An error before its place is counted in lines.
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

    /// Moves on to this byte.
    pub(super) fn advance(&mut self, offset: usize) {
        for (index, &byte) in self.file[..offset].iter().enumerate().skip(self.offset) {
            if byte == b'\n' {
                self.line += 1;
                self.line_start = index + 1;
            }
        }
        self.offset = self.offset.max(offset);
    }

    /// Adds line and column to an error at or after the byte that it has moved to.
    pub(super) fn locate(&self, error: ErrorAt) -> ReadError {
        let mut there = self.clone();
        there.advance(error.offset);
        ReadError {
            place: Some(Place {
                line: there.line,
                column: error.offset - there.line_start + 1,
            }),
            kind: error.kind,
        }
    }
}
