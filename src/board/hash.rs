//! The hash of a position, for transposition tables.
//!
//! Two words are mixed into one by multiplying their halves and combining the products with
//! XOR. The first round mixes the two sets of discs, and the second round mixes the result
//! with a constant. The first round alone has few collisions, but some of its bits hardly
//! depend on some squares, and tables take the index and the check from different bits. The
//! factors are halves of words instead of whole words, because CPUs can compute such
//! products for eight positions at once. Unlike with Zobrist hashing, there is no table to
//! load and nothing to update with each move.
//!
//! The hash deliberately ignores the colour of the side to move, because the value of a
//! position does not depend on it. It is easy to construct collisions, so a table that
//! must always be right has to compare the discs.

use super::{Bitboard, Lanes};

/// Odd numbers with about half of their bits set, arbitrary otherwise.
const MOVER: u64 = 0x8F4D_19C3_A6E5_72B1;
const OPPONENT: u64 = 0x6B2E_C7D5_3A91_F84D;
const SPREAD: u64 = 0xB7C9_52E6_1D8A_364F;

/// The hash of a position, which is the same in all runs and on all machines. All 64 bits
/// are about equally good, so a table can take its index from one end and its check from the
/// other.
#[inline(always)]
pub(crate) const fn hash(mover: Bitboard, opponent: Bitboard) -> u64 {
    of_words(mover.bits(), opponent.bits())
}

/// The hashes of eight positions.
#[inline(always)]
pub(crate) fn hash_eight(movers: Lanes, opponents: Lanes) -> Lanes {
    let mut hashes = Lanes::splat(0);
    // The compiler always turns this loop into vector code.
    for (lane, hash) in hashes.0.iter_mut().enumerate() {
        *hash = of_words(movers.0[lane], opponents.0[lane]);
    }
    hashes
}

#[inline(always)]
const fn of_words(mover: u64, opponent: u64) -> u64 {
    join(join(mover ^ MOVER, opponent ^ OPPONENT), SPREAD)
}

/// Combines the four products of a half of one word and a half of the other.
#[inline(always)]
const fn join(a: u64, b: u64) -> u64 {
    let (a, b) = ([a & HALF, a >> 32], [b & HALF, b >> 32]);
    let alike = (a[0] * b[0]) ^ (a[1] * b[1]);
    let crossed = (a[0] * b[1]) ^ (a[1] * b[0]);
    alike ^ crossed.rotate_left(32)
}

const HALF: u64 = u32::MAX as u64;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::board::Position;

    /// Different positions, from the start position, breadth first.
    fn positions(count: usize) -> Vec<Position> {
        let mut positions = vec![Position::START];
        let mut seen = HashSet::new();
        let mut next = 0;
        while positions.len() < count {
            let position = positions[next];
            next += 1;
            for square in position.moves() {
                let child = position.play(square);
                if seen.insert((child.mover(), child.opponent())) {
                    positions.push(child);
                }
            }
        }
        positions
    }

    fn of(position: &Position) -> u64 {
        hash(position.mover(), position.opponent())
    }

    /// A million similar positions are spread over a million slots like random numbers,
    /// whichever bits choose the slot.
    #[test]
    fn all_bits_are_evenly_distributed() {
        let count = if cfg!(debug_assertions) {
            50_000
        } else {
            1_000_000
        };
        let hashes: Vec<u64> = positions(count).iter().map(of).collect();
        let different: HashSet<u64> = hashes.iter().copied().collect();
        assert_eq!(different.len(), hashes.len());

        let slots = 1 << 20;
        let load = hashes.len() as f64 / f64::from(slots);
        let expected = f64::from(slots) * (1.0 - (-load).exp());
        for shift in (0..=44).step_by(4) {
            let mut used = vec![false; slots as usize];
            for hash in &hashes {
                used[(hash >> shift) as usize % slots as usize] = true;
            }
            let used = used.into_iter().filter(|&used| used).count() as f64;
            let difference = (used - expected).abs() / expected;
            assert!(
                difference < 0.005,
                "bits from {shift}: {used}, not {expected}"
            );
        }
    }

    /// Adding or removing a disc changes each bit in about half of the cases.
    #[test]
    fn each_square_affects_all_bits() {
        let positions = positions(4_000);
        for square in 0..128 {
            let (mover, opponent) = match 1u128 << square {
                bit if square < 64 => (bit as u64, 0),
                bit => (0, (bit >> 64) as u64),
            };
            let mut changes = [0u32; 64];
            for position in &positions {
                let changed = of(position)
                    ^ hash(
                        position.mover() ^ Bitboard::from_bits(mover),
                        position.opponent() ^ Bitboard::from_bits(opponent),
                    );
                for (bit, changes) in changes.iter_mut().enumerate() {
                    *changes += (changed >> bit) as u32 & 1;
                }
            }
            for (bit, changes) in changes.into_iter().enumerate() {
                let share = f64::from(changes) / positions.len() as f64;
                assert!(
                    (share - 0.5).abs() < 0.05,
                    "square {square}, bit {bit}: {share}"
                );
            }
        }
    }

    /// A search visits many boards that differ on only a few squares.
    #[test]
    fn similar_boards_have_different_hashes() {
        let mut tens: Vec<Vec<u8>> = (0..=54).map(|from| (from..from + 10).collect()).collect();
        for column in 0..8 {
            let downwards = (0..10).map(|i| i % 8 * 8 + (column + i / 8) % 8);
            tens.push(downwards.collect());
        }
        // Squares in both halves of a word.
        for from in 0..=27 {
            let half = from..from + 5;
            tens.push(half.clone().chain(half.map(|square| square + 32)).collect());
        }
        for ten in tens {
            let mut boards = vec![(0x0042_1C3C_5800_9024, 0x1000_2200_2438_0040)];
            for &square in &ten {
                let bit = 1u64 << square;
                let with_each_disc = |(mover, opponent): (u64, u64)| {
                    let (mover, opponent) = (mover & !bit, opponent & !bit);
                    [
                        (mover, opponent),
                        (mover | bit, opponent),
                        (mover, opponent | bit),
                    ]
                };
                boards = boards.into_iter().flat_map(with_each_disc).collect();
            }
            let hashes = boards
                .iter()
                .map(|&(mover, opponent)| of_words(mover, opponent));
            let different: HashSet<u64> = hashes.collect();
            assert_eq!(different.len(), boards.len(), "{ten:?}");
        }
    }

    #[test]
    fn the_hash_depends_on_the_side_to_move_but_not_on_colors() {
        let start = Position::START;
        assert_ne!(of(&start), of(&start.pass()));
        let white = Position::new(start.opponent(), start.mover(), crate::board::Color::White);
        assert_eq!(white.map(|position| of(&position)), Some(of(&start)));
    }
}
