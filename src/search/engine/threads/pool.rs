//! Where idle threads wait for a split point to help with.

use std::sync::{Arc, PoisonError};

use super::split_point::{SplitPoint, lock};
use crate::search::control::Control;
use crate::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use crate::sync::hint::spin_loop;
use crate::sync::{Condvar, IN_LOOM, Mutex, MutexGuard, thread};

/// The split points of a search, for all of its threads.
pub(crate) struct ThreadPool<'a> {
    pub(crate) control: &'a Control,
    pub(super) state: Mutex<State>,
    changed: Condvar,
    /// Counts the changes of the state, under its lock.
    changes: AtomicUsize,
    /// How many threads wait for work.
    pub(super) idle: AtomicUsize,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) open: Vec<Arc<SplitPoint>>,
    pub(super) is_closed: bool,
    /// How many threads sleep and must be woken.
    sleepers: usize,
}

/// A shallower subtree is not worth splitting. (In a search to the end, all subtrees are deep
/// enough, since the endgame solver, which does not split, searches the shallow ones.)
const MIN_SPLIT_DEPTH: u32 = 6;

/// How many times a thread checks for a change before it goes to sleep, which takes some
/// tens of microseconds.
const SPINS: usize = if IN_LOOM { 1 } else { 3000 };

impl<'a> ThreadPool<'a> {
    pub(crate) fn new(control: &'a Control) -> ThreadPool<'a> {
        ThreadPool {
            control,
            state: Mutex::default(),
            changed: Condvar::new(),
            changes: AtomicUsize::new(0),
            idle: AtomicUsize::new(0),
        }
    }

    /// Whether to make a position a split point, for a search of `depth` plies.
    #[inline(always)]
    pub(crate) fn should_split(&self, depth: u32) -> bool {
        depth >= MIN_SPLIT_DEPTH && self.idle.load(Relaxed) > 0
    }

    /// A split point with moves left, below `above` if that is given, to which the
    /// caller is added as a helper. Waits for one until `is_over`.
    pub(super) fn next(
        &self,
        above: Option<&Arc<SplitPoint>>,
        is_over: impl Fn(&State) -> bool,
    ) -> Option<Arc<SplitPoint>> {
        let mut state = lock(&self.state);
        loop {
            if is_over(&state) {
                return None;
            }
            let is_suitable = |split_point: &&Arc<SplitPoint>| {
                above.is_none_or(|above| split_point.is_below(above)) && split_point.has_work()
            };
            if let Some(split_point) = state.open.iter().rfind(is_suitable) {
                split_point.helpers.fetch_add(1, Relaxed);
                return Some(Arc::clone(split_point));
            }
            self.idle.fetch_add(1, Relaxed);
            state = self.wait(state);
            self.idle.fetch_sub(1, Relaxed);
        }
    }

    /// Waits for the state to change: first spinning, since a change usually comes
    /// sooner than a thread can fall asleep and be woken.
    fn wait<'s>(&'s self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        let seen = self.changes.load(Relaxed);
        drop(state);
        for _ in 0..SPINS {
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

    /// Changes the state and wakes the threads that wait for a change.
    pub(super) fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = lock(&self.state);
        change(&mut state);
        self.changes.fetch_add(1, Relaxed);
        if state.sleepers > 0 {
            self.changed.notify_all();
        }
    }
}

/// Releases the helpers when the search ends, even if it panics.
pub(crate) struct CloseOnDrop<'a>(pub(crate) &'a ThreadPool<'a>);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.control.stop();
        }
        self.0.change(|state| state.is_closed = true);
    }
}
