//! Sharing a search between threads: young brothers wait.
//!
//! As long as the first move of a position is being searched, nothing is known
//! that would help to search the others. After it, and if it did not refute the
//! position, they are likely to be needed all, and threads that have nothing to
//! do may take one each: the position becomes a [`Split`]. Whoever finds a move
//! that refutes it settles the split, and all others drop what they do below it.
//!
//! The thread that opened a split waits until nobody works on it any more;
//! meanwhile it helps with splits that were opened below it. Idle threads sleep.
//! A thread that panics leaves its split all the same, and stops the search, so
//! that nobody waits for ever.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;

use super::pool::{Pool, State};
use super::split_point::{Best, Split, Work, lock};
use super::worker::Worker;
use crate::search::control::Stopped;
use crate::search::engine::children::Children;
use crate::search::engine::evaluation::Node;

/// Leaves a split when a thread is done with it, in whatever way.
struct Leaving<'a> {
    pool: &'a Pool<'a>,
    split: &'a Split,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            lock(&self.split.work).is_broken = true;
            self.pool.control.stop();
        }
        self.pool.change(|_| {
            self.split.helpers.fetch_sub(1, Relaxed);
        });
    }
}

impl Worker<'_> {
    /// What a thread does that has no work of its own, until the pool closes.
    pub(crate) fn help(mut self) {
        while let Some(split) = self.pool.next(None, |state| state.is_closed) {
            self.help_with(split);
        }
    }

    /// Searches the remaining children of a position together with others.
    pub(crate) fn share(
        &mut self,
        node: Node,
        children: Children,
        best: Best,
        alpha: i32,
        depth: u32,
    ) -> Result<Best, Stopped> {
        let outer = self.split.clone();
        let split = Arc::new(Split {
            parent: outer.clone(),
            node,
            alpha,
            depth,
            selectivity: self.selectivity,
            nested: self.nested,
            work: Mutex::new(Work {
                children,
                best,
                is_broken: false,
            }),
            is_refuted: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
        });
        self.pool
            .change(|state| state.open.push(Arc::clone(&split)));
        self.work_on(&split);
        let pool = self.pool;
        let is_left = |_: &State| split.helpers.load(Relaxed) == 0;
        while let Some(below) = pool.next(Some(&split), is_left) {
            self.help_with(below);
        }
        pool.change(|state| state.open.retain(|open| !Arc::ptr_eq(open, &split)));
        self.split = outer;
        self.selectivity = split.selectivity;
        self.nested = split.nested;
        let work = lock(&split.work);
        let is_done = !work.is_broken && work.children.left() == 0;
        if work.best.0 <= alpha && !is_done {
            return Err(Stopped);
        }
        Ok(work.best)
    }

    /// Works on somebody else's split until there is nothing left to do.
    fn help_with(&mut self, split: Arc<Split>) {
        let _leaving = Leaving {
            pool: self.pool,
            split: &split,
        };
        #[cfg(test)]
        tests::fail_if_planned();
        self.work_on(&split);
        self.meter.tell();
    }

    fn work_on(&mut self, split: &Arc<Split>) {
        self.split = Some(Arc::clone(split));
        while let Some((place, child)) = split.take() {
            self.selectivity = split.selectivity;
            self.nested = split.nested;
            let next = split.node.after(&child);
            match (self.search_move)(self, next, split.alpha, split.depth, place) {
                Ok(score) => split.report(score, child.square),
                Err(Stopped) => lock(&split.work).is_broken = true,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::time::Duration;

    use super::*;
    use crate::board::Position;
    use crate::search::control::{Control, Limits};
    use crate::search::engine::threads::Closing;
    use crate::search::engine::transposition_table::Table;
    use crate::search::engine::{Effort, Engine, EngineOptions};

    static HELPERS_FAIL: AtomicBool = AtomicBool::new(false);

    pub(crate) fn fail_if_planned() {
        assert!(!HELPERS_FAIL.load(Relaxed), "as planned");
    }

    /// A thread that dies at work is missed by nobody, and ends the search.
    #[test]
    fn a_panic_leaves_nobody_waiting() {
        let control = Control::new(Limits::default());
        let table = Table::new(1);
        let pool = Pool::new(&control);
        let search = AssertUnwindSafe(|| {
            thread::scope(|scope| {
                let _closing = Closing(&pool);
                let pool = &pool;
                for _ in 0..2 {
                    scope.spawn(move || {
                        let split = pool.next(None, |state| state.is_closed);
                        let split = &split.expect("one is opened");
                        let _leaving = Leaving { pool, split };
                        panic!("as planned");
                    });
                }
                while pool.idle.load(Relaxed) < 2 {
                    thread::yield_now();
                }
                // It goes on until it is stopped.
                let never = |worker: &mut Worker<'_>, _, _, _, _| {
                    loop {
                        worker.enter()?;
                    }
                };
                let node = Node::of(Position::START.board());
                let mut children = Children::new();
                children.list(node.board, node.board.moves());
                let mut worker = Worker::new(&table, pool, never);
                let result = worker.share(node, children, (-64, None), 0, 60);
                assert!(result.is_err());
            });
        });
        assert!(catch_unwind(search).is_err());
        assert!(lock(&pool.state).is_closed);
    }

    /// The whole engine dies of a helper's panic, as whoever called it expects.
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
            Engine::new().solve(
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
