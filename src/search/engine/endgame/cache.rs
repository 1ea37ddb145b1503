//! The endgame solver's transposition table: exact bounds, for one thread.
//!
//! An entry is a single word, so the entries of eight children are probed at once, in
//! lanes. There is no hash move: only one in a thousand boards is visited again without
//! being cut off by its bounds.

use crate::search::engine::children::{Child, Hashes};
use crate::search::engine::score::{MAX_SCORE, MIN_SCORE, NullWindow};

/// Half a megabyte, which fits into the second-level cache of a CPU.
const SIZE: usize = 1 << 16;

#[derive(Default)]
pub(super) struct Cache {
    /// `None` until first needed: many searches never come near the end.
    words: Option<Box<[u64; SIZE]>>,
}

/// Bounds of a board's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    hash: u64,
    pub(super) lower: i32,
    pub(super) upper: i32,
}

/// A word holds the hash except for its lowest bits, which are the index. Two boards with
/// the same hash are not expected to meet in centuries of searching.
const HASH: u64 = !(SIZE as u64 - 1);

/// In place of the lowest bits it holds the distances of the bounds from the extreme
/// scores: 0 if nothing is known.
const LOWER: u32 = 0;
const UPPER: u32 = 8;
const BOUND: u64 = 0xff;

const _: () = assert!(HASH & (BOUND << LOWER | BOUND << UPPER) == 0);

impl Cache {
    /// Allocates the memory, if that has not been done.
    pub(super) fn allocate(&mut self) {
        if self.words.is_none() {
            self.words = vec![0; SIZE].into_boxed_slice().try_into().ok();
        }
    }

    /// The bounds of the board with this hash.
    #[inline(always)]
    pub(super) fn probe(&self, hash: u64) -> Bounds {
        let word = self.words.as_ref().map_or(0, |words| words[index(hash)]);
        Bounds::unpack(hash, if is_of(word, hash) { word } else { 0 })
    }

    /// Always replaces the previous entry.
    #[inline(always)]
    pub(super) fn store(&mut self, bounds: Bounds) {
        if let Some(words) = &mut self.words {
            words[index(bounds.hash)] = bounds.pack();
        }
    }

    /// Enhanced transposition cutoff: a lower bound that fails high, if the upper bound
    /// of a child gives one.
    #[inline(always)]
    pub(super) fn enhanced_cutoff<const GROUPS: usize, const N: usize>(
        &self,
        mut children: impl Iterator<Item = Child>,
        hashes: &Hashes<GROUPS, N>,
        window: NullWindow,
    ) -> Option<i32> {
        let words = self.words.as_ref()?;
        // Without branches, so that it compiles to a few instructions for eight
        // children.
        let mut is_likely = false;
        for lanes in &hashes.0 {
            for &hash in &lanes.0 {
                let word = words[index(hash)];
                is_likely |= is_of(word, hash) & window.fails_high(-upper(word));
            }
        }
        if !is_likely {
            return None;
        }
        children.find_map(|child| {
            let bound = -self.probe(hashes.of(&child)).upper;
            window.fails_high(bound).then_some(bound)
        })
    }
}

#[inline(always)]
fn index(hash: u64) -> usize {
    hash as usize % SIZE
}

#[inline(always)]
fn is_of(word: u64, hash: u64) -> bool {
    (word ^ hash) & HASH == 0
}

#[inline(always)]
fn upper(word: u64) -> i32 {
    MAX_SCORE - (word >> UPPER & BOUND) as i32
}

impl Bounds {
    #[inline(always)]
    fn unpack(hash: u64, word: u64) -> Bounds {
        Bounds {
            hash,
            lower: MIN_SCORE + (word >> LOWER & BOUND) as i32,
            upper: upper(word),
        }
    }

    #[inline(always)]
    fn pack(self) -> u64 {
        let lower = (self.lower - MIN_SCORE) as u64;
        let upper = (MAX_SCORE - self.upper) as u64;
        self.hash & HASH | lower << LOWER | upper << UPPER
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::sample::scattered;
    use crate::search::engine::children::Children;

    fn unknown(hash: u64) -> Bounds {
        Bounds::unpack(hash, 0)
    }

    proptest! {
        #[test]
        fn finds_what_was_stored_and_nothing_else(
            hashes in prop::collection::hash_set(any::<u64>(), 2..50),
            lower in MIN_SCORE..=MAX_SCORE,
            upper in MIN_SCORE..=MAX_SCORE,
        ) {
            let mut cache = Cache::default();
            cache.allocate();
            for hash in hashes {
                prop_assert_eq!(cache.probe(hash), unknown(hash));
                let bounds = Bounds { hash, lower, upper };
                cache.store(bounds);
                prop_assert_eq!(cache.probe(hash), bounds);
                // Another board with the same index.
                let other = hash ^ SIZE as u64;
                prop_assert_eq!(cache.probe(other), unknown(other));
            }
        }

        #[test]
        fn one_child_that_is_bad_for_the_opponent_is_enough(
            position in scattered(),
            which in any::<prop::sample::Index>(),
            upper in MIN_SCORE..MAX_SCORE,
            alpha in MIN_SCORE..MAX_SCORE,
        ) {
            let board = position.board();
            let mut children: Children = Children::new();
            children.generate(board, board.moves());
            prop_assume!(children.left() > 0);
            let child = children.at(which.index(children.left()));
            let hashes = children.hashes();
            prop_assert_eq!(hashes.of(&child), child.board.hash());

            let mut cache = Cache::default();
            let window = NullWindow::above(alpha);
            let cutoff = |cache: &Cache| cache.enhanced_cutoff(children.iter(), &hashes, window);
            prop_assert_eq!(cutoff(&cache), None);
            cache.allocate();
            prop_assert_eq!(cutoff(&cache), None);
            cache.store(Bounds { upper, ..unknown(hashes.of(&child)) });
            prop_assert_eq!(cutoff(&cache), (-upper > alpha).then_some(-upper));
        }
    }
}
