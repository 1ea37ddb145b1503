//! Evaluations that were asked for last.

use super::accumulator::Opinion;
use crate::board::Board;

/// The opinions about the boards that were asked for last. Where moves are put in order a
/// board is often met again: when the same moves are ordered for a deeper search, or when
/// it is searched itself.
#[derive(Default)]
pub(crate) struct Opinions {
    /// Each has the hash of its board, but for the bits where its value stands; with the
    /// place that is sixty bits, which no two boards are expected to share.
    /// Empty until first needed.
    known: Box<[u64]>,
}

/// 32 KB, since the caches of the CPU have other things to hold: with sixteen times as many,
/// a search of 15 plies is no faster.
const KNOWN: usize = 1 << 12;

const VALUE: u64 = 0xffff;

impl Opinions {
    /// What [`Opinion::value`] says.
    #[inline]
    pub(crate) fn value(&mut self, opinion: &Opinion, board: Board) -> i32 {
        if self.known.is_empty() {
            self.known = vec![0; KNOWN].into();
        }
        let hash = board.hash();
        let known = &mut self.known[hash as usize % KNOWN];
        if (*known ^ hash) & !VALUE == 0 {
            return i32::from(*known as i16);
        }
        let value = opinion.value(board);
        *known = hash & !VALUE | u64::from(value as u16);
        value
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::sample::scattered;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        /// So many boards that some share a place; each is asked for twice in a row, and
        /// again when others were in between.
        #[test]
        fn what_is_kept_is_what_would_be_found(
            positions in prop::collection::vec(scattered(), 400..=500),
        ) {
            let mut opinions = Opinions::default();
            for position in positions.iter().chain(&positions) {
                let board = position.board();
                let opinion = Opinion::of(board);
                for _ in 0..2 {
                    prop_assert_eq!(opinions.value(&opinion, board), opinion.value(board));
                }
            }
        }
    }
}
