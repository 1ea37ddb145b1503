//! UCI, the protocol of chess engines, in Fairy-Stockfish's variant `flipello`.
//!
//! Ranks are counted from the bottom, so our row 1 is rank 8. The first player is white,
//! with capital letters. A move drops a disc, and a pass moves a disc to its own square.

use super::fen;
use super::universal::{Dialect, Universal};
use super::{Dialogue, Row, starts_with};
use crate::board::{Move, Position, Square};

pub(super) const ROW: Row = Row {
    name: "uci",
    summary: "chess GUIs, variant flipello",
    openings: &["uci"],
    is_opened_by: |line| starts_with(line, &["uci"]),
    dialogue: Dialogue::InTurn(|| Box::new(Universal::new(&DIALECT))),
};

static DIALECT: Dialect = Dialect {
    name: "uci",
    clocks: [["wtime", "winc"], ["btime", "binc"]],
    fen: fen::PIECES,
    write_move,
    read_move,
    no_move: "(none)",
    is_of_chess: true,
};

/// Fairy-Stockfish accepts only a pass with the first disc of the side to move.
fn write_move(before: &Position, played: Move) -> String {
    match played {
        Move::Place(square) => format!("P@{:#}", turned(square)),
        Move::Pass => {
            let discs = before.mover().into_iter().map(turned);
            let first = discs
                .min()
                .map_or("a1".to_string(), |disc| format!("{disc:#}"));
            format!("{first}{first}")
        }
    }
}

/// Reads a move. A pass may name any square.
fn read_move(text: &str) -> Option<Move> {
    let drop = text.strip_prefix("P@").or_else(|| text.strip_prefix("p@"));
    if let Some(square) = drop {
        return square.parse().ok().map(turned).map(Move::Place);
    }
    let (from, to) = text.split_at_checked(2)?;
    (from == to).then_some(Move::Pass)
}

fn turned(square: Square) -> Square {
    Square::at(square.column(), 7 - square.row())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_survive_a_round_trip() {
        let moves = Square::all().map(Move::Place).chain([Move::Pass]);
        for played in moves {
            assert_eq!(
                read_move(&write_move(&Position::START, played)),
                Some(played)
            );
        }
        let f5: Move = "F5".parse().expect("a move");
        assert_eq!(write_move(&Position::START, f5), "P@f4");
        assert_eq!(write_move(&Position::START, Move::Pass), "d4d4");
        assert_eq!(read_move("0000"), Some(Move::Pass));
        for text in ["", "f4", "P@", "P@f9", "a1a2", "P@f4q", "é"] {
            assert_eq!(read_move(text), None, "{text}");
        }
    }
}
