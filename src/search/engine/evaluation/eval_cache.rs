//! A cache of recent static evaluations.
//!
//! Move ordering often meets a board again: when the same moves are ordered for a
//! deeper search, or when the board is searched itself.

use super::node::Node;

/// The cache of one thread.
#[derive(Default)]
pub(crate) struct EvalCache {
    /// A board's entry is its hash with the lowest 16 bits replaced by the evaluation.
    /// Together with the index, a look-up compares sixty bits of the hash, which are not
    /// expected to be equal for two boards. Allocated when first needed.
    entries: Box<[u64]>,
}

/// 32 KB, to leave the CPU's caches to other data: a search of 15 plies is no faster with
/// sixteen times as many entries.
const ENTRIES: usize = 1 << 12;

const EVALUATION: u64 = 0xffff;

impl EvalCache {
    /// The static evaluation of a node in units.
    #[inline]
    pub(crate) fn evaluate(&mut self, node: &Node) -> i32 {
        if self.entries.is_empty() {
            self.entries = vec![0; ENTRIES].into();
        }
        let hash = node.board.hash();
        let entry = &mut self.entries[hash as usize % ENTRIES];
        if (*entry ^ hash) & !EVALUATION == 0 {
            return i32::from(*entry as i16);
        }
        let units = node.accumulator.evaluate(node.board);
        *entry = hash & !EVALUATION | u64::from(units as u16);
        units
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::sample::scattered;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        /// There are enough boards for some to share an entry. Each is looked up twice
        /// in a row, and again after all the others.
        #[test]
        fn the_cache_returns_what_the_evaluator_returns(
            positions in prop::collection::vec(scattered(), 400..=500),
        ) {
            let mut cache = EvalCache::default();
            for position in positions.iter().chain(&positions) {
                let node = Node::of(position.board());
                for _ in 0..2 {
                    let expected = node.accumulator.evaluate(node.board);
                    prop_assert_eq!(cache.evaluate(&node), expected);
                }
            }
        }
    }
}
