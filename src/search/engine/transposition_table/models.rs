//! Models of threads that use the table at once: whatever they see of each other's words, no
//! board gets an entry of another, or one that nobody has stored.
//! They fail if a slot has the hash itself in place of the XOR.
//!
//! In Loom a bucket has two slots, and there is one bucket for each megabyte.

use std::sync::Arc;

use super::{Entry, Key, TranspositionTable};
use crate::board::{Board, Position};
use crate::sync::models::explore;
use crate::sync::thread;

/// A table of two megabytes, of which one is in use.
fn table() -> Arc<TranspositionTable> {
    Arc::new(TranspositionTable::new(2, 0))
}

/// The boards after each of the first moves. All have the same bucket.
fn board(number: usize) -> Board {
    let start = Position::START;
    let square = start.moves().into_iter().nth(number);
    start.after(square.expect("there are four").into()).board()
}

fn key(number: usize) -> Key {
    Key::of(board(number))
}

/// An entry that tells for which board it was stored, and by which search.
fn entry(number: usize, search: u32) -> Entry {
    let score = 2 * number as i32 - 3;
    Entry {
        lower: score,
        upper: score,
        depth: 10 + search,
        selectivity: number as u32,
        moves: [board(number).moves().into_iter().next(), None],
    }
}

/// Looks the board up: an entry must be its own.
fn probe(table: &TranspositionTable, number: usize) {
    let found = table.probe(key(number));
    // The moves of older entries may be added.
    let is_own = |found: Entry| [0, 1].iter().any(|&search| found == entry(number, search));
    assert!(found.is_none_or(is_own), "board {number} got {found:?}");
}

fn store(table: &TranspositionTable, number: usize, search: u32) {
    table.store(key(number), entry(number, search));
}

/// While threads store these entries, looks up these boards, and again afterwards.
fn probe_while_storing(
    table: &Arc<TranspositionTable>,
    stored: [(usize, u32); 2],
    probed: &[usize],
) {
    let storing = stored.map(|(number, search)| {
        let table = Arc::clone(table);
        thread::spawn(move || store(&table, number, search))
    });
    // Loom then has the others run first. What they have stored may still not be seen.
    thread::yield_now();
    probed.iter().for_each(|&number| probe(table, number));
    for thread in storing {
        thread.join().expect("it ends");
    }
    probed.iter().for_each(|&number| probe(table, number));
}

/// The slot is empty, and both choose it.
#[test]
fn boards_that_compete_for_a_slot_are_not_mixed_up() {
    explore(Some(3), || {
        probe_while_storing(&table(), [(0, 0), (1, 0)], &[0, 1]);
    });
}

#[test]
fn two_entries_of_a_board_are_not_mixed_up() {
    explore(Some(3), || {
        probe_while_storing(&table(), [(0, 0), (0, 1)], &[0]);
    });
}

/// Entries of an earlier search are replaced.
#[test]
fn a_replaced_entry_is_not_mixed_up_with_the_new_one() {
    explore(Some(3), || {
        let table = table();
        store(&table, 0, 0);
        table.advance_age();
        probe_while_storing(&table, [(1, 0), (2, 0)], &[0, 1]);
    });
}

/// Another search starts to use more of the table.
#[test]
fn entries_stay_right_while_the_table_grows() {
    explore(Some(3), || {
        let table = table();
        let other = Arc::clone(&table);
        let searching = thread::spawn(move || {
            store(&other, 0, 0);
            thread::yield_now();
            probe(&other, 0);
        });
        table.use_at_least(2);
        table.advance_age();
        store(&table, 1, 0);
        thread::yield_now();
        probe(&table, 0);
        searching.join().expect("it ends");
        probe(&table, 1);
    });
}
