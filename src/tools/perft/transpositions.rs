//! Perft that counts what is below a position only once, however many sequences of moves
//! lead to it.
//!
//! The first plies are searched breadth first. All views of a position have the same number
//! of leaves, so only one is kept of those that are the same number of plies from the root.
//! [`perft`] counts what is below the last of these positions, on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::board::symmetry::canonical;
use crate::board::{Position, perft};

/// With fewer plies left, [`perft`] is faster than merging positions.
const LEAST_LEFT: u32 = 4;

/// How many positions without merging are enough for the threads to end at about the same
/// time.
const SHARES: usize = 4096;

/// How many positions a thread takes at a time.
const AT_A_TIME: usize = 4;

/// A position some plies from the root, and how many sequences of moves lead to it.
type Reached = (Position, u64);

/// [`perft`] of a position with this many threads, which keeps positions in this many bytes
/// of memory to merge them; with `None`, each sequence is counted on its own.
pub(super) fn count(root: &Position, depth: u32, memory: Option<usize>, threads: usize) -> u64 {
    let capacity = match memory {
        Some(bytes) => bytes / size_of::<Reached>(),
        None if threads > 1 => SHARES,
        None => 0,
    };
    let mut reached = vec![(*root, 1)];
    let mut finished = 0;
    let mut left = depth;
    while left > LEAST_LEFT && reached.len() + children(&reached) <= capacity {
        let mut next = Vec::with_capacity(children(&reached));
        for (position, sequences) in reached {
            if position.is_over() {
                finished += sequences;
            } else if position.moves().is_empty() {
                next.push((position.pass(), sequences));
            } else {
                let play = |square| (position.play(square), sequences);
                next.extend(position.moves().into_iter().map(play));
            }
        }
        if memory.is_some() {
            merge(&mut next);
        }
        reached = next;
        left -= 1;
    }
    finished + sum(&reached, left, threads)
}

/// How many positions follow; at least one is counted for each.
fn children(reached: &[Reached]) -> usize {
    let moves = reached.iter().map(|(position, _)| position.moves().len());
    moves.map(|count| count.max(1) as usize).sum()
}

/// Leaves one of the positions that are views of each other.
fn merge(reached: &mut Vec<Reached>) {
    let discs = |position: &Position| (position.mover().bits(), position.opponent().bits());
    for (position, _) in &mut *reached {
        *position = canonical(position).0;
    }
    reached.sort_unstable_by_key(|(position, _)| discs(position));
    reached.dedup_by(|(position, sequences), (kept, total)| {
        let is_known = discs(position) == discs(kept);
        if is_known {
            *total += *sequences;
        }
        is_known
    });
}

/// The sum of [`perft`] over all sequences.
fn sum(reached: &[Reached], depth: u32, threads: usize) -> u64 {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut total = 0;
        while let Some(rest) = reached.get(next.fetch_add(AT_A_TIME, Ordering::Relaxed)..) {
            for (position, sequences) in rest.iter().take(AT_A_TIME) {
                total += sequences * perft(position, depth);
            }
        }
        total
    };
    thread::scope(|scope| {
        // If the system refuses a thread, the others do the work.
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads).map_while(start).collect();
        let totals = others
            .into_iter()
            .map(|other| other.join().expect("counting does not panic"));
        work() + totals.sum::<u64>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::sample;
    use proptest::prelude::*;

    const MEMORIES: [Option<usize>; 5] = [None, Some(0), Some(100), Some(10_000), Some(1 << 24)];

    #[test]
    fn merged_positions_count_as_often_as_they_are_reached() {
        let depths = if cfg!(debug_assertions) {
            0..=8
        } else {
            0..=10
        };
        for depth in depths {
            let expected = perft(&Position::START, depth);
            for memory in MEMORIES {
                for threads in [1, 3] {
                    let counted = count(&Position::START, depth, memory, threads);
                    assert_eq!(counted, expected, "depth {depth} {memory:?} {threads}");
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn passes_and_ends_of_games_are_counted(choices in prop::collection::vec(any::<u8>(), 130)) {
            let game = sample::game(Position::START, &choices);
            let mut position = Position::START;
            for &played in &game[..game.len() - 6.min(game.len())] {
                position = position.after(played);
            }
            for depth in [5, 6, 20] {
                let expected = perft(&position, depth);
                for memory in MEMORIES {
                    prop_assert_eq!(count(&position, depth, memory, 2), expected);
                }
            }
        }
    }
}
