//! What can be wrong with a file. Texts are in the [`Display`](fmt::Display) of
//! the kinds; a kind holds values, never text of the file.

use std::{error, fmt};

use crate::board::{Color, Move};

/// Why a file is not a game, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SgfError {
    line: usize,
    column: usize,
    kind: SgfErrorKind,
}

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SgfErrorKind {
    /// There is no `(;` in the file.
    NoGame,
    /// The file ends before the game does.
    Unfinished,
    /// Here should be a node, a property or a variation.
    Syntax,
    /// A property without a value in brackets.
    NoValue,
    /// `GM` is not 2.
    Game,
    /// `SZ` is not 8.
    Size,
    /// `PL` is no colour.
    Player,
    /// A setup property names no square of the board.
    Point,
    /// A setup property after a move.
    LateSetup,
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

impl SgfError {
    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The byte within the line, counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong there.
    pub fn kind(&self) -> SgfErrorKind {
        self.kind
    }

    pub(super) fn locate(file: &[u8], failure: Failure) -> SgfError {
        let before = &file[..failure.offset];
        let line_start = before.iter().rposition(|&byte| byte == b'\n');
        SgfError {
            line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
            column: failure.offset - line_start.map_or(0, |newline| newline + 1) + 1,
            kind: failure.kind,
        }
    }
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SgfError { line, column, kind } = self;
        write!(f, "line {line}, column {column}: {kind}")
    }
}

impl fmt::Display for SgfErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SgfErrorKind::NoGame => f.write_str("no game found"),
            SgfErrorKind::Unfinished => f.write_str("the file ends within a game"),
            SgfErrorKind::Syntax => f.write_str("expected a property"),
            SgfErrorKind::NoValue => f.write_str("expected '['"),
            SgfErrorKind::Game => f.write_str("not a game of Othello, which is GM[2]"),
            SgfErrorKind::Size => f.write_str("the board is not 8 by 8"),
            SgfErrorKind::Player => f.write_str("expected a colour, B or W"),
            SgfErrorKind::Point => f.write_str("expected a square such as fe or f5"),
            SgfErrorKind::LateSetup => f.write_str("setup after a move is not supported"),
            SgfErrorKind::Move { number } => {
                write!(
                    f,
                    "move {number}: expected a square such as fe or f5, or a pass"
                )
            }
            SgfErrorKind::Illegal {
                number,
                color,
                action,
            } => write!(f, "move {number}: {color} {action} is not a legal move"),
        }
    }
}

impl error::Error for SgfError {}

/// What is wrong at this byte of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failure {
    pub(super) offset: usize,
    pub(super) kind: SgfErrorKind,
}
