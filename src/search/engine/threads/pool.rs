//! The threads of a search and the splits they may work on.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::split_point::{Split, lock};
use crate::search::control::Control;

/// The threads of a search and the splits they may work on.
pub(crate) struct Pool<'a> {
    pub(crate) control: &'a Control,
    pub(super) state: Mutex<State>,
    changed: Condvar,
    /// How often the state has changed. Changes under its lock.
    changes: AtomicUsize,
    /// How many threads wait for work.
    pub(super) idle: AtomicUsize,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) open: Vec<Arc<Split>>,
    pub(super) is_closed: bool,
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
    pub(crate) fn new(control: &'a Control) -> Pool<'a> {
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
    pub(crate) fn wants_work(&self, depth: u32) -> bool {
        depth >= LEAST_DEPTH && self.idle.load(Relaxed) > 0
    }

    /// A split that needs hands, below `above` if that is given. Waits for one
    /// until `is_over`.
    pub(super) fn next(
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
    pub(super) fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = lock(&self.state);
        change(&mut state);
        self.changes.fetch_add(1, Relaxed);
        if state.sleepers > 0 {
            self.changed.notify_all();
        }
    }
}

/// Closes the pool when the search ends, in whatever way.
pub(crate) struct Closing<'a>(pub(crate) &'a Pool<'a>);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.control.stop();
        }
        self.0.change(|state| state.is_closed = true);
    }
}
