//! The group of symmetries, and the images of squares and sets.

use crate::board::{Bitboard, Square};

/// One of the eight symmetries of the square: rotations and reflections.
///
/// It is a combination of three steps, each of which has a bit: transpose the board, then
/// mirror it left to right, then flip it upside down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

const TRANSPOSE: u8 = 1;
const MIRROR: u8 = 2;
const FLIP: u8 = 4;

impl Symmetry {
    /// Changes nothing.
    pub const IDENTITY: Symmetry = Symmetry(0);
    /// Exchanges columns and rows: a1 and h8 stay where they are.
    pub const TRANSPOSE: Symmetry = Symmetry(TRANSPOSE);
    /// Exchanges left and right.
    pub const MIRROR: Symmetry = Symmetry(MIRROR);
    /// Exchanges top and bottom.
    pub const FLIP: Symmetry = Symmetry(FLIP);

    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// This symmetry followed by another one.
    pub const fn then(self, next: Symmetry) -> Symmetry {
        // Mirroring and then transposing is the same as transposing and then flipping.
        let moved = if next.has(TRANSPOSE) {
            self.exchanged()
        } else {
            self
        };
        Symmetry(moved.0 ^ next.0)
    }

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        if self.has(TRANSPOSE) {
            self.exchanged()
        } else {
            self
        }
    }

    /// The image of a square.
    pub const fn square(self, square: Square) -> Square {
        let (mut column, mut row) = (square.column(), square.row());
        if self.has(TRANSPOSE) {
            (column, row) = (row, column);
        }
        if self.has(MIRROR) {
            column = 7 - column;
        }
        if self.has(FLIP) {
            row = 7 - row;
        }
        Square::at(column, row)
    }

    /// The image of a set.
    pub const fn bitboard(self, set: Bitboard) -> Bitboard {
        let mut bits = set.bits();
        if self.has(TRANSPOSE) {
            bits = transpose(bits);
        }
        if self.has(MIRROR) {
            bits = mirror(bits);
        }
        if self.has(FLIP) {
            bits = bits.swap_bytes();
        }
        Bitboard::from_bits(bits)
    }

    const fn has(self, part: u8) -> bool {
        self.0 & part != 0
    }

    /// This symmetry with mirror and flip exchanged.
    const fn exchanged(self) -> Symmetry {
        Symmetry(self.0 & TRANSPOSE | (self.0 & MIRROR) << 1 | (self.0 & FLIP) >> 1)
    }
}

/// Exchanges columns and rows: first within blocks of 2 by 2 squares, then the
/// blocks within larger blocks.
const fn transpose(bits: u64) -> u64 {
    let bits = exchange(bits, 0x00AA_00AA_00AA_00AA, 7);
    let bits = exchange(bits, 0x0000_CCCC_0000_CCCC, 14);
    exchange(bits, 0x0000_0000_F0F0_F0F0, 28)
}

/// Exchanges the bits of `lower` with those `distance` above them.
const fn exchange(bits: u64, lower: u64, distance: u32) -> u64 {
    let differences = (bits ^ bits >> distance) & lower;
    bits ^ differences ^ differences << distance
}

/// Reverses each row.
const fn mirror(bits: u64) -> u64 {
    let bits = exchange(bits, 0x5555_5555_5555_5555, 1);
    let bits = exchange(bits, 0x3333_3333_3333_3333, 2);
    exchange(bits, 0x0F0F_0F0F_0F0F_0F0F, 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn symmetries_form_a_group() {
        for a in Symmetry::ALL {
            assert_eq!(a.then(Symmetry::IDENTITY), a);
            assert_eq!(Symmetry::IDENTITY.then(a), a);
            assert_eq!(a.then(a.inverse()), Symmetry::IDENTITY);
            assert_eq!(a.inverse().then(a), Symmetry::IDENTITY);
            for b in Symmetry::ALL {
                for square in Square::all() {
                    assert_eq!(a.then(b).square(square), b.square(a.square(square)));
                }
                for c in Symmetry::ALL {
                    assert_eq!(a.then(b).then(c), a.then(b.then(c)));
                }
            }
        }
    }

    #[test]
    fn there_are_eight_different_symmetries() {
        // b1 is not on any axis, so it has eight different images.
        let squares: Bitboard = Symmetry::ALL
            .iter()
            .map(|s| s.square(Square::at(1, 0)))
            .collect();
        assert_eq!(squares.len(), 8);
        let b1 = Square::at(1, 0);
        assert_eq!(Symmetry::TRANSPOSE.square(b1), Square::at(0, 1));
        assert_eq!(Symmetry::MIRROR.square(b1), Square::at(6, 0));
        assert_eq!(Symmetry::FLIP.square(b1), Square::at(1, 7));
    }

    proptest! {
        #[test]
        fn the_image_of_a_set_has_the_images_of_its_squares(bits: u64) {
            let set = Bitboard::from_bits(bits);
            for symmetry in Symmetry::ALL {
                let squares = set.into_iter().map(|square| symmetry.square(square));
                prop_assert_eq!(symmetry.bitboard(set), squares.collect());
            }
        }
    }
}
