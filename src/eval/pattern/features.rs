//! The features of the network: patterns of squares, at all their places on the board.
//!
//! A pattern is a list of squares. By rotation and reflection, it has up to eight places on
//! the board, the [`FEATURES`], which share their weights. The discs on the squares of a
//! feature are its configuration: a number in base 3 with a digit for each square, 0 for an empty
//! square, 1 for a disc of the side to move, 2 for one of the opponent.

#[cfg(test)]
use crate::board::Bitboard;
use crate::board::{Square, Symmetry};

/// The squares of each pattern, A1 = 0, B1 = 1 ... H8 = 63.
const PATTERNS: [&[u8]; 9] = [
    // The 3 by 3 corner.
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    // B to E in the first and second row.
    &[1, 2, 3, 4, 9, 10, 11, 12],
    // The edge and both X squares.
    &[9, 0, 1, 2, 3, 4, 5, 6, 7, 14],
    // The second, third and fourth row.
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    // The main diagonal and the one next to it.
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    // C to F in the second and third row.
    &[10, 11, 12, 13, 18, 19, 20, 21],
];

/// The number of features, over all patterns.
pub(crate) const FEATURE_COUNT: usize = 38;

/// The number of squares in the largest pattern.
const LONGEST: usize = 10;

/// The number of configurations, over all patterns. Each has a row of weights, and
/// the rows of a pattern are consecutive.
pub(crate) const CONFIGURATIONS: usize = first_row(PATTERNS.len());

/// A pattern at one of its places.
#[derive(Clone, Copy)]
pub(crate) struct Feature {
    squares: [Square; LONGEST],
    len: usize,
    pattern: usize,
}

/// All features, pattern by pattern.
pub(crate) static FEATURES: [Feature; FEATURE_COUNT] = features();

impl Feature {
    /// Its squares, starting with that of the lowest digit.
    pub(crate) fn squares(&self) -> &[Square] {
        &self.squares[..self.len]
    }

    /// The square of a digit, and the power of 3 by which the digit is multiplied.
    pub(super) const fn digit(&self, place: usize) -> Option<(Square, u16)> {
        if place < self.len {
            Some((self.squares[place], 3u16.pow(place as u32)))
        } else {
            None
        }
    }
}

/// The first row of each feature.
pub(crate) static FIRST_ROWS: [u32; FEATURE_COUNT] = {
    let mut rows = [0; FEATURE_COUNT];
    let mut feature = 0;
    while feature < FEATURE_COUNT {
        rows[feature] = first_row(FEATURES[feature].pattern) as u32;
        feature += 1;
    }
    rows
};

const fn first_row(pattern: usize) -> usize {
    let (mut rows, mut before) = (0, 0);
    while before < pattern {
        rows += 3usize.pow(PATTERNS[before].len() as u32);
        before += 1;
    }
    rows
}

const fn features() -> [Feature; FEATURE_COUNT] {
    const NONE: Feature = Feature {
        squares: [Square::at(0, 0); LONGEST],
        len: 0,
        pattern: 0,
    };
    let mut features = [NONE; FEATURE_COUNT];
    let (mut count, mut pattern) = (0, 0);
    while pattern < PATTERNS.len() {
        let first = count;
        let mut symmetry = 0;
        while symmetry < Symmetry::ALL.len() {
            let feature = placed(pattern, Symmetry::ALL[symmetry]);
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
        pattern += 1;
    }
    assert!(count == FEATURE_COUNT);
    features
}

const fn placed(pattern: usize, symmetry: Symmetry) -> Feature {
    let places = PATTERNS[pattern];
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
        pattern,
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

/// For each row, the first of all equivalent rows: a pattern that is its own mirror image
/// has two numbers for the same configuration.
pub(crate) fn canonical_rows() -> Vec<u32> {
    let mut canonical = Vec::with_capacity(CONFIGURATIONS);
    for (pattern, places) in PATTERNS.iter().enumerate() {
        let views = Symmetry::ALL.map(|symmetry| placed(pattern, symmetry));
        let [upright, ..] = views;
        let same = views.iter().filter(|view| set(view) == set(&upright));
        // The power of 3 of each upright digit in each of the other views.
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
            let first = powers.iter().map(seen).min().expect("the pattern itself");
            canonical.push((first_row(pattern) + first) as u32);
        }
    }
    canonical
}

/// The configuration of a feature, computed digit by digit.
#[cfg(test)]
pub(super) fn configuration(feature: &Feature, mover: Bitboard, opponent: Bitboard) -> usize {
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
        /// A board has the same rows in every orientation.
        #[test]
        fn equivalent_rows_are_one(position in scattered()) {
            let canonical = canonical_rows();
            let rows = |view: Symmetry| {
                let position = view.position(&position);
                let mut rows = FEATURES.map(|feature| {
                    let (mover, opponent) = (position.mover(), position.opponent());
                    let number = configuration(&feature, mover, opponent);
                    canonical[first_row(feature.pattern) + number]
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
