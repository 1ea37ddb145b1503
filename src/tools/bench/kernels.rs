//! The speed of the kernels in this build.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use crate::board::perft;
use crate::board::{Bitboard, Position, Square, flip, mobility};
use crate::search::playout::play_out;
use crate::search::rng::MoveSeed;
use crate::tools::ToolError;

/// Each figure is the best of this many runs.
const RUNS: usize = 5;

const PLAYOUTS: u32 = 50_000;

pub(super) fn run(output: &mut dyn Write) -> Result<(), ToolError> {
    let boards = boards();
    for kernel in flip::KERNELS {
        let time = best(|| {
            for &(square, mover, opponent) in &boards {
                black_box((kernel.flips)(square, mover, opponent));
            }
        });
        writeln!(
            output,
            "flip {} {:.2} ns per call",
            kernel.name,
            nanos(time, boards.len())
        )?;
    }
    for kernel in mobility::KERNELS {
        let time = best(|| {
            for &(_, mover, opponent) in &boards {
                black_box((kernel.moves)(mover, opponent));
            }
        });
        writeln!(
            output,
            "mobility {} {:.2} ns per call",
            kernel.name,
            nanos(time, boards.len())
        )?;
    }
    let mut leaves = 0;
    let time = best(|| leaves = perft(&Position::START, 10));
    let millions = leaves as f64 / time.as_secs_f64() / 1e6;
    writeln!(output, "perft 10 {millions:.0} M/s")?;
    let mut rng = MoveSeed::fixed(&Position::START).rng();
    let time = best(|| {
        for _ in 0..PLAYOUTS {
            black_box(play_out(&Position::START, &mut rng));
        }
    });
    let rate = f64::from(PLAYOUTS) / time.as_secs_f64();
    writeln!(output, "random games {rate:.0} per second")?;
    Ok(())
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
