//! What is known of boards near the end, beyond doubt: bounds, for one thread.
//!
//! A board has one word, so that those of eight children are found at once, in lanes. The
//! best move is not kept: a board that is met again and not decided by its bounds is one in
//! a thousand.

use crate::search::engine::children::{Child, Hashes};
use crate::search::engine::score::{BEST, WORST};

/// Half a megabyte, which the second-level cache of a CPU holds.
const SIZE: usize = 1 << 16;

/// The bounds of many boards, each in the place that its hash says.
#[derive(Default)]
pub(crate) struct Cache {
    /// `None` until it is first needed: many searches never come near the end.
    words: Option<Box<[u64; SIZE]>>,
}

/// What is known of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    hash: u64,
    /// The value is not below this.
    pub(crate) lower: i32,
    /// The value is not above this.
    pub(crate) upper: i32,
}

/// A word has the hash without its lowest bits, which the place has. Two boards with the
/// same hash are not to be expected in centuries.
const HASH: u64 = !(SIZE as u64 - 1);

/// Beside it, how far the bounds have come: where nothing is known, that is 0.
const LOWER: u32 = 0;
const UPPER: u32 = 8;
const BOUND: u64 = 0xff;

const _: () = assert!(HASH & (BOUND << LOWER | BOUND << UPPER) == 0);

impl Cache {
    /// Makes room, if there is none yet.
    pub(crate) fn open(&mut self) {
        if self.words.is_none() {
            self.words = vec![0; SIZE].into_boxed_slice().try_into().ok();
        }
    }

    /// What is known of the board with this hash.
    #[inline(always)]
    pub(crate) fn find(&self, hash: u64) -> Known {
        let word = self.words.as_ref().map_or(0, |words| words[place(hash)]);
        Known::unpack(hash, if is_of(word, hash) { word } else { 0 })
    }

    /// Keeps what is known of a board, in the place of another if need be.
    #[inline(always)]
    pub(crate) fn store(&mut self, known: Known) {
        if let Some(words) = &mut self.words {
            words[place(known.hash)] = known.pack();
        }
    }

    /// What a board is worth at least, if what is known of one of its children makes that
    /// more than `alpha`.
    #[inline(always)]
    pub(crate) fn look_ahead<const EIGHTS: usize>(
        &self,
        mut children: impl Iterator<Item = Child>,
        hashes: &Hashes<EIGHTS>,
        alpha: i32,
    ) -> Option<i32> {
        let words = self.words.as_ref()?;
        // Without branches, so that it becomes a few instructions for eight children.
        let mut may_be = false;
        for lanes in &hashes.0 {
            for &hash in &lanes.0 {
                let word = words[place(hash)];
                may_be |= is_of(word, hash) & (-upper(word) > alpha);
            }
        }
        if !may_be {
            return None;
        }
        children.find_map(|child| {
            let bound = -self.find(hashes.of(&child)).upper;
            (bound > alpha).then_some(bound)
        })
    }
}

#[inline(always)]
fn place(hash: u64) -> usize {
    hash as usize % SIZE
}

#[inline(always)]
fn is_of(word: u64, hash: u64) -> bool {
    (word ^ hash) & HASH == 0
}

#[inline(always)]
fn upper(word: u64) -> i32 {
    BEST - (word >> UPPER & BOUND) as i32
}

impl Known {
    #[inline(always)]
    fn unpack(hash: u64, word: u64) -> Known {
        Known {
            hash,
            lower: WORST + (word >> LOWER & BOUND) as i32,
            upper: upper(word),
        }
    }

    #[inline(always)]
    fn pack(self) -> u64 {
        let above = (self.lower - WORST) as u64;
        let below = (BEST - self.upper) as u64;
        self.hash & HASH | above << LOWER | below << UPPER
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::sample::scattered;
    use crate::search::engine::children::Children;

    fn nothing(hash: u64) -> Known {
        Known::unpack(hash, 0)
    }

    proptest! {
        #[test]
        fn what_is_kept_is_found_and_nothing_else(
            hashes in prop::collection::hash_set(any::<u64>(), 2..50),
            lower in WORST..=BEST,
            upper in WORST..=BEST,
        ) {
            let mut cache = Cache::default();
            cache.open();
            for hash in hashes {
                prop_assert_eq!(cache.find(hash), nothing(hash));
                let known = Known { hash, lower, upper };
                cache.store(known);
                prop_assert_eq!(cache.find(hash), known);
                // What has the same place and is another board.
                let other = hash ^ SIZE as u64;
                prop_assert_eq!(cache.find(other), nothing(other));
            }
        }

        #[test]
        fn one_child_that_is_known_to_be_bad_is_enough(
            position in scattered(),
            which in any::<prop::sample::Index>(),
            upper in WORST..BEST,
            alpha in WORST..BEST,
        ) {
            let board = position.board();
            let mut children: Children = Children::new();
            children.list(board, board.moves());
            prop_assume!(children.left() > 0);
            let child = children.at(which.index(children.left()));
            let hashes = children.hashes();
            prop_assert_eq!(hashes.of(&child), child.board.hash());

            let mut cache = Cache::default();
            let ahead = |cache: &Cache| cache.look_ahead(children.iter(), &hashes, alpha);
            prop_assert_eq!(ahead(&cache), None);
            cache.open();
            prop_assert_eq!(ahead(&cache), None);
            cache.store(Known { upper, ..nothing(hashes.of(&child)) });
            prop_assert_eq!(ahead(&cache), (-upper > alpha).then_some(-upper));
        }
    }
}
