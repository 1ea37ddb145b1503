//! The speed of the search, by the number of threads.

use std::time::{Duration, Instant};

use crate::board::Position;
use crate::search::control::Limits;
use crate::search::engine::{Effort, Engine, EngineOptions};
use crate::system;
use crate::tools::bench::endgame::ENDGAME;
use crate::tools::bench::midgame::MIDGAME;
use crate::tools::interrupt::Interrupt;

/// Millions of nodes per second with a number of threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speed {
    pub(super) threads: u32,
    pub(super) midgame: f64,
    pub(super) endgame: f64,
    /// The part of the time in which the threads were running, from 0 to 1, if it is known.
    pub(super) running: Option<f64>,
}

/// The first positions of the midgame suite are so far from the end of the game that no
/// search gets there, and the first of the endgame suite take the longest.
const MIDGAME_POSITIONS: usize = 6;
const ENDGAME_POSITIONS: usize = 4;

const HASH_MB: usize = 64;

/// The numbers of threads to measure: powers of two, and all threads.
pub(super) fn thread_counts(most: u32) -> Vec<u32> {
    let powers = (0..).map(|power| 1 << power);
    let mut counts: Vec<u32> = powers.take_while(|&count| count < most).collect();
    counts.push(most);
    counts
}

/// Measures for about this long. `None` if the user has interrupted it.
pub(super) fn measure(threads: u32, time: Duration, interrupt: &Interrupt) -> Option<Speed> {
    let midgame = boards(MIDGAME.boards, MIDGAME_POSITIONS);
    let endgame = boards(ENDGAME.boards, ENDGAME_POSITIONS);
    let (start, cpu_time) = (Instant::now(), system::cpu_time());
    let mut speed = Speed {
        threads,
        midgame: mean(&midgame, Effort::Depth(30), threads, time / 2, interrupt),
        endgame: mean(&endgame, Effort::End, threads, time / 2, interrupt),
        running: None,
    };
    if let Some((before, after)) = cpu_time.zip(system::cpu_time()) {
        let possible = start.elapsed() * threads;
        speed.running = Some(after.saturating_sub(before).div_duration_f64(possible));
    }
    (!interrupt.is_requested()).then_some(speed)
}

fn boards(boards: &[&str], count: usize) -> Vec<Position> {
    let parse = |board: &&str| board.parse().expect("it is a board");
    boards.iter().take(count).map(parse).collect()
}

/// The mean of the speeds on these positions, each searched for an equal part of the time,
/// again and again if it takes less.
fn mean(
    positions: &[Position],
    effort: Effort,
    threads: u32,
    time: Duration,
    interrupt: &Interrupt,
) -> f64 {
    let share = time / positions.len() as u32;
    let options = EngineOptions {
        threads: threads as usize,
        hash_mb: HASH_MB,
    };
    let mut engine = Engine::new();
    // Allocates the table and starts the threads.
    let warm_up = interrupt.control(Limits {
        time: Some(share / 4),
        ..Limits::default()
    });
    engine.solve(&positions[0], effort, options, &warm_up, &mut |_| {});
    let mut speed = |position: &Position| {
        let (mut nodes, mut spent) = (0, Duration::ZERO);
        while spent < share && !interrupt.is_requested() {
            engine.clear();
            let control = interrupt.control(Limits {
                time: Some(share - spent),
                ..Limits::default()
            });
            let start = Instant::now();
            engine.solve(position, effort, options, &control, &mut |_| {});
            spent += start.elapsed();
            nodes += control.spent();
        }
        nodes as f64 / 1e6 / spent.as_secs_f64().max(1e-9)
    };
    let speeds: f64 = positions.iter().map(&mut speed).sum();
    speeds / positions.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threads_are_measured() {
        assert_eq!(thread_counts(1), [1]);
        assert_eq!(thread_counts(2), [1, 2]);
        assert_eq!(thread_counts(6), [1, 2, 4, 6]);
    }
}
