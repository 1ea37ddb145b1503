//! An entry of the transposition table, and the word that holds it.

use crate::board::Square;
use crate::search::engine::score::{MAX_SCORE, MIN_SCORE, Window};
use crate::search::engine::selectivity::Selectivity;

/// What a search found out about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    pub(crate) depth: u32,
    /// The index of the [`Selectivity`].
    pub(crate) selectivity: u32,
    /// The best move, and the previous best move.
    pub(crate) moves: [Option<Square>; 2],
}

/// The layout of a word: the bounds, with 2048 added and in twelve bits each, then the
/// other fields. The lower bound is in the lowest bits.
const UPPER: u32 = 12;
const DEPTH: u32 = 24;
const SELECTIVITY: u32 = 30;
const MOVES: [u32; 2] = [33, 40];
const AGE: u32 = 56;

/// The priority of keeping the entry in a word. It depends first on whether the current
/// search stored it, then on its depth, then on its selectivity. An empty slot has the
/// lowest priority.
pub(super) fn priority(word: u64, age: u8) -> u32 {
    if word == 0 {
        return 0;
    }
    let depth = (word >> DEPTH & 0x3f) as u32;
    let selectivity = (word >> SELECTIVITY & 7) as u32;
    u32::from(is_of_age(word, age)) << 16 | depth << 3 | selectivity
}

/// Whether the entry in a word was stored at this age.
pub(super) fn is_of_age(word: u64, age: u8) -> bool {
    (word >> AGE) as u8 == age
}

impl Entry {
    /// The result of a search with this window, and the best move.
    pub(crate) fn of_search(
        (score, best_move): (i32, Option<Square>),
        window: Window,
        depth: u32,
        selectivity: Selectivity,
    ) -> Entry {
        let fails_low = score <= window.alpha;
        let fails_high = score >= window.beta;
        Entry {
            lower: if fails_low { MIN_SCORE } else { score },
            upper: if fails_high { MAX_SCORE } else { score },
            depth,
            selectivity: selectivity.index(),
            moves: [best_move, None],
        }
    }

    /// Whether the bounds are good enough for a search of this depth and selectivity.
    #[inline(always)]
    pub(crate) fn is_sufficient(&self, depth: u32, selectivity: Selectivity) -> bool {
        self.depth >= depth && self.selectivity >= selectivity.index()
    }

    pub(super) fn unpack(word: u64) -> Entry {
        let bound = |at: u32| (word >> at & 0xfff) as i32 - 2048;
        let square = |at: u32| Square::new((word >> at & 0x7f) as u8);
        Entry {
            lower: bound(0),
            upper: bound(UPPER),
            depth: (word >> DEPTH & 0x3f) as u32,
            selectivity: (word >> SELECTIVITY & 7) as u32,
            moves: MOVES.map(square),
        }
    }

    pub(super) fn pack(self, age: u8) -> u64 {
        let bound = |score: i32| (score + 2048) as u64;
        let square = |square: Option<Square>| square.map_or(64, |square| square.index() as u64);
        bound(self.lower)
            | bound(self.upper) << UPPER
            | u64::from(self.depth) << DEPTH
            | u64::from(self.selectivity) << SELECTIVITY
            | square(self.moves[0]) << MOVES[0]
            | square(self.moves[1]) << MOVES[1]
            | u64::from(age) << AGE
    }

    /// Adds what an older entry knew about the same board.
    pub(super) fn merge(&mut self, old: Entry) {
        if (old.depth, old.selectivity) == (self.depth, self.selectivity) {
            let (lower, upper) = (self.lower.max(old.lower), self.upper.min(old.upper));
            // Two selective searches may contradict each other.
            if lower <= upper {
                (self.lower, self.upper) = (lower, upper);
            }
        }
        if self.moves[0].is_none() {
            self.moves = old.moves;
        } else if self.moves[0] != old.moves[0] {
            self.moves[1] = old.moves[0];
        } else {
            self.moves[1] = old.moves[1];
        }
    }
}
