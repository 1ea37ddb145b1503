//! The differences between UCI, in the variant `flipello`, and UGI.

use crate::board::{Color, Move, Position, Square};
use crate::tools::check::dialogue::Dialogue;
use crate::tools::program::Protocol;

/// One of the two protocols.
pub(super) struct Dialect {
    /// The first command.
    pub(super) name: &'static str,
    /// The parameter of `go` for Black's time left, and for White's.
    pub(super) clocks: [&'static str; 2],
    pub(super) write_move: fn(&Position, Move) -> String,
    pub(super) read_move: fn(&str) -> Option<Move>,
    pub(super) write_fen: fn(&Position) -> String,
    /// Whether the client sends passes.
    pub(super) says_passes: bool,
}

/// The dialect of this dialogue.
pub(super) fn of(dialogue: &Dialogue<'_>) -> &'static Dialect {
    match dialogue.protocol() {
        Protocol::Ugi => &UGI,
        _ => &UCI,
    }
}

/// Ranks are counted from the bottom, and the side that moves first is white, with capital
/// letters.
static UCI: Dialect = Dialect {
    name: "uci",
    clocks: ["wtime", "btime"],
    write_move: |before, played| match played {
        Move::Place(square) => format!("P@{:#}", turned(square)),
        Move::Pass => {
            let discs = before.mover().into_iter().map(turned);
            let disc = discs.min().unwrap_or(Square::at(0, 0));
            format!("{disc:#}{disc:#}")
        }
    },
    read_move: |word| match word.strip_prefix("P@") {
        Some(square) => square.parse().ok().map(turned).map(Move::Place),
        None => {
            let (from, to) = word.split_at_checked(2)?;
            (from == to && from.parse::<Square>().is_ok()).then_some(Move::Pass)
        }
    },
    write_fen: |position| {
        let side = ["w", "b"][position.to_move() as usize];
        format!("{}[P*60p*60] {side} 0 1", rows(position, ['P', 'p']))
    },
    says_passes: true,
};

static UGI: Dialect = Dialect {
    name: "ugi",
    clocks: ["p1time", "p2time"],
    write_move: |_, played| match played {
        Move::Place(square) => format!("{square:#}"),
        Move::Pass => "pass".to_string(),
    },
    read_move: |word| word.parse().ok(),
    write_fen: |position| {
        let side = ["x", "o"][position.to_move() as usize];
        format!("{} {side}", rows(position, ['x', 'o']))
    },
    says_passes: false,
};

fn turned(square: Square) -> Square {
    Square::at(square.column(), 7 - square.row())
}

/// The rows of the board from the top, with the letters of Black and White.
fn rows(position: &Position, letters: [char; 2]) -> String {
    let rows = (0..8).map(|row| {
        let mut text = String::new();
        let mut empty = 0;
        for column in 0..8 {
            match position.color_at(Square::at(column, row)) {
                None => empty += 1,
                Some(color) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text.push(letters[usize::from(color == Color::White)]);
                }
            }
        }
        match empty {
            0 => text,
            empty => format!("{text}{empty}"),
        }
    });
    rows.collect::<Vec<String>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_moves_are_written_as_clients_write_them() {
        let start = Position::START;
        assert_eq!(
            (UCI.write_fen)(&start),
            "8/8/8/3pP3/3Pp3/8/8/8[P*60p*60] w 0 1"
        );
        assert_eq!((UGI.write_fen)(&start), "8/8/8/3ox3/3xo3/8/8/8 x");
        let f5: Move = "F5".parse().expect("a move");
        assert_eq!((UCI.write_move)(&start, f5), "P@f4");
        assert_eq!((UCI.read_move)("P@f4"), Some(f5));
        assert_eq!((UCI.write_move)(&start, Move::Pass), "d4d4");
        assert_eq!((UCI.read_move)("d4d4"), Some(Move::Pass));
        assert_eq!((UCI.read_move)("0000"), None);
        assert_eq!((UCI.read_move)("(none)"), None);
        assert_eq!((UGI.write_move)(&start, f5), "f5");
    }
}
