//! Random numbers that are reproducible from a seed.
//!
//! ```
//! use obverse::board::Position;
//! use obverse::search::rng::MoveSeed;
//!
//! let seed = MoveSeed::new(7, 0, &Position::START);
//! let moves: Vec<_> = Position::START.moves().into_iter().collect();
//! assert_eq!(seed.pick(&moves), seed.pick(&moves));
//! assert!(seed.rng().below(6) < 6);
//! ```

use crate::board::Position;

/// The seed for one move of one game.
///
/// It is a function of the user's seed, the number of the game and the position. So
/// games differ from each other, but a run with the same seed gives the same games,
/// whatever other requests come in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSeed(u64);

impl MoveSeed {
    /// The seed for the move in this position of this game.
    pub fn new(seed: u64, game: u64, position: &Position) -> MoveSeed {
        let words = [
            seed,
            game,
            position.mover().bits(),
            position.opponent().bits(),
            position.to_move() as u64,
        ];
        MoveSeed(
            words
                .into_iter()
                .fold(0, |state, word| scramble(state ^ scramble(word))),
        )
    }

    /// The seed of searches that must always give the same answer.
    pub fn fixed(position: &Position) -> MoveSeed {
        MoveSeed::new(0, 0, position)
    }

    /// Draws one of `items`, all equally likely; `None` if there are none.
    pub fn pick<T: Copy>(self, items: &[T]) -> Option<T> {
        let mut rng = Rng::new(self.0);
        (!items.is_empty()).then(|| items[rng.below(items.len() as u32) as usize])
    }

    /// Whether an event with this probability happens, independently of all other draws.
    #[cfg(not(per_cpu))]
    pub(crate) fn decides(self, probability: f64) -> bool {
        Rng::new(scramble(scramble(self.0))).fraction() < probability
    }

    /// The seed as a word.
    pub(crate) fn word(self) -> u64 {
        self.0
    }

    /// The inverse of [`word`](MoveSeed::word).
    pub(crate) fn of_word(word: u64) -> MoveSeed {
        MoveSeed(word)
    }

    /// A random number generator, independent of what [`pick`](MoveSeed::pick) draws.
    pub fn rng(self) -> Rng {
        Rng::new(scramble(self.0))
    }
}

/// A fast random number generator: xoshiro256++ by Blackman and Vigna, seeded with their
/// SplitMix64, as in the crate `rand`. It is written out here because the search must not
/// depend on another crate: it is compiled once for each CPU level.
pub struct Rng([u64; 4]);

impl Rng {
    fn new(seed: u64) -> Rng {
        let mut counter = seed;
        Rng([(); 4].map(|()| {
            counter = counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (counter ^ counter >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ mixed >> 31
        }))
    }

    /// 32 random bits, the upper half of a word: the lowest bits of words are less random.
    #[inline]
    fn bits(&mut self) -> u32 {
        let [a, b, c, d] = self.0;
        let word = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.0 = [a ^ d, b ^ c, c ^ b << 17, d.rotate_left(45)];
        (word >> 32) as u32
    }

    /// A number below `count`. Some are likelier than others by one part in
    /// `2^32 / count`, too little to show in any number of random games.
    #[inline]
    pub fn below(&mut self, count: u32) -> u32 {
        let word = self.bits();
        ((u64::from(word) * u64::from(count)) >> 32) as u32
    }

    /// A number from 0 up to, but not including, 1.
    pub fn fraction(&mut self) -> f64 {
        f64::from(self.bits()) / 2f64.powi(32)
    }

    /// Shuffles the items; every order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end as u32 + 1) as usize);
        }
    }
}

/// A bijection in which each bit of the input flips about half of the output bits.
fn scramble(word: u64) -> u64 {
    let mut mixed = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed = (mixed ^ mixed >> 29).wrapping_mul(0xa0c5_25a1_96f4_b2e5);
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{Rng as _, SeedableRng};

    use super::*;

    #[test]
    fn it_is_the_generator_of_rand() {
        for seed in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef] {
            let mut expected = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut rng = Rng::new(seed);
            for _ in 0..1000 {
                assert_eq!(rng.bits(), expected.next_u32());
            }
        }
    }

    /// Consecutive seeds and games, as they occur in practice, must not give
    /// correlated picks.
    #[test]
    fn picks_are_even_and_independent() {
        let items = [0, 1, 2, 3];
        let mut pairs = [[0u32; 4]; 4];
        for seed in 0..200 {
            for game in 0..200 {
                let pick = |game| MoveSeed::new(seed, game, &Position::START).pick(&items);
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
