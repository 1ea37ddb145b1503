//! The search thread. It is started at the first search and sleeps between
//! searches: to start one for each move would cost more than a shallow search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

use super::Task;
use crate::board::Square;
use crate::score::Score;
use crate::search::control::Control;
use crate::search::{Report, Request, Searcher};

/// What a search tells while it runs.
pub enum Event {
    /// A better move was found.
    Progress(Report),
    /// The last event of each search.
    Finished(Finished),
}

/// The searcher, sent home, and what it found; nothing if it died.
pub type Finished = Option<(Box<dyn Searcher>, Outcome)>;

/// What a search found.
pub enum Outcome {
    /// The move to play.
    Move(Report),
    /// The values of the legal moves.
    Values(Vec<(Square, Score)>),
    /// It was stopped before it had found what was asked for.
    Stopped,
}

pub(super) struct Job {
    pub(super) searcher: Box<dyn Searcher>,
    pub(super) task: Task,
    pub(super) request: Request,
    pub(super) control: Arc<Control>,
}

type Notify = Box<dyn Fn(Event) + Send>;

pub(super) enum Worker {
    Unborn(Notify),
    Alive(Sender<Job>),
    /// Only while it is born.
    Moving,
}

impl Worker {
    pub(super) fn new(notify: Notify) -> Worker {
        Worker::Unborn(notify)
    }

    pub(super) fn run(&mut self, job: Job) {
        *self = match std::mem::replace(self, Worker::Moving) {
            Worker::Unborn(notify) => Worker::Alive(spawn(notify)),
            alive => alive,
        };
        if let Worker::Alive(jobs) = self {
            jobs.send(job)
                .expect("the search thread lives as long as its session");
        }
    }
}

fn spawn(notify: Notify) -> Sender<Job> {
    let (jobs, inbox) = mpsc::channel::<Job>();
    thread::Builder::new()
        .name("search".into())
        .spawn(move || {
            for mut job in inbox {
                let outcome = catch_unwind(AssertUnwindSafe(|| perform(&mut job, &notify)));
                notify(Event::Finished(
                    outcome.ok().map(|outcome| (job.searcher, outcome)),
                ));
            }
        })
        .expect("the system can start a thread");
    jobs
}

fn perform(job: &mut Job, notify: &Notify) -> Outcome {
    let searcher = job.searcher.as_mut();
    match job.task {
        Task::Move | Task::RegularMove => {
            let mut watcher = |report: &Report| {
                if log::log_enabled!(log::Level::Debug) {
                    notify(Event::Progress(report.clone()));
                }
            };
            Outcome::Move(searcher.best_move(&job.request, &job.control, &mut watcher))
        }
        Task::Values => match searcher.move_values(&job.request, &job.control) {
            Ok(values) => Outcome::Values(values),
            Err(_) => Outcome::Stopped,
        },
    }
}
