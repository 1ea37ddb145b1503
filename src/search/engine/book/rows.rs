//! The moves of a position in a file.

use super::{BookMove, Certainty, Discs, canonical_discs, position};
use crate::board::{Bitboard, Square};
use crate::search::engine::levels;

pub(super) const MOVE_BYTES: usize = 3;

/// The level of an exact value.
const EXACT: u8 = 255;

/// The moves in these bytes, if the rules allow them in this canonical position.
pub(super) fn moves_of(discs: Discs, bytes: &[u8]) -> Option<Vec<BookMove>> {
    let (rows, _) = bytes.as_chunks();
    let moves: Option<Vec<BookMove>> = rows.iter().copied().map(book_move).collect();
    moves.filter(|moves| is_possible(discs, moves))
}

/// Whether the rules allow these moves, and the position is canonical.
pub(super) fn is_possible([mover, opponent]: Discs, moves: &[BookMove]) -> bool {
    if mover & opponent != 0 || moves.is_empty() {
        return false;
    }
    let position = position([mover, opponent]);
    let squares: Bitboard = moves.iter().map(|known| known.square).collect();
    squares & !position.moves() == Bitboard::EMPTY
        && moves.is_sorted_by(|one, next| one.square < next.square)
        && canonical_discs(&position) == [mover, opponent]
}

pub(super) fn move_bytes(known: &BookMove) -> [u8; MOVE_BYTES] {
    let certainty = match known.certainty {
        Certainty::Level(level) => level,
        Certainty::Exact => EXACT,
    };
    [known.square.index() as u8, known.value as u8, certainty]
}

/// The inverse of [`move_bytes`].
pub(super) fn book_move([square, value, certainty]: [u8; MOVE_BYTES]) -> Option<BookMove> {
    Some(BookMove {
        square: Square::new(square)?,
        value: Some(value as i8).filter(|value| (-64..=64).contains(value))?,
        certainty: match certainty {
            EXACT => Certainty::Exact,
            level if u32::from(level) <= levels::HIGHEST => Certainty::Level(level),
            _ => return None,
        },
    })
}
