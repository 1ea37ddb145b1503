//! When must a search stop? The only link into a running search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a search may spend; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall time from the start of the search.
    pub time: Option<Duration>,
    /// Positions entered by a move or a pass.
    pub nodes: Option<u64>,
}

/// Shared between a search and whoever may stop it.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    /// Who waits for the stop sleeps on these.
    asleep: Mutex<()>,
    stopped: Condvar,
    deadline: Option<Instant>,
    nodes: u64,
}

/// The search was told to stop before it knew the answer. It carries no score:
/// what is known of a half-searched move is worth nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Control {
    /// The control of a search that starts now.
    pub fn new(limits: Limits) -> Control {
        Control {
            stop: AtomicBool::new(false),
            asleep: Mutex::new(()),
            stopped: Condvar::new(),
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
        }
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        // Under the lock, so that nobody falls asleep just after.
        let _guard = self.asleep.lock().unwrap_or_else(PoisonError::into_inner);
        self.stop.store(true, Ordering::Relaxed);
        self.stopped.notify_all();
    }

    /// Sleeps until somebody says stop.
    pub fn wait_for_stop(&self) {
        let guard = self.asleep.lock().unwrap_or_else(PoisonError::into_inner);
        let runs = |_: &mut ()| !self.stop.load(Ordering::Relaxed);
        drop(self.stopped.wait_while(guard, runs));
    }

    /// A count of nodes that keeps the limits, for one thread of the search.
    pub fn meter(&self) -> Meter<'_> {
        Meter {
            control: self,
            nodes: 0,
            next_clock: 0,
        }
    }

    fn is_late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Counts nodes and notices when it is time to stop.
pub struct Meter<'c> {
    control: &'c Control,
    nodes: u64,
    /// The count at which to look at the clock again.
    next_clock: u64,
}

impl Meter<'_> {
    /// Reading the clock costs as much as a few nodes.
    const NODES_PER_CLOCK: u64 = 1024;

    /// Counts one more node, unless the search must stop.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stopped> {
        self.check()?;
        self.nodes += 1;
        Ok(())
    }

    /// Counts nodes that were entered without asking.
    pub fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Whether the search must stop.
    #[inline]
    pub fn check(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.control.nodes || self.control.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        if self.nodes >= self.next_clock {
            self.next_clock = self.nodes + Self::NODES_PER_CLOCK;
            if self.control.is_late() {
                self.control.stop();
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// The nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}
