//! What earlier searches found, shared by all threads without a lock.
//!
//! A slot is two words: what is known, and a check, which is the hash of the
//! board XORed with what is known. A thread that reads while another writes may
//! see the one word old and the other new; then the check does not fit, and the
//! slot is taken for a stranger's. So no entry is ever torn, and nothing waits.
//!
//! Four slots share a cache line. An entry is as good as its search was deep and
//! sure; a new one takes the place of the least good, those of earlier searches
//! first.
//!
//! Most boards that are looked up have few empty squares, and will soon not be met
//! any more. They have their places among the first lines only, so few that the caches of
//! the CPU hold them; other boards have theirs in all lines that are in use.
//!
//! A short search uses few lines, since the first touch of each page of memory takes as
//! long as hundreds of nodes.

mod memory;

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use self::memory::{Lines, prefetch};
use crate::board::{Board, Square};
use crate::search::engine::selectivity::Selectivity;

/// The table.
pub(crate) struct Table {
    lines: Lines,
    /// How many of the first lines are in use: a power of two, so that bits of the hash
    /// are an index. The others were never touched, or are cleared.
    in_use: usize,
    /// How many of these have the places of boards with few empty squares: a power of
    /// two, too.
    near_end: usize,
    /// The present search, to tell old entries from new ones.
    age: AtomicU8,
}

/// The two words of a slot.
struct Slot<'a> {
    check: &'a AtomicU64,
    known: &'a AtomicU64,
}

/// What is known of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The value is not below this.
    pub(crate) lower: i32,
    /// The value is not above this.
    pub(crate) upper: i32,
    /// How deep the search was.
    pub(crate) depth: u32,
    /// How sure, as an index of the selectivities.
    pub(crate) selectivity: u32,
    /// The best move, and the one that was best before.
    pub(crate) moves: [Option<Square>; 2],
}

/// A board's place in the table.
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

    /// The same, if the hash of the board is this.
    #[inline(always)]
    pub(crate) fn with_hash(board: Board, hash: u64) -> Key {
        Key {
            hash,
            is_near_end: board.empty().len() <= NEAR_END,
        }
    }
}

/// With so few empty squares a board has its place among the first lines.
const NEAR_END: u32 = 15;

/// They are one of so many parts of those in use: 4 MB of 128. A long solve takes
/// 1 % more nodes and, if the memory has much to do, a few percent less time.
const NEAR_END_PART: usize = 32;

/// But no fewer than this, a megabyte, if there are as many. Nor are fewer in use.
const LEAST: usize = (1 << 20) / Lines::BYTES;

impl Table {
    /// A table of so many megabytes or, if there is not so much memory, less.
    pub(crate) fn new(megabytes: usize) -> Table {
        let wanted = (megabytes << 20) / Lines::BYTES;
        let mut count = 1 << wanted.max(1).ilog2();
        let lines = loop {
            if let Some(lines) = Lines::zeroed(count) {
                break lines;
            }
            count /= 2;
        };
        let mut table = Table {
            lines,
            in_use: 0,
            near_end: 0,
            age: AtomicU8::new(0),
        };
        table.spread(0);
        table
    }

    /// Uses at least so many megabytes from now on, or all that there are. What is known
    /// of boards whose places are others then is lost.
    pub(crate) fn spread(&mut self, megabytes: usize) {
        let wanted = (megabytes * LEAST).next_power_of_two().max(LEAST);
        let count = wanted.max(self.in_use).min(self.lines.count());
        self.in_use = count;
        self.near_end = (count / NEAR_END_PART).max(LEAST).min(count);
    }

    /// Begins a search: what is known stays, but gives way.
    pub(crate) fn grow_older(&self) {
        self.age
            .store(self.age.load(Relaxed).wrapping_add(1), Relaxed);
    }

    #[inline(always)]
    fn line(&self, key: Key) -> &[AtomicU64] {
        let count = if key.is_near_end {
            self.near_end
        } else {
            self.in_use
        };
        self.lines.line((key.hash >> 20) as usize & (count - 1))
    }

