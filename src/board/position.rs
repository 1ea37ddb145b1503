//! A position, and the rules for one turn.
//!
//! A [`Board`] has the discs, and implements the rules. A [`Position`] adds the colour of
//! the side to move. The moves that led to a position are in a [`Game`](super::Game).

use super::hash::hash;
use super::{Bitboard, Color, Move, Square, flip, mobility};

/// The discs of the side to move and of the other side.
///
/// The value of a position does not depend on the colours, so searches use boards. The two
/// sets are disjoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    pub(crate) mover: Bitboard,
    pub(crate) opponent: Bitboard,
}

impl Board {
    /// A hash of the discs, see [`hash`](super::hash).
    #[inline(always)]
    pub(crate) fn hash(self) -> u64 {
        hash(self.mover, self.opponent)
    }

    /// The squares without a disc.
    #[inline(always)]
    pub(crate) fn empty(self) -> Bitboard {
        !(self.mover | self.opponent)
    }

    /// Whether a search of `depth` plies reaches the end of the game.
    #[inline(always)]
    pub(crate) fn ends_within(self, depth: u32) -> bool {
        depth >= self.empty().len()
    }

    /// The squares that the side to move can play.
    #[inline(always)]
    pub(crate) fn moves(self) -> Bitboard {
        mobility::moves(self.mover, self.opponent)
    }

    /// The potential mobility of the side to move: the empty squares next to a disc
    /// of the opponent.
    #[inline(always)]
    pub(crate) fn potential_moves(self) -> Bitboard {
        self.opponent.spread() & self.empty()
    }

    /// The discs that a move to this empty square would flip; none if the move is not legal.
    #[inline(always)]
    pub(crate) fn flips(self, square: Square) -> Bitboard {
        flip::flips(square, self.mover, self.opponent)
    }

    /// The board after a move whose [`flips`](Board::flips) are known.
    #[inline(always)]
    pub(crate) fn after(self, square: Square, flips: Bitboard) -> Board {
        Board {
            mover: self.opponent ^ flips,
            opponent: self.mover | flips | square.bit(),
        }
    }

    /// The board after a legal move.
    ///
    /// Debug builds panic if the move is not legal; in other builds, the result is then
    /// meaningless.
    #[inline(always)]
    pub(crate) fn play(self, square: Square) -> Board {
        let flips = self.flips(square);
        debug_assert!(
            !flips.is_empty() && self.empty().contains(square),
            "illegal move"
        );
        self.after(square, flips)
    }

    /// The same discs with the other side to move.
    #[inline(always)]
    pub(crate) fn pass(self) -> Board {
        Board {
            mover: self.opponent,
            opponent: self.mover,
        }
    }

    /// The board after a pass and the moves on it, if the side to move has no move; `None`
    /// if the other side has no move either, so that the game is over.
    #[inline(always)]
    pub(crate) fn forced_pass(self) -> Option<(Board, Bitboard)> {
        let passed = self.pass();
        let replies = passed.moves();
        (!replies.is_empty()).then_some((passed, replies))
    }

    /// Whether neither side has a move.
    pub(crate) fn is_over(self) -> bool {
        self.moves().is_empty() && self.forced_pass().is_none()
    }

    /// By how many discs the side to move is ahead, with the empty squares counted
    /// for the leader: the result, if the game is over.
    #[inline(always)]
    pub(crate) fn result(self) -> i32 {
        let lead = self.mover.len() as i32 - self.opponent.len() as i32;
        lead + lead.signum() * self.empty().len() as i32
    }
}

/// The discs on the board and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    to_move: Color,
}

impl Position {
    /// The start of a game: white on d4 and e5, black on e4 and d5, black to move.
    pub const START: Position = Position {
        board: Board {
            mover: Bitboard::from_bits(0x0000_0008_1000_0000),
            opponent: Bitboard::from_bits(0x0000_0010_0800_0000),
        },
        to_move: Color::Black,
    };

    /// The position with these discs; `None` if a square has both a black and a white disc.
    pub const fn new(black: Bitboard, white: Bitboard, to_move: Color) -> Option<Position> {
        if !black.is_disjoint(white) {
            return None;
        }
        let (mover, opponent) = match to_move {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        Some(Position {
            board: Board { mover, opponent },
            to_move,
        })
    }

    /// The discs, without the colours.
    #[inline(always)]
    pub(crate) const fn board(&self) -> Board {
        self.board
    }

    /// The player whose turn it is.
    #[inline(always)]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The discs of the side to move.
    #[inline(always)]
    pub const fn mover(&self) -> Bitboard {
        self.board.mover
    }

    /// The discs of the other side.
    #[inline(always)]
    pub const fn opponent(&self) -> Bitboard {
        self.board.opponent
    }

    /// The discs of one colour.
    pub fn discs(&self, color: Color) -> Bitboard {
        self.seen_by(color).mover
    }

    /// The squares without a disc.
    #[inline(always)]
    pub fn empty(&self) -> Bitboard {
        self.board.empty()
    }

    /// The colour of the disc on a square.
    pub fn color_at(&self, square: Square) -> Option<Color> {
        if self.mover().contains(square) {
            Some(self.to_move)
        } else if self.opponent().contains(square) {
            Some(!self.to_move)
        } else {
            None
        }
    }

    /// The squares that the side to move can play.
    #[inline(always)]
    pub fn moves(&self) -> Bitboard {
        self.board.moves()
    }

    /// The squares that `color` could play if it were to move.
    pub fn moves_of(&self, color: Color) -> Bitboard {
        self.seen_by(color).moves()
    }

    /// The discs that a move to this empty square would flip; none if the move is not legal.
    #[inline(always)]
    pub fn flips(&self, square: Square) -> Bitboard {
        self.board.flips(square)
    }

    /// The position after a legal move.
    ///
    /// Debug builds panic if the move is not legal; in other builds, the result is then
    /// meaningless.
    #[inline(always)]
    pub fn play(&self, square: Square) -> Position {
        Position {
            board: self.board.play(square),
            to_move: !self.to_move,
        }
    }

    /// The position after a move, or `None` if the move is not legal.
    pub fn try_play(&self, square: Square) -> Option<Position> {
        self.moves().contains(square).then(|| self.play(square))
    }

    /// The same discs with the other side to move.
    #[inline(always)]
    pub fn pass(&self) -> Position {
        Position {
            board: self.board.pass(),
            to_move: !self.to_move,
        }
    }

    /// The position after a legal move or a pass.
    #[inline(always)]
    pub fn after(&self, action: Move) -> Position {
        match action {
            Move::Place(square) => self.play(square),
            Move::Pass => self.pass(),
        }
    }

    /// Whether neither side has a move.
    pub fn is_over(&self) -> bool {
        self.board.is_over()
    }

    /// Whether the side to move has no move but the other side has one.
    pub fn must_pass(&self) -> bool {
        self.moves().is_empty() && self.board.forced_pass().is_some()
    }

    /// The next position with a legal move: this one, or the one after a forced pass; `None`
    /// if the game is over.
    pub fn turn(&self) -> Option<Position> {
        if !self.moves().is_empty() {
            return Some(*self);
        }
        self.board.forced_pass().map(|_| self.pass())
    }

    /// By how many discs the side to move is ahead, with the empty squares counted
    /// for the leader: the result, if the game is over.
    #[inline(always)]
    pub fn result(&self) -> i32 {
        self.board.result()
    }

    /// The discs as `color` sees them when it is to move.
    fn seen_by(&self, color: Color) -> Board {
        if color == self.to_move {
            self.board
        } else {
            self.board.pass()
        }
    }
}
