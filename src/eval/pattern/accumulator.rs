//! The part of the network that is updated move by move.
//!
//! Unlike in other engines, this is not the output of the first layer but the configuration
//! of each feature; the rows are added up when a value is needed.

use super::features::{FEATURE_COUNT, FEATURES};
use crate::board::{Bitboard, Square};

/// One lane for each feature, padded to fill the registers.
const WIDTH: usize = 48;

type Lanes = [u16; WIDTH];

/// What a disc on each square adds to the configuration of each feature.
static POWERS: [Lanes; 64] = {
    let mut powers = [[0; WIDTH]; 64];
    let mut feature = 0;
    while feature < FEATURE_COUNT {
        let mut place = 0;
        while let Some((square, power)) = FEATURES[feature].digit(place) {
            powers[square.index()][feature] = power;
            place += 1;
        }
        feature += 1;
    }
    powers
};

/// The configurations of all features, separately for the discs of each side: they are
/// swapped when the side to move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Accumulator {
    mover: Lanes,
    opponent: Lanes,
}

impl Accumulator {
    /// Computes it from scratch.
    pub(crate) fn of(mover: Bitboard, opponent: Bitboard) -> Accumulator {
        Accumulator {
            mover: sum(mover),
            opponent: sum(opponent),
        }
    }

    /// The accumulator for the opponent, after a disc on `square` that flips `flips`.
    #[inline(always)]
    #[must_use]
    pub(crate) fn after(&self, square: Square, flips: Bitboard) -> Accumulator {
        let flipped = sum(flips);
        let placed = &POWERS[square.index()];
        let mut next = Accumulator {
            mover: self.opponent,
            opponent: self.mover,
        };
        for index in 0..WIDTH {
            next.mover[index] -= flipped[index];
            next.opponent[index] += flipped[index] + placed[index];
        }
        next
    }

    /// After a pass.
    #[inline(always)]
    #[must_use]
    pub(crate) fn pass(&self) -> Accumulator {
        Accumulator {
            mover: self.opponent,
            opponent: self.mover,
        }
    }

    /// The configuration of each feature.
    #[inline(always)]
    pub(crate) fn configurations(&self) -> Lanes {
        std::array::from_fn(|index| self.mover[index] + 2 * self.opponent[index])
    }
}

#[inline(always)]
fn sum(discs: Bitboard) -> Lanes {
    let mut sum = [0; WIDTH];
    for square in discs {
        for (sum, power) in sum.iter_mut().zip(&POWERS[square.index()]) {
            *sum += power;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::features::configuration;
    use super::*;
    use crate::board::sample::{choices, game};
    use crate::board::{Move, Position};

    proptest! {
        #[test]
        fn moves_keep_it_up_to_date(choices in choices()) {
            let mut position = Position::START;
            let mut accumulator = Accumulator::of(position.mover(), position.opponent());
            for played in game(position, &choices) {
                let next = position.after(played);
                accumulator = match played {
                    Move::Place(square) => {
                        accumulator.after(square, position.opponent() - next.mover())
                    }
                    Move::Pass => accumulator.pass(),
                };
                position = next;
                let expected = Accumulator::of(position.mover(), position.opponent());
                prop_assert_eq!(accumulator, expected);
                for (feature, got) in FEATURES.iter().zip(accumulator.configurations()) {
                    let plain = configuration(feature, position.mover(), position.opponent());
                    prop_assert_eq!(usize::from(got), plain);
                }
            }
        }
    }
}
