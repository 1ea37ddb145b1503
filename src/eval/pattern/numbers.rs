//! What stands on every feature, kept up to date move by move.

use super::shapes::{COUNT, FEATURES};
use crate::board::{Bitboard, Square};

/// A number for each feature, and some more to fill the registers.
const WIDTH: usize = 48;

type Vector = [u16; WIDTH];

/// What a disc on each square adds to the number of each feature.
static DIGITS: [Vector; 64] = {
    let mut digits = [[0; WIDTH]; 64];
    let mut feature = 0;
    while feature < COUNT {
        let mut place = 0;
        while let Some((square, power)) = FEATURES[feature].digit(place) {
            digits[square.index()][feature] = power;
            place += 1;
        }
        feature += 1;
    }
    digits
};

/// The numbers of all features, apart for the discs of either side: so nothing
/// is to be done when the sides change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Numbers {
    mover: Vector,
    opponent: Vector,
}

impl Numbers {
    /// The numbers of a board.
    pub fn of(mover: Bitboard, opponent: Bitboard) -> Numbers {
        Numbers {
            mover: sum(mover),
            opponent: sum(opponent),
        }
    }

    /// The same for the other side, after the side to move has played on `square`
    /// and turned `flips`.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, square: Square, flips: Bitboard) -> Numbers {
        let turned = sum(flips);
        let placed = &DIGITS[square.index()];
        let mut next = Numbers {
            mover: self.opponent,
            opponent: self.mover,
        };
        for index in 0..WIDTH {
            next.mover[index] -= turned[index];
            next.opponent[index] += turned[index] + placed[index];
        }
        next
    }

    /// After a pass.
    #[inline(always)]
    #[must_use]
    pub fn pass(&self) -> Numbers {
        Numbers {
            mover: self.opponent,
            opponent: self.mover,
        }
    }

    /// What stands on each feature.
    #[inline(always)]
    pub fn get(&self) -> Vector {
        std::array::from_fn(|index| self.mover[index] + 2 * self.opponent[index])
    }
}

#[inline(always)]
fn sum(discs: Bitboard) -> Vector {
    let mut sum = [0; WIDTH];
    for square in discs {
        for (sum, digit) in sum.iter_mut().zip(&DIGITS[square.index()]) {
            *sum += digit;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::shapes::number;
    use super::*;
    use crate::board::sample::{choices, game};
    use crate::board::{Move, Position};

    proptest! {
        #[test]
        fn moves_keep_the_numbers_up_to_date(choices in choices()) {
            let mut position = Position::START;
            let mut numbers = Numbers::of(position.mover(), position.opponent());
            for played in game(position, &choices) {
                let next = position.after(played);
                numbers = match played {
                    Move::Place(square) => {
                        numbers.after(square, position.opponent() - next.mover())
                    }
                    Move::Pass => numbers.pass(),
                };
                position = next;
                prop_assert_eq!(numbers, Numbers::of(position.mover(), position.opponent()));
                for (feature, got) in FEATURES.iter().zip(numbers.get()) {
                    let plain = number(feature, position.mover(), position.opponent());
                    prop_assert_eq!(usize::from(got), plain);
                }
            }
        }
    }
}
