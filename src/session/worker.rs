//! The search thread. It starts with the first search and sleeps between searches:
//! starting a thread for each move would cost more than a shallow search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::task::Task;
use crate::search::control::{Control, Stopped};
use crate::search::report::Report;
use crate::search::{Request, Searcher};
use crate::sync::mpsc::{self, Sender};
use crate::sync::thread;
use crate::system::memory;

/// An event that a search sends to the owner of the session.
pub enum Event {
    /// A progress report. It replaces any earlier one.
    Progress(Report),
    /// The last event of each search.
    Finished(Finished),
}

/// The searcher, given back, and what it found; `None` if it panicked.
pub type Finished = Option<(Box<dyn Searcher>, Outcome)>;

/// The outcome of a search.
pub enum Outcome {
    /// The result of the task.
    Found(Report),
    /// Nothing: it was stopped too early, or it was pondering.
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
    /// The channel to the thread; `None` before the first search.
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

/// Starts the thread; `None` if the system cannot.
fn spawn(notify: Notify) -> Option<Sender<Job>> {
    memory::require(memory::BYTES_PER_THREAD).ok()?;
    let (jobs, inbox) = mpsc::channel::<Job>();
    let work = move || {
        for mut job in inbox {
            let finished = match catch_unwind(AssertUnwindSafe(|| perform(&mut job, &notify))) {
                Ok(outcome) => Some((job.searcher, outcome)),
                Err(_) => {
                    // A searcher that has panicked may panic again when it is dropped.
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
    let (request, control) = (&job.request, &*job.control);
    let mut on_report = |report: &Report| notify(Event::Progress(report.clone()));
    match job.task {
        Task::Move | Task::CancellableMove | Task::ReproducibleMove | Task::Evaluation => {
            Outcome::Found(searcher.best_move(request, control, &mut on_report))
        }
        Task::MoveValues => match searcher.move_values(request, control) {
            Ok(report) => Outcome::Found(report),
            Err(Stopped) => Outcome::Stopped,
        },
        Task::Ponder => {
            searcher.ponder(request, control);
            Outcome::Stopped
        }
        Task::Analysis(scope) => {
            let report = searcher.analyze(request, &scope, control, &mut on_report);
            // An analysis runs until it is stopped, even if nothing is left to search.
            on_report(&report);
            control.wait_for_stop();
            Outcome::Found(report)
        }
        Task::LimitedAnalysis(scope, goal) => {
            let empty = request.position.empty().len();
            // A quick search goes on a little before it sees that it should stop.
            let mut reached: Option<Report> = None;
            let mut until_goal = |report: &Report| {
                if reached.is_some() {
                    return;
                }
                if goal.is_reached_by(report, empty) {
                    reached = Some(report.clone());
                    control.stop();
                }
                on_report(report);
            };
            let last = searcher.analyze(request, &scope, control, &mut until_goal);
            Outcome::Found(reached.unwrap_or(last))
        }
    }
}
