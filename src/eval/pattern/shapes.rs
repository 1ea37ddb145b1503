//! Which squares are looked at together.
//!
//! A shape is a list of squares; turned and mirrored it has up to eight places
//! on the board, the [`FEATURES`], which share what is learnt. What stands on a
//! feature is a number with a digit for each square: 0 if it is empty, 1 for a
//! disc of the side to move, 2 for one of the other.

#[cfg(test)]
use crate::board::Bitboard;
use crate::board::{Square, Symmetry};

/// The squares of the shapes, as A1 = 0, B1 = 1 ... H8 = 63.
const SHAPES: [&[u8]; 9] = [
    // Three by three in the corner.
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    // B to E on the edge and in the row beside it.
    &[1, 2, 3, 4, 9, 10, 11, 12],
    // The edge, and the squares on the diagonals beside its corners.
    &[9, 0, 1, 2, 3, 4, 5, 6, 7, 14],
    // The second, third and fourth row.
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    // The longest diagonal and the one beside it.
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    // C to F in the second and third row.
    &[10, 11, 12, 13, 18, 19, 20, 21],
];

/// How many places the shapes have together.
pub const COUNT: usize = 38;

/// The most squares of a shape.
const LONGEST: usize = 10;

/// How many different things can stand on the shapes: each has a row in a table
/// of what is learnt, the rows of a shape one after the other.
pub const ROWS: usize = first_row(SHAPES.len());

/// A shape at one of its places.
#[derive(Clone, Copy)]
pub struct Feature {
    squares: [Square; LONGEST],
    len: usize,
    shape: usize,
}

/// All of them, shape by shape.
pub static FEATURES: [Feature; COUNT] = features();

impl Feature {
    /// Its squares, that of the lowest digit first.
    pub fn squares(&self) -> &[Square] {
        &self.squares[..self.len]
    }

    /// The place of each square with the power of three of its digit.
    pub(super) const fn digit(&self, place: usize) -> Option<(Square, u16)> {
        if place < self.len {
            Some((self.squares[place], 3u16.pow(place as u32)))
        } else {
            None
        }
    }
}

/// Where the rows of each feature begin, found once and for all.
pub static FIRST_ROWS: [u32; COUNT] = {
    let mut rows = [0; COUNT];
    let mut feature = 0;
    while feature < COUNT {
        rows[feature] = first_row(FEATURES[feature].shape) as u32;
        feature += 1;
    }
    rows
};

const fn first_row(shape: usize) -> usize {
    let (mut rows, mut before) = (0, 0);
    while before < shape {
        rows += 3usize.pow(SHAPES[before].len() as u32);
        before += 1;
    }
    rows
}

const fn features() -> [Feature; COUNT] {
    const NONE: Feature = Feature {
        squares: [Square::at(0, 0); LONGEST],
        len: 0,
        shape: 0,
    };
    let mut features = [NONE; COUNT];
    let (mut count, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let first = count;
        let mut symmetry = 0;
        while symmetry < Symmetry::ALL.len() {
            let feature = turned(shape, Symmetry::ALL[symmetry]);
            let mut earlier = first;
            while earlier < count && set(&features[earlier]) != set(&feature) {
                earlier += 1;
            }
            if earlier == count {
                features[count] = feature;
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(count == COUNT);
    features
}

const fn turned(shape: usize, symmetry: Symmetry) -> Feature {
    let places = SHAPES[shape];
    let mut squares = [Square::at(0, 0); LONGEST];
    let mut digit = 0;
    while digit < places.len() {
        let place = places[digit];
        squares[digit] = symmetry.square(Square::at(place % 8, place / 8));
        digit += 1;
    }
    Feature {
        squares,
        len: places.len(),
        shape,
    }
}

const fn set(feature: &Feature) -> u64 {
    let (mut bits, mut digit) = (0, 0);
    while digit < feature.len {
        bits |= feature.squares[digit].bit().bits();
        digit += 1;
    }
    bits
}

/// For each row, the first of the rows that mean the same: a shape may look the
/// same turned or mirrored, and what stands on it then has two numbers.
pub fn canonical_rows() -> Vec<u32> {
    let mut canonical = Vec::with_capacity(ROWS);
    for (shape, places) in SHAPES.iter().enumerate() {
        let views = Symmetry::ALL.map(|symmetry| turned(shape, symmetry));
        let [upright, ..] = views;
        let same = views.iter().filter(|view| set(view) == set(&upright));
        // What a digit of the upright view is worth in each of the others.
        let powers: Vec<Vec<usize>> = same
            .map(|view| {
                let power = |square| {
                    let place = view.squares().iter().position(|&own| own == square);
                    3usize.pow(place.expect("the same squares") as u32)
                };
                upright
                    .squares()
                    .iter()
                    .map(|&square| power(square))
                    .collect()
            })
            .collect();
        for number in 0..3usize.pow(places.len() as u32) {
            let digits = (0..places.len()).map(|place| number / 3usize.pow(place as u32) % 3);
            let seen = |powers: &Vec<usize>| -> usize {
                let digits = digits.clone().zip(powers);
                digits.map(|(digit, power)| digit * power).sum()
            };
            let first = powers.iter().map(seen).min().expect("the shape as it is");
            canonical.push((first_row(shape) + first) as u32);
        }
    }
    canonical
}

/// What stands on a feature, digit by digit: slow and plain.
#[cfg(test)]
pub(super) fn number(feature: &Feature, mover: Bitboard, opponent: Bitboard) -> usize {
    let digit = |square: &Square| {
        if mover.contains(*square) {
            1
        } else if opponent.contains(*square) {
            2
        } else {
            0
        }
    };
    let digits = feature.squares().iter().rev().map(digit);
    digits.fold(0, |number, digit| 3 * number + digit)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::sample::scattered;

    proptest! {
        /// Turned and mirrored, a board has the same rows, place for place.
        #[test]
        fn rows_that_mean_the_same_are_one(position in scattered()) {
            let canonical = canonical_rows();
            let rows = |view: Symmetry| {
                let position = view.position(&position);
                let mut rows = FEATURES.map(|feature| {
                    let number = number(&feature, position.mover(), position.opponent());
                    canonical[first_row(feature.shape) + number]
                });
                rows.sort();
                rows
            };
            for view in Symmetry::ALL {
                prop_assert_eq!(rows(view), rows(Symmetry::IDENTITY));
            }
        }
    }
}
