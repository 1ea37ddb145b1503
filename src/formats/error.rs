//! What can be wrong with a file. Texts are in the [`Display`](fmt::Display) of
//! the kinds; a kind holds values, never text of the file.

use std::{error, fmt};

use crate::board::notation::ParseErrorKind;
use crate::board::{Color, Move};

/// Why a game of a file cannot be read, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadError {
    pub(super) place: Option<Place>,
    pub(super) problem: Problem,
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
pub enum Problem {
    /// There is no `(;` in the file.
    NoGame,
    /// The file ends before the game does, or the next one begins.
    Unfinished,
    /// Here should be a node, a property or a variation.
    Syntax,
    /// A property without a value in brackets.
    NoValue,
    /// `GM` is some other game.
    Game,
    /// The board has another size.
    Size,
    /// `PL` is no colour.
    Player,
    /// A setup property names no square of the board.
    Point,
    /// A setup property after a move.
    LateSetup,
    /// A board, or a line, is not in its notation.
    Notation(ParseErrorKind),
    /// There is no such file: its beginning is too short.
    Header,
    /// The text of this move, the first being 1, is neither square nor pass.
    Move {
        /// Which move of the game.
        number: usize,
    },
    /// The rules do not allow this move.
    Illegal {
        /// Which move of the game, the first being 1.
        number: usize,
        /// Whose move.
        color: Color,
        /// Which move.
        action: Move,
    },
}

impl ReadError {
    /// Where, if the file is a text.
    pub fn place(&self) -> Option<Place> {
        self.place
    }

    /// What is wrong there.
    pub fn problem(&self) -> Problem {
        self.problem
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place { line, column }) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        self.problem.fmt(f)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NoGame => f.write_str("no game found"),
            Problem::Unfinished => f.write_str("the game has no end"),
            Problem::Syntax => f.write_str("expected a property"),
            Problem::NoValue => f.write_str("expected '['"),
            Problem::Game => f.write_str("not a game of Othello"),
            Problem::Size => f.write_str("the board is not 8 by 8"),
            Problem::Player => f.write_str("expected a colour, B or W"),
            Problem::Point => f.write_str("expected a square such as fe or f5"),
            Problem::LateSetup => f.write_str("setup after a move is not supported"),
            Problem::Notation(kind) => kind.fmt(f),
            Problem::Header => f.write_str("not a WTHOR file, it is too short"),
            Problem::Move { number } => write!(f, "move {number}: expected a square or a pass"),
            Problem::Illegal {
                number,
                color,
                action,
            } => write!(f, "move {number}: {color} {action} is not a legal move"),
        }
    }
}

impl error::Error for ReadError {}

/// What is wrong at this byte of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failure {
    pub(super) offset: usize,
    pub(super) problem: Problem,
}

/// Counts lines once from the start to the end, however many errors there are.
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

    /// Goes on to this byte.
    pub(super) fn advance(&mut self, offset: usize) {
        for (index, &byte) in self.file[..offset].iter().enumerate().skip(self.offset) {
            if byte == b'\n' {
                self.line += 1;
                self.line_start = index + 1;
            }
        }
        self.offset = self.offset.max(offset);
    }

    /// Tells where it is, at or after the byte that was gone to.
    pub(super) fn locate(&self, failure: Failure) -> ReadError {
        let mut there = self.clone();
        there.advance(failure.offset);
        ReadError {
            place: Some(Place {
                line: there.line,
                column: failure.offset - there.line_start + 1,
            }),
            problem: failure.problem,
        }
    }
}
