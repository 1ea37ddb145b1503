//! Finds balanced openings.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Opening;
use super::tree::{Leaf, leaves};
use crate::board::Position;
use crate::search::control::Limits;
use crate::search::engine::{Effort, Engine, EngineOptions};
use crate::search::rng::MoveSeed;
use crate::tools::ToolError;
use crate::tools::interrupt::Interrupt;
use crate::tools::terminal::Progress;
use crate::tools::threads::share;

/// Which openings to find.
#[derive(Debug)]
pub(super) struct Criteria {
    pub(super) count: usize,
    pub(super) plies: usize,
    /// The largest lead of either side in discs.
    pub(super) within: i32,
    pub(super) level: u32,
    pub(super) threads: u32,
    pub(super) seed: u64,
}

impl Default for Criteria {
    fn default() -> Criteria {
        Criteria {
            count: 2000,
            plies: 8,
            within: 2,
            level: 12,
            threads: 1,
            seed: 1,
        }
    }
}

/// These searches are too short to fill a larger table.
const HASH_MB: usize = 4;

/// The openings in alphabetical order; fewer than requested if there are not enough. They
/// do not depend on the number of threads.
pub(super) fn find(criteria: &Criteria) -> Result<Vec<Opening>, ToolError> {
    let mut leaves = leaves(criteria.plies);
    MoveSeed::new(criteria.seed, 0, &Position::START)
        .rng()
        .shuffle(&mut leaves);
    let interrupt = Interrupt::install();
    let progress = Progress::new(criteria.count);
    let found = AtomicUsize::new(0);
    let is_enough = || found.load(Ordering::Relaxed) >= criteria.count;
    // Every job that is taken is also finished, so the result includes all balanced leaves up
    // to the last one found.
    let jobs = leaves.iter().enumerate().take_while(|_| !is_enough());
    let workers = (0..criteria.threads).map(|_| {
        let mut engine = Engine::new();
        let interrupt = &interrupt;
        move |(index, leaf)| {
            let is_balanced = is_balanced(&mut engine, leaf, criteria, interrupt);
            Some(is_balanced.then_some(index))
        }
    });
    let mut balanced: Vec<usize> = Vec::new();
    let Ok(()) = share(&interrupt, jobs, workers, |index| {
        if let Some(index) = index {
            balanced.push(index);
            found.store(balanced.len(), Ordering::Relaxed);
            progress.step();
        }
        Ok::<(), Infallible>(())
    });
    if interrupt.is_requested() {
        return Err(ToolError::Interrupted);
    }
    // Other threads may have found more before they noticed that there are enough.
    balanced.sort_unstable();
    balanced.truncate(criteria.count);
    let opening = |index: usize| {
        let Leaf { moves, .. } = leaves[index].clone();
        Opening::new(Position::START, moves).expect("the side to move has a move")
    };
    let mut openings: Vec<Opening> = balanced.into_iter().map(opening).collect();
    openings.sort_by_cached_key(Opening::to_string);
    Ok(openings)
}

fn is_balanced(
    engine: &mut Engine,
    leaf: &Leaf,
    criteria: &Criteria,
    interrupt: &Interrupt,
) -> bool {
    engine.clear();
    let options = EngineOptions {
        threads: 1,
        hash_mb: HASH_MB,
    };
    let control = interrupt.control(Limits::default());
    let effort = Effort::Level(criteria.level);
    let report = engine.solve(&leaf.position, effort, options, &control, &mut |_| {});
    report.discs().abs() <= criteria.within
}
