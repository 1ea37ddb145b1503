//! The speed of the kernels: the innermost functions of searches and random games.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::playout::play_out;
use super::rng::MoveSeed;
use crate::board::{Bitboard, Position, Square, count_leaves, flip, mobility};

/// Each figure is the best of this many runs.
const RUNS: usize = 5;

const PLAYOUTS: u32 = 50_000;

/// The figures of all kernels in the code of this crate, one in each line.
pub(crate) fn measure() -> Vec<String> {
    let boards = boards();
    let mut lines = Vec::new();
    for kernel in flip::KERNELS {
        let time = best(|| {
            for &(square, mover, opponent) in &boards {
                black_box((kernel.flips)(square, mover, opponent));
            }
        });
        let nanos = nanos(time, boards.len());
        lines.push(format!("flip {} {nanos:.2} ns per call", kernel.name));
    }
    for kernel in mobility::KERNELS {
        let time = best(|| {
            for &(_, mover, opponent) in &boards {
                black_box((kernel.moves)(mover, opponent));
            }
        });
        let nanos = nanos(time, boards.len());
        lines.push(format!("mobility {} {nanos:.2} ns per call", kernel.name));
    }
    let start = Position::START;
    let mut leaves = 0;
    let time = best(|| leaves = count_leaves(start.mover().bits(), start.opponent().bits(), 10));
    let millions = leaves as f64 / time.as_secs_f64() / 1e6;
    lines.push(format!("perft 10 {millions:.0} M/s"));
    let mut rng = MoveSeed::fixed(&start).rng();
    let time = best(|| {
        for _ in 0..PLAYOUTS {
            black_box(play_out(&start, &mut rng));
        }
    });
    let rate = f64::from(PLAYOUTS) / time.as_secs_f64();
    lines.push(format!("random games {rate:.0} per second"));
    lines
}

/// Moves with their boards, in breadth-first order from the start position.
fn boards() -> Vec<(Square, Bitboard, Bitboard)> {
    let mut boards = Vec::new();
    let mut level = vec![Position::START];
    while boards.len() < 100_000 {
        let mut next = Vec::new();
        for position in level {
            for square in position.moves() {
                boards.push((square, position.mover(), position.opponent()));
                next.push(position.play(square));
            }
        }
        level = next;
    }
    boards
}

fn best(mut work: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..RUNS).map(time).min().unwrap_or_default()
}

fn nanos(time: Duration, calls: usize) -> f64 {
    time.as_secs_f64() * 1e9 / calls as f64
}
