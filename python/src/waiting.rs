//! Waits for work on another thread without holding the GIL, and passes on Ctrl-C.
//!
//! Python runs handlers of signals only on its main thread, and only when asked. So the work is
//! done on a thread of its own, while the calling one asks regularly.

use std::any::Any;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use obverse::search::control::Control;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How long a signal may wait.
pub(crate) const PATIENCE: Duration = Duration::from_millis(20);

/// Does the work, which ends soon after the control is told to stop it. Ctrl-C does that, and
/// what its handler raises is returned.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    control: &Control,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (working, done) = mpsc::channel::<()>();
            let builder = thread::Builder::new().name("obverse".into());
            let thread = builder.spawn_scoped(scope, move || {
                let result = work();
                drop(working);
                result
            })?;
            let waited = receive(&done);
            if waited.is_err() {
                control.stop();
            }
            let result = thread.join().map_err(|panic| failure(&*panic));
            waited?;
            result
        })
    })
}

/// The next message; `None` if no more will come. Call it without the GIL.
pub(crate) fn receive<T>(messages: &Receiver<T>) -> PyResult<Option<T>> {
    loop {
        match messages.recv_timeout(PATIENCE) {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
        }
    }
}

/// The exception for a panic, which is a bug.
pub(crate) fn failure(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or(panic.downcast_ref::<&str>().copied());
    PyRuntimeError::new_err(format!(
        "the search failed: {}",
        text.unwrap_or("it panicked")
    ))
}
