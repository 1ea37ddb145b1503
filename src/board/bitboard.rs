//! A set of squares in one machine word.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use super::Square;
use super::nth::nth_bit;

/// A set of squares: bit `i` stands for the square with index `i`.
///
/// The operators are `|` for union, `&` for intersection, `-` for difference, `^` for
/// symmetric difference and `!` for complement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const FULL: Bitboard = Bitboard(!0);
    /// The four corners.
    pub const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

    /// The set whose members are the set bits.
    #[inline(always)]
    pub const fn from_bits(bits: u64) -> Bitboard {
        Bitboard(bits)
    }

    /// The members as bits.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of members.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `square` is a member.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether no square is in both sets.
    #[inline(always)]
    pub const fn is_disjoint(self, other: Bitboard) -> bool {
        self.0 & other.0 == 0
    }

    /// Whether each member is also in `other`.
    #[inline(always)]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// The member with the lowest index.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        Square::new(self.0.trailing_zeros() as u8)
    }

    /// The member that has `n` members before it; `n` must be below 64.
    #[inline(always)]
    pub fn nth(self, n: u32) -> Option<Square> {
        Bitboard(nth_bit(self.0, n)).first()
    }

    /// The members and all squares next to them.
    #[inline]
    pub const fn spread(self) -> Bitboard {
        const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
        const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let row = self.0 | (self.0 << 1 & NOT_A) | (self.0 >> 1 & NOT_H);
        Bitboard(row | row << 8 | row >> 8)
    }
}

macro_rules! set_operator {
    ($trait:ident $method:ident $assign_trait:ident $assign_method:ident $op:tt) => {
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $op other.0)
            }
        }
        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Bitboard) {
                self.0 = self.0 $op other.0;
            }
        }
    };
}
set_operator!(BitOr bitor BitOrAssign bitor_assign |);
set_operator!(BitAnd bitand BitAndAssign bitand_assign &);
set_operator!(BitXor bitxor BitXorAssign bitxor_assign ^);

impl Sub for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl Square {
    /// The set with only this square.
    #[inline(always)]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1 << (self.index() & 63))
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares
            .into_iter()
            .fold(Bitboard::EMPTY, |set, square| set | square.bit())
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The members of a [`Bitboard`], lowest index first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0.wrapping_sub(1);
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn spreads_by_one_square_in_every_direction(bits: u64) {
            let set = Bitboard::from_bits(bits);
            let touches = |square: &Square| {
                set.into_iter().any(|member| {
                    member.column().abs_diff(square.column()) <= 1
                        && member.row().abs_diff(square.row()) <= 1
                })
            };
            prop_assert_eq!(set.spread(), Square::all().filter(touches).collect());
        }

        #[test]
        fn the_squares_know_how_many_are_left(bits: u64) {
            let set = Bitboard::from_bits(bits);
            prop_assert_eq!(set.into_iter().len(), set.len() as usize);
            prop_assert_eq!(set.into_iter().count(), set.len() as usize);
        }
    }
}
