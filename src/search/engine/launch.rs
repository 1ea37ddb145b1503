//! The engine, and how each of its searches begins and ends: a table large
//! enough, a root, and other threads if the search grows long.

use std::{mem, thread};

use super::effort::EngineOptions;
use super::endgame::Endgame;
use super::evaluation::Opinions;
use super::goal::Goal;
use super::midgame::search_move;
use super::root::Root;
use super::threads::{Closing, Pool, Worker};
use super::transposition_table::Table;
use crate::board::Position;
use crate::search::control::Control;

/// The engine, with what it remembers.
#[derive(Default)]
pub struct Engine {
    /// With its size in megabytes; allocated at the first search.
    table: Option<(usize, Table)>,
    /// What the thread that is always there has beside it.
    endgame: Endgame,
    opinions: Opinions,
}

impl Engine {
    /// An engine that allocates its memory at the first search.
    pub fn new() -> Engine {
        Engine::default()
    }

    /// Forgets everything that earlier searches found.
    pub fn clear(&mut self) {
        if let Some((_, table)) = &mut self.table {
            table.clear();
        }
        self.endgame = Endgame::default();
        self.opinions = Opinions::default();
    }

    /// Prepares a search and ends it in good order. `search` may call for help:
    /// then the other threads join.
    pub(super) fn with_root<T>(
        &mut self,
        position: &Position,
        goal: Goal,
        options: EngineOptions,
        control: &Control,
        search: impl FnOnce(&mut Root<'_, '_>, &mut dyn FnMut()) -> T,
    ) -> T {
        let hash_mb = options.hash_mb;
        if self.table.as_ref().is_none_or(|&(size, _)| size != hash_mb) {
            // The old one goes before the new one comes.
            self.table = None;
            self.table = Some((hash_mb, Table::new(hash_mb)));
        }
        let (_, table) = self.table.as_mut().expect("it was just made");
        table.spread(room(goal, position.empty().len()));
        table.grow_older();
        let table = &*table;
        let pool = Pool::new(control);
        thread::scope(|scope| {
            let _closing = Closing(&pool);
            let mut worker = Worker::new(table, &pool, search_move);
            worker.endgame = mem::take(&mut self.endgame);
            worker.opinions = mem::take(&mut self.opinions);
            let mut root = Root::new(&mut worker, position);
            let mut helpers = 1..options.threads;
            let mut help = || {
                for _ in helpers.by_ref() {
                    let helper = Worker::new(table, &pool, search_move);
                    // Without room for a thread the others do the work.
                    let builder = thread::Builder::new().name("helper".into());
                    let _ = builder.spawn_scoped(scope, || helper.help());
                }
            };
            let found = search(&mut root, &mut help);
            self.endgame = worker.endgame;
            self.opinions = worker.opinions;
            found
        })
    }
}

/// No table is larger, in megabytes.
const MOST_ROOM: usize = 1 << 16;

/// How many megabytes of a table a search fills: twice as many for each ply more to the
/// end of the game, or for two plies in the middle.
fn room(goal: Goal, empty: u32) -> usize {
    let doublings = if goal.depth >= empty {
        empty.saturating_sub(18)
    } else {
        goal.depth.saturating_sub(10) / 2
    };
    1 << doublings.min(MOST_ROOM.ilog2())
}
