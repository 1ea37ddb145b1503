//! Moves and boards as Edax reads them.

use super::Refused;
use crate::board::{Bitboard, Color, Move, Position, Square};

/// The move of which a word consists or with which it begins: only two letters count.
pub(super) fn read_move(word: &str) -> Option<Move> {
    let word = word.get(..2)?;
    match word.to_ascii_lowercase().as_str() {
        "ps" | "pa" => Some(Move::Pass),
        _ => word.parse::<Square>().ok().map(Move::Place),
    }
}

/// The moves of a text up to the first that is illegal. Passes may be left out of the text
/// and are inserted.
pub(super) fn legal_moves(start: &Position, text: &str) -> Vec<Move> {
    let letters: Vec<char> = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .collect();
    let mut position = *start;
    let mut moves = Vec::new();
    for pair in letters.chunks(2) {
        let word: String = pair.iter().collect();
        let Some(played) = read_move(&word) else {
            break;
        };
        if position.must_pass() && played != Move::Pass {
            moves.push(Move::Pass);
            position = position.pass();
        }
        let is_legal = match played {
            Move::Place(square) => position.moves().contains(square),
            Move::Pass => position.must_pass(),
        };
        if !is_legal {
            break;
        }
        moves.push(played);
        position = position.after(played);
    }
    moves
}

/// The position of `setboard`.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) position: Position,
    /// Whether the text names the side to move.
    pub(super) names_side: bool,
}

/// Reads 64 squares and the side to move; letters that stand for neither are skipped. If
/// no side is named, Black is to move if the number of empty squares is even.
pub(super) fn read_board(text: &str) -> Result<Board, Refused> {
    let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let mut squares = Square::all();
    let mut side = None;
    for letter in text.chars() {
        let disc = match letter.to_ascii_lowercase() {
            'b' | 'x' | '*' => Some(Color::Black),
            'o' | 'w' => Some(Color::White),
            '-' | '.' => None,
            _ => continue,
        };
        match (squares.next(), disc) {
            (Some(square), Some(Color::Black)) => black |= square.bit(),
            (Some(square), Some(Color::White)) => white |= square.bit(),
            (Some(_), None) => {}
            (None, disc) => side = side.or(disc),
        }
    }
    if squares.next().is_some() {
        return Err(Refused);
    }
    let empties = 64 - (black | white).len();
    let parity = match empties % 2 {
        0 => Color::Black,
        _ => Color::White,
    };
    let position = Position::new(black, white, side.unwrap_or(parity)).ok_or(Refused)?;
    Ok(Board {
        position,
        names_side: side.is_some(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_letters_are_a_move() {
        let square = |name: &str| name.parse().ok().map(Move::Place);
        assert_eq!(read_move("f5"), square("F5"));
        assert_eq!(read_move("D6c3"), square("D6"));
        assert_eq!(read_move("pass"), Some(Move::Pass));
        for word in ["", "f", "i9", "é5"] {
            assert_eq!(read_move(word), None, "{word}");
        }
    }

    #[test]
    fn moves_end_at_the_first_illegal_one() {
        let names = |text| -> Vec<String> {
            let moves = legal_moves(&Position::START, text).into_iter();
            moves.map(|played| played.to_string()).collect()
        };
        assert_eq!(names("f5d6 C3 a1 d3"), ["F5", "D6", "C3"]);
        assert_eq!(names("f5d"), ["F5"]);
        assert_eq!(names("ps"), [""; 0]);
    }

    #[test]
    fn passes_are_inserted() {
        let board = format!("------OX{} O", "-".repeat(56));
        let position = read_board(&board).expect("a board").position;
        let f1 = Move::Place("F1".parse().expect("a square"));
        assert_eq!(legal_moves(&position, "f1"), [Move::Pass, f1]);
    }

    #[test]
    fn a_board_may_lack_the_side_to_move() {
        let squares = format!("{}OX/------*w {}", "-".repeat(27), "-".repeat(27));
        let sides = [
            ("", false, Color::Black),
            ("o", true, Color::White),
            (" *", true, Color::Black),
        ];
        for (text, names_side, side) in sides {
            let board = read_board(&format!("{squares}{text}")).expect("a board");
            assert_eq!(board.names_side, names_side, "{text}");
            assert_eq!(board.position.to_move(), side, "{text}");
        }
        let odd = read_board(&format!("X{}", &squares[1..])).expect("a board");
        assert_eq!(odd.position.to_move(), Color::White);
        assert!(read_board(&squares[1..]).is_err());
    }
}
