//! Chance that can be repeated.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

use crate::board::Position;

/// What falls is a function of the seed, the number of the game and the
/// position: games vary, and a run with the same seed repeats itself, whatever
/// was asked in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice(u64);

impl Dice {
    /// The dice for one move.
    pub fn new(seed: u64, game: u64, position: &Position) -> Dice {
        let words = [
            seed,
            game,
            position.mover().bits(),
            position.opponent().bits(),
            position.to_move() as u64,
        ];
        Dice(
            words
                .into_iter()
                .fold(0, |state, word| scramble(state ^ scramble(word))),
        )
    }

    /// The dice of searches that shall always give the same answer.
    pub fn fixed(position: &Position) -> Dice {
        Dice::new(0, 0, position)
    }

    /// One of `items`, each with the same chance; `None` if there is none.
    pub fn pick<T: Copy>(self, items: &[T]) -> Option<T> {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(self.0);
        (!items.is_empty()).then(|| items[generator.random_range(0..items.len())])
    }

    /// As much chance as a search wants, independent of what is picked.
    pub fn chance(self) -> Chance {
        Chance(Xoshiro256PlusPlus::seed_from_u64(scramble(self.0)))
    }
}

/// Throws that follow each other, fast.
pub struct Chance(Xoshiro256PlusPlus);

impl Chance {
    /// A number below `count`. Some numbers are likelier than others by one
    /// part in `2^32 / count`, which no number of random games will ever show.
    #[inline]
    pub fn below(&mut self, count: u32) -> u32 {
        let word = self.0.next_u32();
        ((u64::from(word) * u64::from(count)) >> 32) as u32
    }

    /// A number from 0 up to, not including, 1.
    pub fn fraction(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / 2f64.powi(32)
    }

    /// Puts the items in any order, each with the same chance.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end as u32 + 1) as usize);
        }
    }
}

/// A bijection in which each bit of the input moves about half of the output.
fn scramble(word: u64) -> u64 {
    let mut mixed = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed = (mixed ^ mixed >> 29).wrapping_mul(0xa0c5_25a1_96f4_b2e5);
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seeds and games that follow each other, as they do in practice, must not
    /// give picks that follow each other.
    #[test]
    fn picks_are_even_and_independent() {
        let items = [0, 1, 2, 3];
        let mut pairs = [[0u32; 4]; 4];
        for seed in 0..200 {
            for game in 0..200 {
                let pick = |game| Dice::new(seed, game, &Position::START).pick(&items);
                let (now, next) = (pick(game), pick(game + 1));
                pairs[now.expect("four items")][next.expect("four items")] += 1;
            }
        }
        let expected = 40_000.0 / 16.0;
        let chi_square: f64 = pairs
            .as_flattened()
            .iter()
            .map(|&n| (f64::from(n) - expected).powi(2) / expected)
            .sum();
        assert!(
            chi_square < 37.7,
            "15 degrees of freedom, 0.1 %: {chi_square} {pairs:?}"
        );
    }
}
