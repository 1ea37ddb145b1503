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

use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::children::Children;
use super::eight::Child;
use super::probcut::Selectivity;
use super::worker::{Node, Worker};
use crate::board::Square;
use crate::search::control::{Control, Stopped};

/// A value and the move that has it.
pub(super) type Best = (i32, Option<Square>);

/// A position whose moves several threads search.
pub(super) struct Split {
    parent: Option<Arc<Split>>,
    node: Node,
    alpha: i32,
    depth: u32,
    selectivity: Selectivity,
    nested: u32,
    work: Mutex<Work>,
    /// The value is known to be greater than `alpha`: no more work.
    is_refuted: AtomicBool,
    /// Threads at work beside the one that opened it. Changes under the lock of
    /// the pool.
    helpers: AtomicUsize,
}

struct Work {
    children: Children,
    best: Best,
    /// A move was not searched to the end.
    is_broken: bool,
}

impl Split {
    /// Whether there is no more use in working below this position.
    pub(super) fn is_settled(&self) -> bool {
        self.is_refuted.load(Relaxed)
            || self
                .parent
                .as_ref()
                .is_some_and(|parent| parent.is_settled())
    }

    fn is_below(&self, other: &Arc<Split>) -> bool {
        self.parent
            .as_ref()
            .is_some_and(|parent| Arc::ptr_eq(parent, other) || parent.is_below(other))
    }

    fn has_work(&self) -> bool {
        !self.is_settled() && lock(&self.work).children.left() > 0
    }

    /// The next move, after its place in the order of all.
    fn take(&self) -> Option<(usize, Child)> {
        if self.is_settled() {
            return None;
        }
        let mut work = lock(&self.work);
        let child = work.children.next()?;
        Some((work.children.taken(), child))
    }

    fn report(&self, score: i32, square: Square) {
        let mut work = lock(&self.work);
        if score > work.best.0 {
            work.best = (score, Some(square));
        }
        if score > self.alpha {
            self.is_refuted.store(true, Relaxed);
        }
    }
}

/// The threads of a search and the splits they may work on.
pub(super) struct Pool<'a> {
    pub(super) control: &'a Control,
    state: Mutex<State>,
    changed: Condvar,
    /// How often the state has changed. Changes under its lock.
    changes: AtomicUsize,
    /// How many threads wait for work.
    idle: AtomicUsize,
}

#[derive(Default)]
struct State {
    open: Vec<Arc<Split>>,
    is_closed: bool,
    /// Threads that must be woken.
    sleepers: usize,
}

/// A subtree must be worth the trouble of a split: so many plies. (To the end of the game
/// it always is: what is near it is left to the solver of small endgames.)
const LEAST_DEPTH: u32 = 6;

/// How often a thread looks for a change before it falls asleep: some tens of
/// microseconds.
const LOOKS: usize = 3000;

impl<'a> Pool<'a> {
    pub(super) fn new(control: &'a Control) -> Pool<'a> {
        Pool {
            control,
            state: Mutex::default(),
            changed: Condvar::new(),
            changes: AtomicUsize::new(0),
            idle: AtomicUsize::new(0),
        }
    }

    /// Whether to share a position, `depth` plies deep.
    #[inline(always)]
    pub(super) fn wants_work(&self, depth: u32) -> bool {
        depth >= LEAST_DEPTH && self.idle.load(Relaxed) > 0
    }

    /// A split that needs hands, below `above` if that is given. Waits for one
    /// until `is_over`.
    fn next(
        &self,
        above: Option<&Arc<Split>>,
        is_over: impl Fn(&State) -> bool,
    ) -> Option<Arc<Split>> {
        let mut state = lock(&self.state);
        loop {
            if is_over(&state) {
                return None;
            }
            let is_fit = |split: &&Arc<Split>| {
                above.is_none_or(|above| split.is_below(above)) && split.has_work()
            };
            if let Some(split) = state.open.iter().rfind(is_fit) {
                split.helpers.fetch_add(1, Relaxed);
                return Some(Arc::clone(split));
            }
            self.idle.fetch_add(1, Relaxed);
            state = self.wait(state);
            self.idle.fetch_sub(1, Relaxed);
        }
    }

    /// Waits for a change of the state. The next one mostly comes so soon that
    /// falling asleep and being woken would take longer.
    fn wait<'s>(&'s self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        let seen = self.changes.load(Relaxed);
        drop(state);
        for _ in 0..LOOKS {
            if self.changes.load(Relaxed) != seen {
                return lock(&self.state);
            }
            spin_loop();
        }
        let mut state = lock(&self.state);
        if self.changes.load(Relaxed) == seen {
            state.sleepers += 1;
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
            state.sleepers -= 1;
        }
        state
    }

    /// Tells everybody of a change of the state.
    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = lock(&self.state);
        change(&mut state);
        self.changes.fetch_add(1, Relaxed);
        if state.sleepers > 0 {
            self.changed.notify_all();
        }
    }

    /// What a thread does that has no work of its own, until the pool closes.
    pub(super) fn help(&self, mut worker: Worker<'_>) {
        while let Some(split) = self.next(None, |state| state.is_closed) {
            worker.help_with(split);
        }
    }
}

/// Closes the pool when the search ends, in whatever way.
pub(super) struct Closing<'a>(pub(super) &'a Pool<'a>);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.control.stop();
        }
        self.0.change(|state| state.is_closed = true);
    }
}

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
    /// Searches the remaining children of a position together with others.
    pub(super) fn share(
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
            match self.value_of_move(next, split.alpha, split.depth, place) {
                Ok(score) => split.report(score, child.square),
                Err(Stopped) => lock(&split.work).is_broken = true,
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::time::Duration;

    use super::*;
    use crate::board::Position;
    use crate::search::control::Limits;
    use crate::search::engine::board::Board;
    use crate::search::engine::children::Children;
    use crate::search::engine::table::Table;
    use crate::search::engine::{Effort, Engine, EngineOptions};

    static HELPERS_FAIL: AtomicBool = AtomicBool::new(false);

    pub(super) fn fail_if_planned() {
        assert!(!HELPERS_FAIL.load(Relaxed), "as planned");
    }

    fn split(parent: Option<&Arc<Split>>) -> Arc<Split> {
        let board = Board::of(&Position::START);
        let mut children = Children::new();
        children.list(board, board.moves());
        Arc::new(Split {
            parent: parent.cloned(),
            node: Node::of(board),
            alpha: 0,
            depth: 6,
            selectivity: Selectivity::NONE,
            nested: 0,
            work: Mutex::new(Work {
                children,
                best: (-64, None),
                is_broken: false,
            }),
            is_refuted: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
        })
    }

    #[test]
    fn a_refutation_settles_everything_below() {
        let top = split(None);
        let middle = split(Some(&top));
        let bottom = split(Some(&middle));
        assert!(bottom.is_below(&top) && !top.is_below(&bottom));
        assert!(bottom.has_work());
        middle.report(1, Square::at(0, 0));
        assert!(bottom.is_settled() && middle.is_settled() && !top.is_settled());
        assert!(bottom.take().is_none() && top.take().is_some());
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
                // To the end of a full game: it cannot be done.
                let node = Node::of(Board::of(&Position::START));
                let mut children = Children::new();
                children.list(node.board, node.board.moves());
                let mut worker = Worker::new(&table, pool);
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
