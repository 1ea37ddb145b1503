//! Analyses as iterators.

use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::{mem, process};

use obverse::board::Position;
use obverse::search::analysis::Scope;
use obverse::search::control::Control;
use obverse::search::engine::EngineOptions;
use obverse::search::report::Report as Found;
use obverse::search::rng::MoveSeed;
use obverse::search::{self, Searcher, Settings};
use pyo3::prelude::*;

use crate::engine::Loan;
use crate::report::Report;
use crate::waiting::{failure, receive};

/// What to analyse.
pub(crate) struct Request {
    pub(crate) position: Position,
    pub(crate) lines: usize,
    pub(crate) depth: Option<u32>,
    pub(crate) resources: EngineOptions,
}

/// A running analysis: an iterator of reports. It searches whether they are read or not, and
/// keeps those that are not read yet. It is also a context manager that stops the analysis at its
/// end. In a child process made by a fork it has ended.
#[pyclass(module = "obverse", frozen)]
pub(crate) struct Analysis {
    control: Arc<Control>,
    running: Mutex<Option<Running>>,
    process: u32,
}

struct Running {
    reports: Receiver<Found>,
    thread: JoinHandle<()>,
}

impl Analysis {
    pub(crate) fn start(
        request: Request,
        mut loan: Loan,
        control: Arc<Control>,
    ) -> PyResult<Analysis> {
        let (sender, reports) = mpsc::channel();
        let shared = Arc::clone(&control);
        let builder = thread::Builder::new().name("analysis".into());
        let thread = builder.spawn(move || {
            let mut last = None;
            let mut is_done = false;
            let mut on_report = |report: &Found| {
                // The final report usually repeats the one before it, and a search that is being
                // stopped may still report.
                if is_done || last.as_ref() == Some(&report.lines) {
                    return;
                }
                last = Some(report.lines.clone());
                let is_deep = |depth| report.lines.iter().all(|line| line.depth >= depth);
                let has_reader = sender.send(report.clone()).is_ok();
                if !has_reader || request.depth.is_some_and(is_deep) {
                    is_done = true;
                    shared.stop();
                }
            };
            let last = analyze(&request, &mut loan, &shared, &mut on_report);
            on_report(&last);
        })?;
        Ok(Analysis {
            control,
            running: Mutex::new(Some(Running { reports, thread })),
            process: process::id(),
        })
    }

    /// Whether it was left behind in the parent by a fork.
    fn is_lost(&self) -> bool {
        self.process != process::id()
    }

    fn running(&self) -> MutexGuard<'_, Option<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the search, waits for it, and returns the exception if it has panicked. Call it
    /// without the GIL.
    fn end(&self) -> PyResult<()> {
        if self.is_lost() {
            // Its thread does not exist in this process, so joining it would fail.
            mem::forget(self.running().take());
            return Ok(());
        }
        self.control.stop();
        match self.running().take().map(|running| running.thread.join()) {
            Some(Err(panic)) => Err(failure(&*panic)),
            Some(Ok(())) | None => Ok(()),
        }
    }
}

fn analyze(
    request: &Request,
    loan: &mut Loan,
    control: &Control,
    on_report: search::OnReport<'_>,
) -> Found {
    let position = request.position;
    let searcher = &mut loan.searcher;
    if position.is_over() {
        let effort = search::engine::Effort::End;
        return searcher.solve(&position, effort, request.resources, control, on_report);
    }
    if position.must_pass() {
        let mut on_report = |report: &Found| on_report(&report.clone().before_pass());
        let passed = Request {
            position: position.pass(),
            lines: 1,
            depth: request.depth.map(|depth| depth - 1),
            ..*request
        };
        return analyze(&passed, loan, control, &mut on_report).before_pass();
    }
    let scope = Scope {
        moves: position.moves(),
        lines: request.lines,
    };
    let EngineOptions { threads, hash_mb } = request.resources;
    let request = search::Request {
        position,
        settings: Settings {
            threads: threads as u32,
            hash_mb: hash_mb as u32,
            ..Settings::default()
        },
        seed: MoveSeed::fixed(&position),
    };
    searcher.analyze(&request, &scope, control, on_report)
}

#[pymethods]
impl Analysis {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        let next = py.detach(|| {
            if self.is_lost() {
                return self.end().map(|()| None);
            }
            // The lock is not held while waiting would need the GIL: only this thread waits.
            let received = match &*self.running() {
                Some(running) => receive(&running.reports),
                None => return Ok(None),
            };
            match received {
                Ok(Some(report)) => Ok(Some(report)),
                Ok(None) => self.end().map(|()| None),
                Err(interrupt) => {
                    self.end()?;
                    Err(interrupt)
                }
            }
        })?;
        next.map(|found| Report::new(py, &found)).transpose()
    }

    /// Stops the analysis. The engine can then search something else.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.end())
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(
        &self,
        py: Python<'_>,
        _exception: &Bound<'_, pyo3::types::PyTuple>,
    ) -> PyResult<()> {
        self.close(py)
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        // The search needs no GIL, and stops within milliseconds.
        let _ = self.end();
    }
}