    #[inline(always)]
    fn slots(&self, key: Key) -> impl Iterator<Item = Slot<'_>> {
        self.line(key).chunks_exact(2).map(|words| Slot {
            check: &words[0],
            known: &words[1],
        })
    }

    /// Says that a board will soon be looked up.
    #[inline(always)]
    pub(crate) fn prepare(&self, key: Key) {
        prefetch(&self.line(key)[0]);
    }

    #[inline]
    pub(crate) fn find(&self, key: Key) -> Option<Entry> {
        for slot in self.slots(key) {
            let known = slot.known.load(Relaxed);
            if slot.check.load(Relaxed) ^ known == key.hash && known != 0 {
                return Some(Entry::unpack(known));
            }
        }
        None
    }

    pub(crate) fn store(&self, key: Key, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut place = None;
        let mut least = u32::MAX;
        for slot in self.slots(key) {
            let known = slot.known.load(Relaxed);
            if slot.check.load(Relaxed) ^ known == key.hash && known != 0 {
                let old = Entry::unpack(known);
                let is_better = (old.depth, old.selectivity) > (entry.depth, entry.selectivity);
                if is_better && (known >> AGE) as u8 == age {
                    return;
                }
                entry.join(old);
                place = Some(slot);
                break;
            }
            let worth = worth(known, age);
            if worth < least {
                least = worth;
                place = Some(slot);
            }
        }
        let place = place.expect("a line has slots");
        let known = entry.pack(age);
        place.known.store(known, Relaxed);
        place.check.store(known ^ key.hash, Relaxed);
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for index in 0..self.in_use {
            for word in self.lines.line(index) {
                word.store(0, Relaxed);
            }
        }
        self.in_use = 0;
        self.spread(0);
        *self.age.get_mut() = 0;
    }
}

/// How much an entry deserves to stay; an empty slot is worth nothing.
fn worth(known: u64, age: u8) -> u32 {
    if known == 0 {
        return 0;
    }
    let is_new = (known >> AGE) as u8 == age;
    let depth = (known >> DEPTH & 0x3f) as u32;
    let selectivity = (known >> SELECTIVITY & 7) as u32;
    u32::from(is_new) << 16 | depth << 3 | selectivity
}

// The layout of a word: bounds of twelve bits each, with 2048 added, then the
// rest.
const UPPER: u32 = 12;
const DEPTH: u32 = 24;
const SELECTIVITY: u32 = 30;
const MOVES: [u32; 2] = [33, 40];
const AGE: u32 = 56;

impl Entry {
    /// Whether it stands for a search of this depth and selectivity.
    #[inline(always)]
    pub(crate) fn is_as_good_as(&self, depth: u32, selectivity: Selectivity) -> bool {
        self.depth >= depth && self.selectivity >= selectivity.index()
    }

    fn unpack(known: u64) -> Entry {
        let bound = |at: u32| (known >> at & 0xfff) as i32 - 2048;
        let square = |at: u32| Square::new((known >> at & 0x7f) as u8);
        Entry {
            lower: bound(0),
            upper: bound(UPPER),
            depth: (known >> DEPTH & 0x3f) as u32,
            selectivity: (known >> SELECTIVITY & 7) as u32,
            moves: MOVES.map(square),
        }
    }

    fn pack(self, age: u8) -> u64 {
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

    /// Adds what was known of the same board before.
    fn join(&mut self, old: Entry) {
        if (old.depth, old.selectivity) == (self.depth, self.selectivity) {
            let (lower, upper) = (self.lower.max(old.lower), self.upper.min(old.upper));
            // Two searches of a selective kind may contradict each other.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::{Position, sample};
    use crate::search::engine::score::BEST;

    /// What is remembered of a board here, and could be of no other.
    fn entry(board: Board) -> Entry {
        Entry {
            lower: board.mover.len() as i32 - board.opponent.len() as i32,
            upper: BEST,
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

    /// Whatever was searched before all was forgotten: the age is a byte, which comes round.
    #[test]
    fn a_cleared_line_is_filled_before_anything_gives_way() {
        let keys = [1, 2, 3, 4].map(|number| Key {
            hash: number << 40,
            is_near_end: false,
        });
        for searches in 0..=256 {
            let mut table = Table::new(1);
            for _ in 0..searches {
                table.grow_older();
            }
            table.clear();
            for key in keys {
                table.grow_older();
                table.store(key, entry(Position::START.board()));
            }
            for key in keys {
                assert!(table.find(key).is_some(), "after {searches} searches");
            }
        }
    }

    proptest! {
        /// With few empty squares or many, in few lines or many.
        #[test]
        fn boards_are_known_until_all_is_forgotten(choices in sample::choices(), room in 0..5usize) {
            let mut table = Table::new(8);
            table.spread(room);
            let boards = boards(&choices);
            for &board in &boards {
                table.store(Key::of(board), entry(board));
                prop_assert_eq!(table.find(Key::of(board)), Some(entry(board)));
            }
            // In other places they are unknown at worst, never others.
            table.spread(8);
            for &board in &boards {
                let found = table.find(Key::of(board));
                prop_assert!(found.is_none_or(|found| found == entry(board)));
                table.store(Key::of(board), entry(board));
            }
            table.clear();
            for megabytes in [1, 2, 4, 8] {
                table.spread(megabytes);
                prop_assert!(boards.iter().all(|&board| table.find(Key::of(board)).is_none()));
            }
        }
    }
}
