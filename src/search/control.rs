//! The control of a running search: its limits, its node count, and a stop flag.
//!
//! It is the only way to influence a running search. A searcher takes a [`Meter`] from it
//! for each of its threads, and returns as soon as a meter reports [`Stopped`]:
//!
//! ```
//! use obverse::search::control::{Control, Limits, Stopped};
//!
//! let control = Control::new(Limits { nodes: Some(1000), ..Limits::default() });
//! let mut meter = control.meter();
//! while meter.tick().is_ok() {}
//! assert_eq!(meter.nodes(), 1000);
//!
//! // Usually another thread stops the search.
//! let control = Control::new(Limits::default());
//! control.stop();
//! assert_eq!(control.meter().check(), Err(Stopped));
//! ```

use std::fmt;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use crate::cpu::seam::ControlParts;
use crate::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use crate::sync::{Condvar, Mutex};

/// The limits of a search; `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The hard time limit, in wall-clock time from the start of the search.
    pub time: Option<Duration>,
    /// The soft time limit, which is shorter. The search stops there unless time
    /// management moves the deadline: see [`Control::set_deadline`].
    pub soft_time: Option<Duration>,
    /// The node limit: positions entered by a move or a pass, by all threads.
    pub nodes: Option<u64>,
}

/// The control of one search, shared by its threads and whoever may stop it.
#[derive(Debug)]
pub struct Control {
    stop: Arc<AtomicBool>,
    /// Wakes threads that wait for the search to be stopped.
    stopped: Arc<(Mutex<()>, Condvar)>,
    started: Instant,
    limits: Limits,
    /// In nanoseconds after the start; `u64::MAX` means never.
    deadline: Arc<AtomicU64>,
    /// The nodes that the meters have published so far.
    spent: Arc<AtomicU64>,
}

/// The search was stopped before it had an answer. It carries no score, because the score
/// of a half-searched move is meaningless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search was stopped")
    }
}

impl std::error::Error for Stopped {}

impl Control {
    /// The control of a search that starts now.
    pub fn new(limits: Limits) -> Control {
        Control {
            stop: Arc::default(),
            stopped: Arc::default(),
            started: Instant::now(),
            limits,
            deadline: Arc::new(nanoseconds(limits.soft_time.or(limits.time)).into()),
            spent: Arc::default(),
        }
    }

    /// A control of the same search. `Control::of` is the inverse.
    pub(crate) fn parts(&self) -> (Limits, ControlParts) {
        let parts = (
            Arc::clone(&self.stop),
            Arc::clone(&self.stopped),
            self.started,
            Arc::clone(&self.deadline),
            Arc::clone(&self.spent),
        );
        (self.limits, parts)
    }

    #[cfg(per_cpu)]
    pub(crate) fn of(limits: Limits, parts: ControlParts) -> Control {
        let (stop, stopped, started, deadline, spent) = parts;
        Control {
            stop,
            stopped,
            started,
            limits,
            deadline,
            spent,
        }
    }

    /// Stops the search.
    pub fn stop(&self) {
        // Holding the lock, so that no thread sees the old flag and falls asleep afterwards.
        let (waiting, stopped) = &*self.stopped;
        let _guard = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        self.stop.store(true, Ordering::Relaxed);
        stopped.notify_all();
    }

    /// Sleeps until the search is stopped.
    pub fn wait_for_stop(&self) {
        let (waiting, stopped) = &*self.stopped;
        let guard = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let is_running = |_: &mut ()| !self.stop.load(Ordering::Relaxed);
        drop(stopped.wait_while(guard, is_running));
    }

    /// A node counter that observes the limits, for one thread of the search.
    pub fn meter(&self) -> Meter<'_> {
        Meter {
            control: self,
            nodes: 0,
            published: 0,
            next_check: 0,
        }
    }

    /// The nodes of all threads, as far as their meters have published them.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// The time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The soft time limit; `None` if nothing is gained by stopping early. Otherwise,
    /// time that is not spent here can be spent on a later move.
    pub fn soft_time(&self) -> Option<Duration> {
        self.limits.soft_time
    }

    /// The hard time limit, which nothing can move.
    pub fn hard_time(&self) -> Option<Duration> {
        self.limits.time
    }

    /// Moves the deadline to this time after the start of the search, but not beyond the
    /// hard limit.
    pub fn set_deadline(&self, deadline: Duration) {
        let latest = self.limits.time.map_or(deadline, |time| time.min(deadline));
        self.deadline
            .store(nanoseconds(Some(latest)), Ordering::Relaxed);
    }

    fn is_late(&self) -> bool {
        let deadline = self.deadline.load(Ordering::Relaxed);
        deadline != u64::MAX && nanoseconds(Some(self.elapsed())) >= deadline
    }
}

fn nanoseconds(time: Option<Duration>) -> u64 {
    time.and_then(|time| u64::try_from(time.as_nanos()).ok())
        .unwrap_or(u64::MAX)
}

/// Counts the nodes of one thread and notices when the search must stop.
pub struct Meter<'c> {
    control: &'c Control,
    nodes: u64,
    /// How many of them have been published to the control.
    published: u64,
    /// The node count at which to check the limits again.
    next_check: u64,
}

impl Meter<'_> {
    /// Reading the clock takes as long as a few nodes, and writing to memory that all
    /// threads share as long as many nodes.
    const NODES_PER_CHECK: u64 = 1024;

    /// Counts a node, unless the search must stop.
    #[inline(always)]
    pub fn tick(&mut self) -> Result<(), Stopped> {
        self.check()?;
        self.nodes += 1;
        Ok(())
    }

    /// The counter, for nodes that are entered without a check.
    #[inline(always)]
    pub(crate) fn count(&mut self) -> &mut u64 {
        &mut self.nodes
    }

    /// Whether the search must stop.
    #[inline(always)]
    pub fn check(&mut self) -> Result<(), Stopped> {
        if self.is_due() {
            self.check_limits()
        } else {
            Ok(())
        }
    }

    /// Whether the next call of [`check`](Meter::check) will check the limits.
    #[inline(always)]
    pub(crate) fn is_due(&self) -> bool {
        self.nodes >= self.next_check
    }

    /// Publishes the nodes and checks the limits.
    #[cold]
    pub(crate) fn check_limits(&mut self) -> Result<(), Stopped> {
        let limit = self.control.limits.nodes.unwrap_or(u64::MAX);
        let left = limit.saturating_sub(self.publish());
        if left == 0 || self.control.is_late() {
            self.control.stop();
        }
        if self.control.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        self.next_check = self.nodes + left.min(Self::NODES_PER_CHECK);
        Ok(())
    }

    /// Publishes the nodes counted here, and returns the total of all threads.
    pub fn publish(&mut self) -> u64 {
        let new = self.nodes - self.published;
        self.published = self.nodes;
        self.control.spent.fetch_add(new, Ordering::Relaxed) + new
    }

    /// The nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod models;
