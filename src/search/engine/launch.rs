//! How each search of the engine starts and ends: with a transposition table
//! of a suitable size, a root, and helper threads if the search takes long.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{mem, thread};

use super::effort::EngineOptions;
use super::endgame::EndgameSolver;
use super::evaluation::EvalCache;
use super::goal::Goal;
use super::midgame::search_move;
use super::root::Root;
use super::threads::{CloseOnDrop, ThreadPool, Worker};
use super::transposition_table::TranspositionTable;
use crate::board::{Bitboard, Position};
use crate::search::control::Control;
use crate::system::memory::{BYTES_PER_THREAD, Memory};

/// The transposition table and its size in megabytes, allocated at the first search. Cores
/// with the same one search at once.
type SharedTable = Arc<Mutex<Option<(usize, Arc<TranspositionTable>)>>>;

/// The searches of the engine, and what they keep from one to the next.
#[derive(Default)]
pub(in crate::search) struct Core {
    table: SharedTable,
    /// The solver and the cache of the main thread. Helpers start with empty ones.
    endgame: EndgameSolver,
    eval_cache: EvalCache,
    forgetful: Option<Box<Core>>,
}

impl Core {
    /// Another core with the same transposition table.
    pub(in crate::search) fn sibling(&self) -> Core {
        Core {
            table: Arc::clone(&self.table),
            ..Core::default()
        }
    }

    /// Discards everything that earlier searches found.
    pub(in crate::search) fn clear(&mut self) {
        let mut shared = lock(&self.table);
        match shared.as_mut().map(|(_, table)| Arc::get_mut(table)) {
            Some(Some(table)) => table.clear(),
            // Another core is using it.
            Some(None) => *shared = None,
            None => {}
        }
        drop(shared);
        self.endgame = EndgameSolver::default();
        self.eval_cache = EvalCache::default();
    }

    /// A core that has searched nothing yet, and the resources that are enough for a short search.
    pub(super) fn forgetful(&mut self) -> (&mut Core, EngineOptions) {
        let core = self.forgetful.get_or_insert_default();
        core.clear();
        let options = EngineOptions {
            threads: 1,
            hash_mb: 1,
        };
        (core, options)
    }

    /// The table with this size, which is allocated if there is none yet.
    fn table_of(&self, hash_mb: usize, threads: usize) -> Arc<TranspositionTable> {
        let mut shared = lock(&self.table);
        if shared.as_ref().is_none_or(|&(size, _)| size != hash_mb) {
            // First free the old table.
            *shared = None;
            let affordable = (Memory::for_a_search() >> 20).max(1) as usize;
            let left = threads.saturating_mul(BYTES_PER_THREAD);
            let table = TranspositionTable::new(hash_mb.min(affordable), left);
            *shared = Some((hash_mb, Arc::new(table)));
        }
        let (_, table) = shared.as_ref().expect("it was just made");
        Arc::clone(table)
    }

    /// Runs `search` with a root that has these legal moves, and a function that starts the helper threads.
    pub(super) fn with_root<T>(
        &mut self,
        position: &Position,
        moves: Bitboard,
        goal: Goal,
        options: EngineOptions,
        control: &Control,
        search: impl FnOnce(&mut Root<'_, '_>, &mut dyn FnMut()) -> T,
    ) -> T {
        let hash_mb = options.hash_mb;
        let table = self.table_of(hash_mb, options.threads);
        table.use_at_least(megabytes_filled(goal, position.empty().len()));
        table.advance_age();
        let table = &*table;
        let pool = ThreadPool::new(control);
        thread::scope(|scope| {
            let _close = CloseOnDrop(&pool);
            let mut worker = Worker::new(table, &pool, search_move);
            worker.endgame = mem::take(&mut self.endgame);
            worker.eval_cache = mem::take(&mut self.eval_cache);
            let mut root = Root::new(&mut worker, position, moves);
            let mut helpers = 1..options.threads;
            let mut help = || {
                for _ in helpers.by_ref() {
                    let helper = Worker::new(table, &pool, search_move);
                    // If the system refuses a thread, the others do the work.
                    let builder = thread::Builder::new().name("helper".into());
                    let _ = builder.spawn_scoped(scope, || helper.help());
                }
            };
            let found = search(&mut root, &mut help);
            self.endgame = worker.endgame;
            self.eval_cache = worker.eval_cache;
            found
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The largest size of a table in megabytes.
const MAX_MEGABYTES: usize = 1 << 16;

/// How many megabytes of a table a search fills: twice as many for each additional ply in
/// a search to the end of the game, or for two in the midgame.
fn megabytes_filled(goal: Goal, empties: u32) -> usize {
    let doublings = if goal.depth >= empties {
        empties.saturating_sub(18)
    } else {
        goal.depth.saturating_sub(10) / 2
    };
    1 << doublings.min(MAX_MEGABYTES.ilog2())
}
