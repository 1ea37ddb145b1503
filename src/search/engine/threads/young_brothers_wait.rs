//! How threads share a search: young brothers wait (YBW).
//!
//! Until the first move of a position has been searched, it is not known whether the
//! others will be needed. If it has not failed high, most likely all of them must be
//! searched, so idle threads may take one each: the position becomes a split point. Once
//! a thread finds a move that fails high, all threads abandon the work below it.
//!
//! The thread that opened a split point stays until no other thread works on it; in the
//! meantime it helps at split points that were opened below it. Idle threads sleep. A
//! thread that panics still leaves its split point and stops the search, so that no
//! thread waits forever.

use std::sync::Arc;

use super::pool::{State, ThreadPool};
use super::split_point::{Best, SharedSearch, SplitPoint};
use super::worker::Worker;
use crate::search::control::Stopped;
use crate::search::engine::children::Children;
use crate::search::engine::evaluation::Node;
use crate::search::engine::score::NullWindow;
use crate::sync::atomic::Ordering::Relaxed;
use crate::sync::thread;

/// Takes a helper off a split point when it is done, even if it panics.
pub(super) struct LeaveOnDrop<'a> {
    pub(super) pool: &'a ThreadPool<'a>,
    pub(super) split_point: &'a SplitPoint,
}

impl Drop for LeaveOnDrop<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.split_point.abandon_move();
            self.pool.control.stop();
        }
        self.pool.change(|_| {
            self.split_point.helpers.fetch_sub(1, Relaxed);
        });
    }
}

impl Worker<'_> {
    /// Helps wherever there is work, until the pool closes.
    pub(crate) fn help(mut self) {
        while let Some(split_point) = self.pool.next(None, |state| state.is_closed) {
            self.help_at(split_point);
        }
    }

    /// Searches the remaining children of a position together with other threads.
    pub(crate) fn split(
        &mut self,
        node: Node,
        children: Children,
        best: Best,
        window: NullWindow,
        depth: u32,
    ) -> Result<Best, Stopped> {
        let outer = self.split_point.clone();
        let search = SharedSearch {
            node,
            window,
            depth,
            selectivity: self.selectivity,
            probcut_nesting: self.probcut_nesting,
        };
        let split_point = Arc::new(SplitPoint::new(outer.clone(), search, children, best));
        self.pool
            .change(|state| state.open.push(Arc::clone(&split_point)));
        self.work_at(&split_point);
        let pool = self.pool;
        let is_left = |_: &State| split_point.helpers.load(Relaxed) == 0;
        while let Some(below) = pool.next(Some(&split_point), is_left) {
            self.help_at(below);
        }
        pool.change(|state| state.open.retain(|open| !Arc::ptr_eq(open, &split_point)));
        self.split_point = outer;
        self.selectivity = search.selectivity;
        self.probcut_nesting = search.probcut_nesting;
        split_point.result().ok_or(Stopped)
    }

    /// Works at another thread's split point until nothing is left to do.
    fn help_at(&mut self, split_point: Arc<SplitPoint>) {
        let _leave = LeaveOnDrop {
            pool: self.pool,
            split_point: &split_point,
        };
        #[cfg(test)]
        tests::fail_if_planned();
        self.work_at(&split_point);
        self.meter.publish();
    }

    fn work_at(&mut self, split_point: &Arc<SplitPoint>) {
        self.split_point = Some(Arc::clone(split_point));
        let search = &split_point.search;
        while let Some((place, child)) = split_point.next_move() {
            self.selectivity = search.selectivity;
            self.probcut_nesting = search.probcut_nesting;
            let next = search.node.after(&child);
            match (self.search_move)(self, next, search.window, search.depth, place) {
                Ok(score) => split_point.add_score(score, child.square),
                Err(Stopped) => split_point.abandon_move(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::AtomicBool;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::board::Position;
    use crate::search::control::{Control, Limits};
    use crate::search::engine::launch::Core;
    use crate::search::engine::score::MIN_SCORE;
    use crate::search::engine::threads::CloseOnDrop;
    use crate::search::engine::threads::split_point::lock;
    use crate::search::engine::transposition_table::TranspositionTable;
    use crate::search::engine::{Effort, EngineOptions};

    static HELPERS_FAIL: AtomicBool = AtomicBool::new(false);

    pub(crate) fn fail_if_planned() {
        assert!(!HELPERS_FAIL.load(Relaxed), "as planned");
    }

    /// Nobody waits for a thread that has panicked, and the search ends.
    #[test]
    fn a_panic_leaves_nobody_waiting() {
        let control = Control::new(Limits::default());
        let table = TranspositionTable::new(1, 0);
        let pool = ThreadPool::new(&control);
        let search = AssertUnwindSafe(|| {
            thread::scope(|scope| {
                let _close = CloseOnDrop(&pool);
                let pool = &pool;
                for _ in 0..2 {
                    scope.spawn(move || {
                        let split_point = pool.next(None, |state| state.is_closed);
                        let split_point = &split_point.expect("one is opened");
                        let _leave = LeaveOnDrop { pool, split_point };
                        panic!("as planned");
                    });
                }
                while pool.idle.load(Relaxed) < 2 {
                    thread::yield_now();
                }
                // A move that is searched until the search is stopped.
                let never = |worker: &mut Worker<'_>, _, _, _, _| {
                    loop {
                        worker.enter()?;
                    }
                };
                let node = Node::of(Position::START.board());
                let mut children = Children::new();
                children.generate(node.board, node.board.moves());
                let best = (MIN_SCORE, None);
                let mut worker = Worker::new(&table, pool, never);
                let result = worker.split(node, children, best, NullWindow::above(0), 60);
                assert!(result.is_err());
            });
        });
        assert!(catch_unwind(search).is_err());
        assert!(lock(&pool.state).is_closed);
    }

    /// A panic of a helper reaches whoever called the engine.
    #[test]
    fn a_panic_of_a_helper_ends_the_search() {
        let control = Control::new(Limits {
            time: Some(Duration::from_secs(20)),
            ..Limits::default()
        });
        let options = EngineOptions {
            threads: 4,
            hash_mb: 1,
        };
        HELPERS_FAIL.store(true, Relaxed);
        let search = AssertUnwindSafe(|| {
            Core::default().solve(
                &Position::START,
                Effort::End,
                options,
                &control,
                &mut |_| {},
            )
        });
        let result = catch_unwind(search);
        HELPERS_FAIL.store(false, Relaxed);
        assert!(result.is_err());
        assert!(control.elapsed() < Duration::from_secs(10));
    }
}
