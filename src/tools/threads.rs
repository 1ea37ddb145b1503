//! Distributes independent jobs over threads.

use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use super::interrupt::Interrupt;

/// How many results can be queued before workers have to wait.
const QUEUE_CAPACITY: usize = 64;

/// Does jobs until none is left or the user interrupts.
///
/// Each worker runs on its own thread and takes the next job whenever it is free; it ends
/// when it returns `None`. The calling thread passes the results to `take`, in the order in
/// which they are finished. After an error no more results are passed, and the running jobs are
/// interrupted.
pub(super) fn share<J, R: Send, E>(
    interrupt: &Interrupt,
    jobs: impl Iterator<Item = J> + Send,
    workers: impl IntoIterator<Item: FnMut(J) -> Option<R> + Send>,
    take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let jobs = Mutex::new(jobs);
    let next = || {
        if interrupt.is_requested() {
            return None;
        }
        jobs.lock().unwrap_or_else(PoisonError::into_inner).next()
    };
    thread::scope(|scope| {
        let (sender, results) = mpsc::sync_channel(QUEUE_CAPACITY);
        for mut worker in workers {
            let (next, sender) = (&next, sender.clone());
            scope.spawn(move || {
                while let Some(job) = next()
                    && let Some(result) = worker(job)
                    && sender.send(result).is_ok()
                {}
            });
        }
        drop(sender);
        let taken = results.into_iter().try_for_each(take);
        if taken.is_err() {
            interrupt.request();
        }
        taken
    })
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
