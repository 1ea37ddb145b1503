//! Distributes independent jobs over threads.

use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use super::interrupt::Interrupt;

/// How many results can be queued before workers have to wait.
const QUEUE_CAPACITY: usize = 64;

/// Does jobs until none is left or the user interrupts.
///
/// Each worker runs on its own thread and takes the next job whenever it is free; it ends
/// when it returns `None`. If the system refuses a thread, the others do the work, or else the
/// calling thread. That passes the results to `take`, in the order in which they are finished.
/// After an error no more results are passed, and the running jobs are interrupted.
pub(super) fn share<J, R: Send, E>(
    interrupt: &Interrupt,
    jobs: impl Iterator<Item = J> + Send,
    workers: impl IntoIterator<Item: FnMut(J) -> Option<R> + Send>,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let jobs = Mutex::new(jobs);
    let next = || {
        if interrupt.is_requested() {
            return None;
        }
        jobs.lock().unwrap_or_else(PoisonError::into_inner).next()
    };
    // A thread that is refused leaves its worker here.
    let workers: Vec<_> = workers
        .into_iter()
        .map(|worker| Mutex::new(Some(worker)))
        .collect();
    thread::scope(|scope| {
        let (sender, results) = mpsc::sync_channel(QUEUE_CAPACITY);
        let mut started = 0;
        for worker in &workers {
            let (next, sender) = (&next, sender.clone());
            let work = move || {
                let mut worker = its(worker);
                while let Some(job) = next()
                    && let Some(result) = worker(job)
                    && sender.send(result).is_ok()
                {}
            };
            let builder = thread::Builder::new().name("worker".into());
            if let Err(error) = builder.spawn_scoped(scope, work) {
                log::warn!("the system allows only {started} threads: {error}");
                break;
            }
            started += 1;
        }
        drop(sender);
        let taken = match workers.first() {
            Some(worker) if started == 0 => {
                let mut worker = its(worker);
                let mut result = || worker(next()?);
                std::iter::from_fn(&mut result).try_for_each(&mut take)
            }
            _ => results.into_iter().try_for_each(&mut take),
        };
        if taken.is_err() {
            interrupt.request();
        }
        taken
    })
}

fn its<W>(worker: &Mutex<Option<W>>) -> W {
    let worker = worker.lock().unwrap_or_else(PoisonError::into_inner).take();
    worker.expect("nobody else has taken it")
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::search::control::Limits;

    #[test]
    fn every_job_is_done_once() {
        for threads in [1, 2, 5] {
            let mut done = Vec::new();
            let workers = (0..threads).map(|_| |job: u32| Some(job * job));
            let Ok(()) = share(&Interrupt::default(), 0..1000, workers, |square| {
                done.push(square);
                Ok::<(), Infallible>(())
            });
            done.sort_unstable();
            assert!(done.into_iter().eq((0..1000).map(|job| job * job)));
        }
    }

    #[test]
    fn an_error_ends_it() {
        let mut taken = 0;
        let workers = [Some, Some];
        let result = share(&Interrupt::default(), 0.., workers, |_| {
            taken += 1;
            if taken < 100 { Ok(()) } else { Err("enough") }
        });
        assert_eq!((result, taken), (Err("enough"), 100));
    }

    /// A job may take hours.
    #[test]
    fn an_error_interrupts_the_other_jobs() {
        let interrupt = Interrupt::default();
        let workers = [1, 2].map(|_| {
            |job: u32| {
                let control = interrupt.control(Limits::default());
                if job > 0 {
                    control.wait_for_stop();
                }
                Some(job)
            }
        });
        let result = share(&interrupt, 0..3, workers, |_| Err::<(), _>("full"));
        assert_eq!(result, Err("full"));
    }

    #[test]
    fn an_interrupt_ends_it() {
        let interrupt = Interrupt::default();
        let mut taken = 0;
        let Ok(()) = share(&interrupt, 0.., [Some], |_| {
            taken += 1;
            if taken == 10 {
                interrupt.request();
            }
            Ok::<(), Infallible>(())
        });
        assert!((10..1000).contains(&taken));
    }

    #[test]
    fn a_worker_can_give_up() {
        let mut taken = Vec::new();
        let workers = [|job| (job < 3).then_some(job)];
        let Ok(()) = share(&Interrupt::default(), 0.., workers, |job| {
            taken.push(job);
            Ok::<(), Infallible>(())
        });
        assert_eq!(taken, [0, 1, 2]);
    }
}
