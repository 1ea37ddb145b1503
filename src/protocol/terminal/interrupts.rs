//! Ctrl-C that comes as a signal, because it was pressed between two lines.

use std::sync::{Mutex, MutexGuard};

use super::INTERRUPT;
use crate::protocol::Line;

/// Passes interrupts on to the driver, but none before the line that was entered first: it may be
/// the one that starts the search.
pub(super) struct Interrupts {
    send: Box<dyn Fn(Line) + Send + Sync>,
    state: Mutex<State>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The driver has all lines.
    Open,
    /// A line is on its way to the driver.
    Holding,
    /// An interrupt comes after it.
    Held,
}

impl Interrupts {
    pub(super) fn new(send: impl Fn(Line) + Send + Sync + 'static) -> Interrupts {
        Interrupts {
            send: Box::new(send),
            state: Mutex::new(State::Open),
        }
    }

    /// The user has pressed Ctrl-C.
    pub(super) fn interrupt(&self) {
        let mut state = self.state();
        match *state {
            State::Open => (self.send)(Line::Whole(INTERRUPT.into())),
            State::Holding | State::Held => *state = State::Held,
        }
    }

    /// A line is entered.
    pub(super) fn hold(&self) {
        let mut state = self.state();
        if *state == State::Open {
            *state = State::Holding;
        }
    }

    /// The driver has got that line.
    pub(super) fn release(&self) {
        if std::mem::replace(&mut *self.state(), State::Open) == State::Held {
            self.interrupt();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state
            .lock()
            .expect("nothing panics while it is locked")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn an_interrupt_does_not_overtake_a_line() {
        let (sender, sent) = channel();
        let interrupts = Interrupts::new(move |_| sender.send(()).expect("it is received"));
        let sent = || sent.try_iter().count();
        interrupts.interrupt();
        assert_eq!(sent(), 1);
        interrupts.hold();
        interrupts.interrupt();
        interrupts.interrupt();
        assert_eq!(sent(), 0);
        interrupts.release();
        assert_eq!(sent(), 1);
        interrupts.hold();
        interrupts.release();
        assert_eq!(sent(), 0);
    }
}
