//! A board with a side to move: the rules for one turn.

use super::{Bitboard, Color, Move, Square, flip, mobility};

/// The discs on the board, seen from the side to move.
///
/// The two sets are disjoint. A position knows no history; see
/// [`Game`](super::Game) for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    mover: Bitboard,
    opponent: Bitboard,
    to_move: Color,
}

impl Position {
    /// The start of a game: white on d4 and e5, black on e4 and d5, black to move.
    pub const START: Position = Position {
        mover: Bitboard::from_bits(0x0000_0008_1000_0000),
        opponent: Bitboard::from_bits(0x0000_0010_0800_0000),
        to_move: Color::Black,
    };

    /// The position with these discs, if no square holds two.
    pub const fn new(black: Bitboard, white: Bitboard, to_move: Color) -> Option<Position> {
        if !black.is_disjoint(white) {
            return None;
        }
        let (mover, opponent) = match to_move {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        Some(Position {
            mover,
            opponent,
            to_move,
        })
    }

    /// The player whose turn it is.
    #[inline(always)]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The discs of the side to move.
    #[inline(always)]
    pub const fn mover(&self) -> Bitboard {
        self.mover
    }

    /// The discs of the other side.
    #[inline(always)]
    pub const fn opponent(&self) -> Bitboard {
        self.opponent
    }

    /// The discs of one colour.
    pub fn discs(&self, color: Color) -> Bitboard {
        if color == self.to_move {
            self.mover
        } else {
            self.opponent
        }
    }

    /// The squares without a disc.
    #[inline(always)]
    pub fn empty(&self) -> Bitboard {
        !(self.mover | self.opponent)
    }

    /// The colour of the disc on a square.
    pub fn color_at(&self, square: Square) -> Option<Color> {
        if self.mover.contains(square) {
            Some(self.to_move)
        } else if self.opponent.contains(square) {
            Some(!self.to_move)
        } else {
            None
        }
    }

    /// The squares that the side to move can play.
    #[inline(always)]
    pub fn moves(&self) -> Bitboard {
        mobility::moves(self.mover, self.opponent)
    }

    /// The squares that `color` could play if it were to move.
    pub fn moves_of(&self, color: Color) -> Bitboard {
        mobility::moves(self.discs(color), self.discs(!color))
    }

    /// The discs that a move to this empty square would turn; none means that
    /// the move is not legal.
    #[inline(always)]
    pub fn flips(&self, square: Square) -> Bitboard {
        flip::flips(square, self.mover, self.opponent)
    }

    /// The position after a legal move.
    ///
    /// In a debug build it panics if the move is not legal; otherwise the
    /// result of an illegal move is a position that the rules do not reach.
    #[inline(always)]
    pub fn play(&self, square: Square) -> Position {
        let flips = self.flips(square);
        debug_assert!(
            !flips.is_empty() && self.empty().contains(square),
            "illegal move"
        );
        Position {
            mover: self.opponent ^ flips,
            opponent: self.mover | flips | square.bit(),
            to_move: !self.to_move,
        }
    }

    /// The position after a legal move, or `None` if it is not legal.
    pub fn try_play(&self, square: Square) -> Option<Position> {
        self.moves().contains(square).then(|| self.play(square))
    }

    /// The same discs with the other side to move.
    #[inline(always)]
    pub fn pass(&self) -> Position {
        Position {
            mover: self.opponent,
            opponent: self.mover,
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
        self.moves().is_empty() && self.pass().moves().is_empty()
    }

    /// Whether the side to move has no move but the other side has one.
    pub fn must_pass(&self) -> bool {
        self.moves().is_empty() && !self.pass().moves().is_empty()
    }

    /// Where a side has a move: here or, if the side to move must pass, after that;
    /// `None` if the game is over.
    pub fn turn(&self) -> Option<Position> {
        if !self.moves().is_empty() {
            return Some(*self);
        }
        Some(self.pass()).filter(|after| !after.moves().is_empty())
    }

    /// By how many discs the side to move is ahead, the empty squares given to
    /// the leader: the result, if the game is over.
    #[inline(always)]
    pub fn result(&self) -> i32 {
        let lead = self.mover.len() as i32 - self.opponent.len() as i32;
        lead + lead.signum() * self.empty().len() as i32
    }
}
