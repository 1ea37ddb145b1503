//! Finds balanced openings.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::Opening;
use super::tree::{Leaf, leaves};
use crate::board::Position;
use crate::search::control::Limits;
use crate::search::engine::{Effort, Engine, EngineOptions};
use crate::search::rng::MoveSeed;
use crate::tools::ToolError;
use crate::tools::interrupt::Interrupt;
use crate::tools::terminal::Progress;

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

/// Short searches do not fill more.
const HASH_MB: usize = 4;

/// The openings in alphabetical order; fewer than requested if there are not enough. They
/// do not depend on the number of threads.
pub(super) fn find(criteria: &Criteria) -> Result<Vec<Opening>, ToolError> {
    let mut leaves = leaves(criteria.plies);
    MoveSeed::new(criteria.seed, 0, &Position::START)
        .rng()
        .shuffle(&mut leaves);
    let search = Search {
        criteria,
        leaves: &leaves,
        interrupt: Interrupt::install(),
        progress: Progress::new(criteria.count),
        next: AtomicUsize::new(0),
        balanced: Mutex::default(),
    };
    thread::scope(|scope| {
        for _ in 0..criteria.threads {
            scope.spawn(|| search.work());
        }
    });
    if search.interrupt.is_asked() {
        return Err(ToolError::Interrupted);
    }
    let mut balanced = search
        .balanced
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
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

struct Search<'a> {
    criteria: &'a Criteria,
    leaves: &'a [Leaf],
    interrupt: Interrupt,
    progress: Progress,
    /// The index of the first leaf that no thread has taken.
    next: AtomicUsize,
    /// The indices of the balanced leaves.
    balanced: Mutex<Vec<usize>>,
}

impl Search<'_> {
    /// Searches leaves until enough are balanced. Every leaf that is taken is also
    /// finished, so that no leaf before the last balanced one is missed.
    fn work(&self) {
        let mut engine = Engine::new();
        while !self.interrupt.is_asked() && self.balanced().len() < self.criteria.count {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(leaf) = self.leaves.get(index) else {
                return;
            };
            if self.is_balanced(&mut engine, leaf) {
                self.balanced().push(index);
                self.progress.step();
            }
        }
    }

    fn is_balanced(&self, engine: &mut Engine, leaf: &Leaf) -> bool {
        engine.clear();
        let options = EngineOptions {
            threads: 1,
            hash_mb: HASH_MB,
        };
        let control = self.interrupt.control(Limits::default());
        let effort = Effort::Level(self.criteria.level);
        let report = engine.solve(&leaf.position, effort, options, &control, &mut |_| {});
        report.discs().abs() <= self.criteria.within
    }

    fn balanced(&self) -> std::sync::MutexGuard<'_, Vec<usize>> {
        self.balanced.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
