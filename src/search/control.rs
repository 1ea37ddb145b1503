//! When must a search stop? The only link into a running search.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a search may spend; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall time from the start of the search.
    pub time: Option<Duration>,
    /// The part of it that a clock can well spare. A search ends after it,
    /// unless it knows better: see [`Control::set_pace`].
    pub spare: Option<Duration>,
    /// Positions entered by a move or a pass.
    pub nodes: Option<u64>,
}

/// Shared between a search, all threads of it, and whoever may stop it.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    /// Who waits for the stop sleeps on these.
    asleep: Mutex<()>,
    stopped: Condvar,
    started: Instant,
    limits: Limits,
    /// In nanoseconds after the start; `u64::MAX` is never.
    deadline: AtomicU64,
    /// What the meters have told so far.
    spent: AtomicU64,
}

/// The search was told to stop before it knew the answer. It carries no score:
/// what is known of a half-searched move is worth nothing.
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
            stop: AtomicBool::new(false),
            asleep: Mutex::new(()),
            stopped: Condvar::new(),
            started: Instant::now(),
            limits,
            deadline: AtomicU64::new(nanoseconds(limits.spare.or(limits.time))),
            spent: AtomicU64::new(0),
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
            told: 0,
            next_look: 0,
        }
    }

    /// The nodes of all threads, as far as their meters have told them.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// The time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// What the clock can spare, if there is something to be gained by ending
    /// early: time that is not spent here can be spent on a later move.
    pub fn spare(&self) -> Option<Duration> {
        self.limits.spare
    }

    /// The limit of time, which nothing can move.
    pub fn time(&self) -> Option<Duration> {
        self.limits.time
    }

    /// Lets the search go on for so long after its start, as far as the limit of
    /// time allows.
    pub fn set_pace(&self, pace: Duration) {
        let latest = self.limits.time.map_or(pace, |time| time.min(pace));
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

/// Counts nodes and notices when it is time to stop.
pub struct Meter<'c> {
    control: &'c Control,
    nodes: u64,
    /// How many of them the control knows of.
    told: u64,
    /// The count at which to look at the control again.
    next_look: u64,
}

impl Meter<'_> {
    /// To look at the clock costs as much as a few nodes, to write what all
    /// threads read as much as many.
    const NODES_PER_LOOK: u64 = 1024;

    /// Counts one more node, unless the search must stop.
    #[inline(always)]
    pub fn tick(&mut self) -> Result<(), Stopped> {
        self.check()?;
        self.nodes += 1;
        Ok(())
    }

    /// Where nodes are counted that are entered without asking.
    #[inline(always)]
    pub fn count(&mut self) -> &mut u64 {
        &mut self.nodes
    }

    /// Whether the search must stop.
    #[inline(always)]
    pub fn check(&mut self) -> Result<(), Stopped> {
        if self.is_due() { self.look() } else { Ok(()) }
    }

    /// Whether the next check will look at the control.
    #[inline(always)]
    pub fn is_due(&self) -> bool {
        self.nodes >= self.next_look
    }

    /// Looks at the clock and the limits.
    #[cold]
    pub fn look(&mut self) -> Result<(), Stopped> {
        let most = self.control.limits.nodes.unwrap_or(u64::MAX);
        let left = most.saturating_sub(self.tell());
        if left == 0 || self.control.is_late() {
            self.control.stop();
        }
        if self.control.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        self.next_look = self.nodes + left.min(Self::NODES_PER_LOOK);
        Ok(())
    }

    /// Tells the control of all nodes counted here; the nodes of all threads.
    pub fn tell(&mut self) -> u64 {
        let new = self.nodes - self.told;
        self.told = self.nodes;
        self.control.spent.fetch_add(new, Ordering::Relaxed) + new
    }

    /// The nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}
