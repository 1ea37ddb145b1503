//! The transposition table, shared by all threads without a lock.
//!
//! A slot is two words: an entry, and the hash of its board XORed with the entry. A
//! thread that reads while another writes may see one old word and one new; then the XOR
//! does not give the hash, and the slot looks like that of another board. So no thread
//! uses a torn entry, and none waits.
//!
//! Four slots, which share a cache line, form a bucket. A new entry replaces the one
//! with the lowest [`priority`], those of earlier searches first.
//!
//! Most boards that are looked up have few empty squares and are needed only for a short
//! time. Their buckets are only among the first lines, which fit into the CPU's caches;
//! the other boards are spread over all lines in use.
//!
//! A short search uses few lines, since the first touch of each page of memory takes as
//! long as hundreds of nodes.

mod entry;
mod memory;
#[cfg(test)]
mod models;

pub(crate) use self::entry::Entry;
use self::entry::{is_of_age, priority};
use self::memory::{CacheLines, prefetch};
use crate::board::Board;
use crate::sync::IN_LOOM;
use crate::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
use crate::system;

pub(crate) struct TranspositionTable {
    lines: CacheLines,
    /// How many of the first lines are in use: a power of two, so that bits of the hash
    /// are an index. The other lines are empty.
    in_use: AtomicUsize,
    /// How many of these may hold boards with few empty squares: also a power of two.
    near_end: AtomicUsize,
    /// Distinguishes the entries of the current search from older ones.
    age: AtomicU8,
}

struct Slot<'a> {
    check: &'a AtomicU64,
    word: &'a AtomicU64,
}

/// Where a board is looked up.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    hash: u64,
    is_near_end: bool,
}

impl Key {
    #[inline(always)]
    pub(crate) fn of(board: Board) -> Key {
        Key::with_hash(board, board.hash())
    }

    /// The key of a board whose hash is known.
    #[inline(always)]
    pub(crate) fn with_hash(board: Board, hash: u64) -> Key {
        Key {
            hash,
            is_near_end: board.empty().len() <= NEAR_END,
        }
    }
}

/// Boards with this many empty squares or fewer use only the first lines.
const NEAR_END: u32 = 15;

/// One line in this many of those in use is among the first lines: 4 MB of 128. A long
/// solve then takes 1 % more nodes but, if memory bandwidth is short, a few percent less
/// time.
const NEAR_END_PART: usize = 32;

/// The lines of a megabyte. In Loom it has only one.
const LINES_PER_MEGABYTE: usize = if IN_LOOM {
    1
} else {
    (1 << 20) / CacheLines::BYTES
};

/// The minimum number of first lines, and of lines in use: a megabyte, if the table is that
/// large.
const MIN_LINES: usize = LINES_PER_MEGABYTE;

impl TranspositionTable {
    /// A table of this size or, if that would not leave so many bytes for the rest of the
    /// search, a smaller one.
    pub(crate) fn new(megabytes: usize, left: usize) -> TranspositionTable {
        let wanted = megabytes.saturating_mul(LINES_PER_MEGABYTE);
        let mut count = 1 << wanted.max(1).ilog2();
        let lines = loop {
            match CacheLines::zeroed(count) {
                Some(lines) if count == 1 || system::memory::require(left).is_ok() => break lines,
                _ => count /= 2,
            }
        };
        let table = TranspositionTable {
            lines,
            in_use: AtomicUsize::new(0),
            near_end: AtomicUsize::new(0),
            age: AtomicU8::new(0),
        };
        table.use_at_least(0);
        table
    }

    /// Uses at least this many megabytes from now on, or the whole table if it is smaller.
    /// Entries of boards that then belong to other lines are lost.
    pub(crate) fn use_at_least(&self, megabytes: usize) {
        let wanted = (megabytes * LINES_PER_MEGABYTE)
            .next_power_of_two()
            .max(MIN_LINES);
        let count = wanted.min(self.lines.count());
        let count = self.in_use.fetch_max(count, Relaxed).max(count);
        let near_end = (count / NEAR_END_PART).max(MIN_LINES).min(count);
        self.near_end.fetch_max(near_end, Relaxed);
    }

