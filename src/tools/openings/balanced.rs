//! Which openings are fair? The engine says it.

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

/// Which openings are wanted.
#[derive(Debug)]
pub(super) struct Wish {
    pub(super) count: usize,
    pub(super) plies: usize,
    /// The greatest lead of either side in discs.
    pub(super) within: i32,
    pub(super) level: u32,
    pub(super) threads: usize,
    pub(super) seed: u64,
}

impl Default for Wish {
    fn default() -> Wish {
        Wish {
            count: 2000,
            plies: 8,
            within: 2,
            level: 12,
            threads: 1,
            seed: 1,
        }
    }
}

/// Searches of a few plies fill no more.
const HASH_MB: usize = 4;

/// So many openings, or as many as there are, in the order of the alphabet. They
/// are the same however many threads look for them.
pub(super) fn find(wish: &Wish) -> Result<Vec<Opening>, ToolError> {
    let mut leaves = leaves(wish.plies);
    MoveSeed::new(wish.seed, 0, &Position::START)
        .rng()
        .shuffle(&mut leaves);
    let search = Search {
        wish,
        leaves: &leaves,
        interrupt: Interrupt::install(),
        progress: Progress::new(wish.count),
        next: AtomicUsize::new(0),
        fair: Mutex::default(),
    };
    thread::scope(|scope| {
        for _ in 0..wish.threads {
            scope.spawn(|| search.work());
        }
    });
    if search.interrupt.is_asked() {
        return Err(ToolError::Interrupted);
    }
    let mut fair = search
        .fair
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    // Another thread may have been ahead when the last one was found.
    fair.sort_unstable();
    fair.truncate(wish.count);
    let opening = |index: usize| {
        let Leaf { moves, .. } = leaves[index].clone();
        Opening::new(Position::START, moves).expect("the side to move has a move")
    };
    let mut openings: Vec<Opening> = fair.into_iter().map(opening).collect();
    openings.sort_by_cached_key(Opening::to_string);
    Ok(openings)
}

struct Search<'a> {
    wish: &'a Wish,
    leaves: &'a [Leaf],
    interrupt: Interrupt,
    progress: Progress,
    /// The first leaf that nobody has looked at.
    next: AtomicUsize,
    /// The fair leaves.
    fair: Mutex<Vec<usize>>,
}

impl Search<'_> {
    /// Looks at leaves until enough are fair. Each leaf that was taken is looked
    /// at to the end, so no earlier one is missing among those found.
    fn work(&self) {
        let mut engine = Engine::new();
        while !self.interrupt.is_asked() && self.fair().len() < self.wish.count {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(leaf) = self.leaves.get(index) else {
                return;
            };
            if self.is_fair(&mut engine, leaf) {
                self.fair().push(index);
                self.progress.step();
            }
        }
    }

    fn is_fair(&self, engine: &mut Engine, leaf: &Leaf) -> bool {
        engine.clear();
        let options = EngineOptions {
            threads: 1,
            hash_mb: HASH_MB,
        };
        let control = self.interrupt.control(Limits::default());
        let effort = Effort::Level(self.wish.level);
        let report = engine.solve(&leaf.position, effort, options, &control, &mut |_| {});
        report.discs().abs() <= self.wish.within
    }

    fn fair(&self) -> std::sync::MutexGuard<'_, Vec<usize>> {
        self.fair.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
