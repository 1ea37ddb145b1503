//! The search thread. It is started at the first search and sleeps between
//! searches: to start one for each move would cost more than a shallow search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

use super::Task;
use crate::board::Square;
use crate::score::Score;
use crate::search::analysis::Analysis;
use crate::search::control::Control;
use crate::search::{Report, Request, Searcher};

/// What a search tells while it runs.
pub enum Event {
    /// More is known. Whoever is late needs only the last one.
    Progress(Analysis),
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
    /// Nothing but what it told as it went on.
    Told,
    /// It was stopped before it had found what was asked for.
    Stopped,
}

pub(super) struct Job {
    pub(super) searcher: Box<dyn Searcher>,
    pub(super) task: Task,
    pub(super) request: Request,
    pub(super) control: Arc<Control>,
}

type Notify = Arc<dyn Fn(Event) + Send + Sync>;

pub(super) struct Worker {
    notify: Notify,
    /// Where the thread waits for jobs, once it lives.
    jobs: Option<Sender<Job>>,
}

impl Worker {
    pub(super) fn new(notify: Notify) -> Worker {
        Worker { notify, jobs: None }
    }

    pub(super) fn run(&mut self, job: Job) {
        if self.jobs.is_none() {
            self.jobs = spawn(Arc::clone(&self.notify));
        }
        let is_sent = self
            .jobs
            .as_ref()
            .is_some_and(|jobs| jobs.send(job).is_ok());
        if !is_sent {
            (self.notify)(Event::Finished(None));
        }
    }
}

/// `None` if the system has no room for a thread.
fn spawn(notify: Notify) -> Option<Sender<Job>> {
    let (jobs, inbox) = mpsc::channel::<Job>();
    let work = move || {
        for mut job in inbox {
            let finished = match catch_unwind(AssertUnwindSafe(|| perform(&mut job, &notify))) {
                Ok(outcome) => Some((job.searcher, outcome)),
                Err(_) => {
                    // What has panicked may do it again when it is dropped.
                    let _ = catch_unwind(AssertUnwindSafe(|| drop(job)));
                    None
                }
            };
            notify(Event::Finished(finished));
        }
    };
    thread::Builder::new()
        .name("search".into())
        .spawn(work)
        .ok()
        .map(|_| jobs)
}

fn perform(job: &mut Job, notify: &Notify) -> Outcome {
    let searcher = job.searcher.as_mut();
    match job.task {
        Task::Move | Task::TentativeMove | Task::RepeatableMove | Task::Opinion => {
            let mut watcher = |report: &Report| notify(Event::Progress(report.into()));
            Outcome::Move(searcher.best_move(&job.request, &job.control, &mut watcher))
        }
        Task::Values => match searcher.move_values(&job.request, &job.control) {
            Ok(values) => Outcome::Values(values),
            Err(_) => Outcome::Stopped,
        },
        Task::Ponder => {
            searcher.ponder(&job.request, &job.control);
            Outcome::Told
        }
        Task::Analysis(scope) => {
            let mut watcher = |analysis| notify(Event::Progress(analysis));
            searcher.analyze(&job.request, &scope, &job.control, &mut watcher);
            // Even if all is found: an analysis ends when somebody says so.
            job.control.wait_for_stop();
            Outcome::Told
        }
        Task::Survey(scope, goal) => {
            let empty = job.request.position.empty().len();
            let mut watcher = |analysis: Analysis| {
                if goal.is_reached_by(&analysis, empty) {
                    job.control.stop();
                }
                notify(Event::Progress(analysis));
            };
            searcher.analyze(&job.request, &scope, &job.control, &mut watcher);
            Outcome::Told
        }
    }
}
