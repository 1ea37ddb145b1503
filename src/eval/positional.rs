//! The classical piece-square table: corners are worth a lot, and the squares that give
//! them away have negative values.

use super::{Evaluator, Row};
use crate::board::{Bitboard, Position};
use crate::score::Score;

pub(super) const ROW: Row = Row {
    name: "positional",
    summary: "a table of square values",
    points_per_disc: 4.0,
    evaluator: &Positional,
};

struct Positional;

/// The upper left quarter of the board; the other quarters mirror it.
const QUARTER: [[i32; 4]; 4] = [
    [30, -12, 0, -1],
    [-12, -15, -3, -3],
    [0, -3, 0, -1],
    [-1, -3, -1, -1],
];

/// The squares of each value but 0: a few popcounts replace 64 look-ups.
const CLASSES: [(i32, Bitboard); 5] = [class(30), class(-12), class(-15), class(-3), class(-1)];

const fn class(value: i32) -> (i32, Bitboard) {
    let mut squares = 0;
    let mut index = 0;
    while index < 64 {
        if square_value(index) == value {
            squares |= 1 << index;
        }
        index += 1;
    }
    (value, Bitboard::from_bits(squares))
}

const fn square_value(index: u8) -> i32 {
    let (column, row) = (index % 8, index / 8);
    let column = if column < 4 { column } else { 7 - column };
    let row = if row < 4 { row } else { 7 - row };
    QUARTER[row as usize][column as usize]
}

impl Evaluator for Positional {
    fn evaluate(&self, position: &Position) -> Score {
        let balance = |squares: Bitboard| {
            (position.mover() & squares).len() as i32 - (position.opponent() & squares).len() as i32
        };
        Score::estimate(
            CLASSES
                .iter()
                .map(|&(value, squares)| value * balance(squares))
                .sum(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Square};

    #[test]
    fn equals_the_table() {
        let lone = |square: Square| {
            Position::new(square.bit(), Bitboard::EMPTY, Color::Black).expect("one disc")
        };
        for square in Square::all() {
            let expected = square_value(square.index() as u8);
            assert_eq!(Positional.evaluate(&lone(square)).value(), expected);
            assert_eq!(Positional.evaluate(&lone(square).pass()).value(), -expected);
        }
        assert_eq!(square_value(0), 30);
        assert_eq!(square_value(62), -12);
        assert_eq!(square_value(9), -15);
    }
}