    /// Starts a new search: entries stay, but are replaced first.
    pub(crate) fn advance_age(&self) {
        self.age
            .store(self.age.load(Relaxed).wrapping_add(1), Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &[AtomicU64] {
        let count = if key.is_near_end {
            self.near_end.load(Relaxed)
        } else {
            self.in_use.load(Relaxed)
        };
        self.lines.line((key.hash >> 20) as usize & (count - 1))
    }

    #[inline(always)]
    fn slots(&self, key: Key) -> impl Iterator<Item = Slot<'_>> {
        self.bucket(key).chunks_exact(2).map(|words| Slot {
            check: &words[0],
            word: &words[1],
        })
    }

    /// Prefetches the bucket of a board that will be looked up soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: Key) {
        prefetch(&self.bucket(key)[0]);
    }

    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<Entry> {
        for slot in self.slots(key) {
            let word = slot.word.load(Relaxed);
            if slot.check.load(Relaxed) ^ word == key.hash && word != 0 {
                return Some(Entry::unpack(word));
            }
        }
        None
    }

    /// Stores an entry, unless the current search has already stored a better one for the
    /// same board.
    pub(crate) fn store(&self, key: Key, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut chosen = None;
        let mut lowest = u32::MAX;
        for slot in self.slots(key) {
            let word = slot.word.load(Relaxed);
            if slot.check.load(Relaxed) ^ word == key.hash && word != 0 {
                let old = Entry::unpack(word);
                let is_better = (old.depth, old.selectivity) > (entry.depth, entry.selectivity);
                if is_better && is_of_age(word, age) {
                    return;
                }
                entry.merge(old);
                chosen = Some(slot);
                break;
            }
            let priority = priority(word, age);
            if priority < lowest {
                lowest = priority;
                chosen = Some(slot);
            }
        }
        let slot = chosen.expect("a bucket has slots");
        let word = entry.pack(age);
        slot.word.store(word, Relaxed);
        slot.check.store(word ^ key.hash, Relaxed);
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        for index in 0..self.in_use.load(Relaxed) {
            for word in self.lines.line(index) {
                word.store(0, Relaxed);
            }
        }
        self.in_use.store(0, Relaxed);
        self.near_end.store(0, Relaxed);
        self.use_at_least(0);
        self.age.store(0, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::{Position, sample};
    use crate::search::engine::score::MAX_SCORE;
    use crate::search::engine::selectivity::Selectivity;

    /// An entry that can belong to no other board.
    fn entry(board: Board) -> Entry {
        Entry {
            lower: board.mover.len() as i32 - board.opponent.len() as i32,
            upper: MAX_SCORE,
            depth: board.empty().len(),
            selectivity: Selectivity::NONE.index(),
            moves: [board.moves().into_iter().next(), None],
        }
    }

    fn boards(choices: &[u8]) -> Vec<Board> {
        let moves = sample::game(Position::START, choices).into_iter();
        let boards = moves.scan(Position::START, |position, action| {
            *position = position.after(action);
            Some(position.board())
        });
        boards.collect()
    }

    /// Whatever the age was before: it is a byte and wraps around.
    #[test]
    fn a_cleared_bucket_is_filled_before_anything_is_replaced() {
        let keys = [1, 2, 3, 4].map(|number| Key {
            hash: number << 40,
            is_near_end: false,
        });
        for searches in 0..=256 {
            let mut table = TranspositionTable::new(1, 0);
            for _ in 0..searches {
                table.advance_age();
            }
            table.clear();
            for key in keys {
                table.advance_age();
                table.store(key, entry(Position::START.board()));
            }
            for key in keys {
                assert!(table.probe(key).is_some(), "after {searches} searches");
            }
        }
    }

    proptest! {
        /// With few or many empty squares, in few or many lines.
        #[test]
        fn boards_are_found_until_the_table_is_cleared(
            choices in sample::choices(),
            megabytes in 0..5usize,
        ) {
            let mut table = TranspositionTable::new(8, 0);
            table.use_at_least(megabytes);
            let boards = boards(&choices);
            for &board in &boards {
                table.store(Key::of(board), entry(board));
                prop_assert_eq!(table.probe(Key::of(board)), Some(entry(board)));
            }
            // In other lines they may be missing, but never mixed up.
            table.use_at_least(8);
            for &board in &boards {
                let found = table.probe(Key::of(board));
                prop_assert!(found.is_none_or(|found| found == entry(board)));
                table.store(Key::of(board), entry(board));
            }
            table.clear();
            for megabytes in [1, 2, 4, 8] {
                table.use_at_least(megabytes);
                prop_assert!(boards.iter().all(|&board| table.probe(Key::of(board)).is_none()));
            }
        }
    }
}
