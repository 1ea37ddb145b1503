//! Distributes the parts of a column over threads.

use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::search::control::{Control, Stopped};

/// Does all jobs, until the control stops them. The calling thread takes part, and there are no
/// more threads than jobs. Each thread has its own worker.
pub(super) fn share<J, W>(
    jobs: impl ExactSizeIterator<Item = J> + Send,
    threads: usize,
    control: &Control,
    worker: impl Fn() -> W + Sync,
) -> Result<(), Stopped>
where
    J: Send,
    W: FnMut(J),
{
    let threads = threads.min(jobs.len());
    let jobs = Mutex::new(jobs);
    let work = || {
        let mut work = worker();
        while control.meter().check().is_ok()
            && let Some(job) = next(&jobs)
        {
            work(job);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // If the system refuses a thread, the others do the work.
            let builder = thread::Builder::new().name("bulk".into());
            let _ = builder.spawn_scoped(scope, work);
        }
        work();
    });
    match next(&jobs) {
        Some(_) => Err(Stopped),
        None => Ok(()),
    }
}

/// The lock is not held while a job is done.
fn next<J>(jobs: &Mutex<impl Iterator<Item = J>>) -> Option<J> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner).next()
}
