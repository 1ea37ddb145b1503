//! Positions and moves as C has them.

use engine::board::{Bitboard, Color, Move, Position, Square};
use engine::search::bulk::PASS;

use crate::error::{Error, Status};

/// `obverse_position`: the discs of both sides as bits, and the side to move.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct CPosition {
    own: u64,
    opponent: u64,
    to_move: i32,
}

const BLACK: i32 = 0;
const WHITE: i32 = 1;

impl CPosition {
    /// The position, unless this is none.
    pub(crate) fn check(self) -> Result<Position, Error> {
        let [own, opponent] = [self.own, self.opponent].map(Bitboard::from_bits);
        let position = match self.to_move {
            BLACK => Position::new(own, opponent, Color::Black),
            WHITE => Position::new(opponent, own, Color::White),
            other => {
                let text = format!("to_move: expected 0 (black) or 1 (white), got {other}");
                return Err(Error::new(Status::Invalid, text));
            }
        };
        position.ok_or_else(|| {
            let text = "both sides have a disc on the same square";
            Error::new(Status::Invalid, text.into())
        })
    }
}

impl From<Position> for CPosition {
    fn from(position: Position) -> CPosition {
        CPosition {
            own: position.mover().bits(),
            opponent: position.opponent().bits(),
            to_move: match position.to_move() {
                Color::Black => BLACK,
                Color::White => WHITE,
            },
        }
    }
}

/// The move with this number.
pub(crate) fn action(number: i32) -> Result<Move, Error> {
    let wrong = || {
        let text = format!("expected a move from 0 to {PASS}, got {number}");
        Error::new(Status::Invalid, text)
    };
    match u8::try_from(number).map_err(|_| wrong())? {
        PASS => Ok(Move::Pass),
        index => Square::new(index).map(Move::Place).ok_or_else(wrong),
    }
}

/// The number of a move.
pub(crate) fn number(action: Move) -> u8 {
    match action {
        Move::Place(square) => square.index() as u8,
        Move::Pass => PASS,
    }
}
