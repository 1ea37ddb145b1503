//! Boards in Forsyth-Edwards Notation, the notation of chess programs: ranks separated by
//! slashes, digits for runs of empty squares, and the side to move.

use std::fmt;

use crate::board::{Bitboard, Color, Position, Square};

/// The conventions of a program for such boards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// The letters of black's and white's discs.
    pub(super) discs: [char; 2],
    /// The words for black and white to move.
    pub(super) sides: [&'static str; 2],
    /// Whether row 1 comes first.
    pub(super) is_top_first: bool,
}

/// The letters of chess pieces, as chess GUIs write them: white moves first, so it is black.
pub(super) const PIECES: Style = Style {
    discs: ['P', 'p'],
    sides: ["w", "b"],
    is_top_first: true,
};

/// The letters of discs.
pub(super) const DISCS: Style = Style {
    discs: ['x', 'o'],
    sides: ["x", "o"],
    is_top_first: true,
};

/// Why a text is not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FenError {
    Ranks(usize),
    /// The number of the rank in the order of the text, counted from 1.
    Squares(usize),
    Disc(char),
    Side,
}

impl std::error::Error for FenError {}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Ranks(count) => write!(f, "expected 8 ranks, not {count}"),
            FenError::Squares(rank) => write!(f, "rank {rank}: expected 8 squares"),
            FenError::Disc(letter) => write!(f, "{letter:?} is not a disc"),
            FenError::Side => f.write_str("expected the side to move after the board"),
        }
    }
}

/// Reads a board and the side to move. The rest of a chess program's FEN is ignored: discs
/// in hand, in brackets after the board, and everything after the side.
pub(super) fn read(text: &str, style: &Style) -> Result<Position, FenError> {
    let mut fields = text.split_whitespace();
    let board = fields.next().unwrap_or_default();
    let (board, _) = board.split_once('[').unwrap_or((board, ""));
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    let mut discs = [Bitboard::EMPTY; 2];
    for (index, rank) in ranks.iter().enumerate() {
        let row = style.row(index as u8);
        let mut column = 0;
        for letter in rank.chars() {
            match (style.color(letter), letter.to_digit(9)) {
                (Some(color), _) if column < 8 => {
                    discs[color as usize] |= Square::at(column, row).bit();
                    column += 1;
                }
                (None, Some(empty)) => column += empty as u8,
                (None, None) => return Err(FenError::Disc(letter)),
                (Some(_), _) => column = u8::MAX / 2,
            }
            if column > 8 {
                return Err(FenError::Squares(index + 1));
            }
        }
        if column != 8 {
            return Err(FenError::Squares(index + 1));
        }
    }
    let side = fields.next().unwrap_or_default();
    let to_move = match style
        .sides
        .iter()
        .position(|word| side.eq_ignore_ascii_case(word))
    {
        Some(0) => Color::Black,
        Some(_) => Color::White,
        None => return Err(FenError::Side),
    };
    let [black, white] = discs;
    Ok(Position::new(black, white, to_move).expect("no square was read twice"))
}

/// Writes the board and the side to move.
pub(super) fn write(position: &Position, style: &Style) -> String {
    let rank = |index| {
        let mut text = String::new();
        let mut empty = 0;
        for column in 0..8 {
            match position.color_at(Square::at(column, style.row(index))) {
                None => empty += 1,
                Some(color) => {
                    push_count(&mut text, &mut empty);
                    text.push(style.discs[color as usize]);
                }
            }
        }
        push_count(&mut text, &mut empty);
        text
    };
    let ranks: Vec<String> = (0..8).map(rank).collect();
    let side = style.sides[position.to_move() as usize];
    format!("{} {side}", ranks.join("/"))
}

fn push_count(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        *text += &empty.to_string();
        *empty = 0;
    }
}

impl Style {
    fn row(&self, index: u8) -> u8 {
        if self.is_top_first { index } else { 7 - index }
    }

    /// The colour of a disc. Case matters only if it distinguishes the colours.
    fn color(&self, letter: char) -> Option<Color> {
        let [black, white] = self.discs;
        let is_same = |disc: char| {
            letter == disc
                || !black.eq_ignore_ascii_case(&white) && letter.eq_ignore_ascii_case(&disc)
        };
        if is_same(black) {
            Some(Color::Black)
        } else {
            is_same(white).then_some(Color::White)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::sample;
    use proptest::prelude::*;

    const UPSIDE_DOWN: Style = Style {
        is_top_first: false,
        ..DISCS
    };

    #[test]
    fn the_start_has_two_looks() {
        let start = "8/8/8/3pP3/3Pp3/8/8/8 w";
        assert_eq!(write(&Position::START, &PIECES), start);
        let with_more = "8/8/8/3pP3/3Pp3/8/8/8[P*60p*60] w 0 1";
        assert_eq!(read(with_more, &PIECES), Ok(Position::START));
        let upside_down = "8/8/8/3XO3/3ox3/8/8/8 X";
        assert_eq!(read(upside_down, &UPSIDE_DOWN), Ok(Position::START));
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, problem) in [
            ("", "expected 8 ranks, not 1"),
            ("8/8/8/8/8/8/8/8/8 w", "expected 8 ranks, not 9"),
            ("8/8/8/8/8/8/8/7 w", "rank 8: expected 8 squares"),
            ("8/8p/8/8/8/8/8/8 w", "rank 2: expected 8 squares"),
            (
                "88888888888888888888888888888888888888888/8/8/8/8/8/8/8 w",
                "rank 1: expected 8 squares",
            ),
            ("8/8/8/3pX3/8/8/8/8 w", "'X' is not a disc"),
            ("8/8/8/9/8/8/8/8 w", "'9' is not a disc"),
            (
                "8/8/8/8/8/8/8/8",
                "expected the side to move after the board",
            ),
            (
                "8/8/8/8/8/8/8/8 x",
                "expected the side to move after the board",
            ),
        ] {
            let error = read(text, &PIECES).expect_err(text);
            assert_eq!(error.to_string(), problem, "{text}");
        }
    }

    proptest! {
        #[test]
        fn survives_a_round_trip(position in sample::scattered()) {
            for style in [PIECES, DISCS, UPSIDE_DOWN] {
                prop_assert_eq!(read(&write(&position, &style), &style), Ok(position));
            }
        }
    }
}
