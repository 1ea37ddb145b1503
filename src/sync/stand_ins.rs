//! The types of Loom, with what they lack.

use std::sync::LockResult;
use std::time::Duration;

pub(crate) use loom::hint;
pub(crate) use loom::sync::{Mutex, MutexGuard, atomic};

/// Loom's, which cannot wait for a condition.
#[derive(Debug, Default)]
pub(crate) struct Condvar(loom::sync::Condvar);

impl Condvar {
    pub(crate) fn new() -> Condvar {
        Condvar::default()
    }

    pub(crate) fn notify_one(&self) {
        self.0.notify_one();
    }

    pub(crate) fn notify_all(&self) {
        self.0.notify_all();
    }

    pub(crate) fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>> {
        self.0.wait(guard)
    }

    pub(crate) fn wait_while<'a, T>(
        &self,
        mut guard: MutexGuard<'a, T>,
        mut condition: impl FnMut(&mut T) -> bool,
    ) -> LockResult<MutexGuard<'a, T>> {
        while condition(&mut guard) {
            guard = self.0.wait(guard)?;
        }
        Ok(guard)
    }

    /// Without the time-out.
    pub(crate) fn wait_timeout_while<'a, T>(
        &self,
        guard: MutexGuard<'a, T>,
        _: Duration,
        condition: impl FnMut(&mut T) -> bool,
    ) -> LockResult<(MutexGuard<'a, T>, ())> {
        let guard = self.wait_while(guard, condition);
        Ok((guard.expect("no holder panics"), ()))
    }
}

pub(crate) mod thread {
    use std::cell::Cell;

    pub(crate) use loom::thread::{Builder, JoinHandle, spawn, yield_now};

    loom::thread_local! {
        static IS_PANICKING: Cell<bool> = Cell::new(false);
    }

    /// Whether this thread pretends to panic.
    pub(crate) fn panicking() -> bool {
        IS_PANICKING.with(Cell::get)
    }

    /// From now on this thread looks as if it panicked. If one did, all would seem to, since
    /// Loom runs them on one thread of the system.
    pub(crate) fn pretend_to_panic() {
        IS_PANICKING.with(|panicking| panicking.set(true));
    }
}

/// A channel with one sender. Loom's does not notice when one end is gone.
pub(crate) mod mpsc {
    use std::collections::VecDeque;
    use std::sync::Arc;
    use std::sync::mpsc::RecvError;

    use super::{Condvar, Mutex};

    struct Channel<T> {
        state: Mutex<State<T>>,
        changed: Condvar,
    }

    struct State<T> {
        queue: VecDeque<T>,
        /// Whether one of the ends is gone.
        is_closed: bool,
    }

    pub(crate) struct Sender<T>(Arc<Channel<T>>);

    pub(crate) struct Receiver<T>(Arc<Channel<T>>);

    pub(crate) fn channel<T>() -> (Sender<T>, Receiver<T>) {
        let state = Mutex::new(State {
            queue: VecDeque::new(),
            is_closed: false,
        });
        let channel = Arc::new(Channel {
            state,
            changed: Condvar::new(),
        });
        (Sender(Arc::clone(&channel)), Receiver(channel))
    }

    impl<T> Channel<T> {
        fn close(&self) {
            self.state.lock().expect("no holder panics").is_closed = true;
            self.changed.notify_all();
        }
    }

    impl<T> Sender<T> {
        pub(crate) fn send(&self, value: T) -> Result<(), T> {
            let mut state = self.0.state.lock().expect("no holder panics");
            if state.is_closed {
                return Err(value);
            }
            state.queue.push_back(value);
            self.0.changed.notify_one();
            Ok(())
        }
    }

    impl<T> Receiver<T> {
        pub(crate) fn recv(&self) -> Result<T, RecvError> {
            let is_waiting = |state: &mut State<T>| state.queue.is_empty() && !state.is_closed;
            let state = self.0.state.lock().expect("no holder panics");
            let state = self.0.changed.wait_while(state, is_waiting);
            let value = state.expect("no holder panics").queue.pop_front();
            value.ok_or(RecvError)
        }
    }

    impl<T> Iterator for Receiver<T> {
        type Item = T;

        fn next(&mut self) -> Option<T> {
            self.recv().ok()
        }
    }

    impl<T> Drop for Sender<T> {
        fn drop(&mut self) {
            self.0.close();
        }
    }

    impl<T> Drop for Receiver<T> {
        fn drop(&mut self) {
            self.0.close();
        }
    }
}
