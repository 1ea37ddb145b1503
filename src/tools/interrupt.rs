//! Ctrl-C stops the running searches of a tool, so that the tool can still write its
//! results.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

#[cfg(feature = "tools")]
use super::INTERRUPTED;
use crate::search::control::{Control, Limits};

/// Records whether the user has pressed Ctrl-C, and stops searches when that happens.
#[derive(Default)]
pub(super) struct Interrupt(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    is_requested: bool,
    searches: Vec<Weak<Control>>,
}

impl Interrupt {
    /// From now on the first Ctrl-C is a request to stop, and the second one ends the
    /// process. In a build without the other tools, the first one does.
    pub(super) fn install() -> Interrupt {
        let interrupt = Interrupt::default();
        #[cfg(feature = "tools")]
        interrupt.catch();
        interrupt
    }

    #[cfg(feature = "tools")]
    fn catch(&self) {
        let state = Arc::clone(&self.0);
        let handler = move || {
            if lock(&state).request() {
                std::process::exit(INTERRUPTED.into());
            }
        };
        if let Err(error) = ctrlc::set_handler(handler) {
            // Ctrl-C then ends the process at once, as it does without a handler.
            log::warn!("Ctrl-C cannot be caught: {error}");
        }
    }

    /// Requests a stop, as the first Ctrl-C does.
    #[cfg(feature = "tools")]
    pub(super) fn request(&self) {
        lock(&self.0).request();
    }

    /// Whether a stop was requested.
    pub(super) fn is_requested(&self) -> bool {
        lock(&self.0).is_requested
    }

    /// The control of a search that starts now; Ctrl-C stops it.
    pub(super) fn control(&self, limits: Limits) -> Arc<Control> {
        let control = Arc::new(Control::new(limits));
        let mut state = lock(&self.0);
        state.searches.retain(|search| search.strong_count() > 0);
        state.searches.push(Arc::downgrade(&control));
        if state.is_requested {
            control.stop();
        }
        control
    }
}

impl State {
    /// Requests a stop. Returns whether one was requested before.
    #[cfg(any(test, feature = "tools"))]
    fn request(&mut self) -> bool {
        for search in self.searches.iter().filter_map(Weak::upgrade) {
            search.stop();
        }
        std::mem::replace(&mut self.is_requested, true)
    }
}

/// A panic in another thread cannot leave the state inconsistent, so poisoning is ignored.
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_running_and_later_searches() {
        let interrupt = Interrupt::default();
        drop(interrupt.control(Limits::default()));
        let running = interrupt.control(Limits::default());
        assert!(running.meter().check().is_ok());
        assert!(!interrupt.is_requested());

        assert!(!lock(&interrupt.0).request());
        assert!(running.meter().check().is_err());
        assert!(interrupt.is_requested());
        let late = interrupt.control(Limits::default());
        assert!(late.meter().check().is_err());

        assert!(lock(&interrupt.0).request(), "the second time");
    }
}
