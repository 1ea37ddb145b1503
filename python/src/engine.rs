//! The engine.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::{mem, process, thread};

use obverse::search::control::{Control, Limits};
use obverse::search::engine::{Effort, Engine as Searcher, EngineOptions};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::analysis::{Analysis, Request};
use crate::arguments::{self, Integer};
use crate::position::Position;
use crate::report::Report;
use crate::waiting::{PATIENCE, run};

/// The engine, which keeps its transposition table from one search to the next.
///
/// ``level``, from 0 to 30, is how far it searches unless a search is told otherwise; ``threads``
/// is the number of threads, by default that of the cores; ``hash_mb`` is the size of the
/// transposition table in megabytes.
#[pyclass(module = "obverse", frozen)]
pub(crate) struct Engine {
    options: Mutex<Options>,
    shared: Arc<Shared>,
}

#[derive(Clone, Copy)]
struct Options {
    level: u32,
    resources: EngineOptions,
}

/// What a search and its engine share.
#[derive(Default)]
pub(crate) struct Shared {
    state: Mutex<State>,
    /// Tells of the end of a search.
    ended: Condvar,
}

#[derive(Default)]
enum State {
    /// No search yet: nothing is allocated.
    #[default]
    New,
    Idle(Box<Searcher>),
    Searching(Search),
}

/// A search that is running.
struct Search {
    control: Arc<Control>,
    process: u32,
}

impl Search {
    /// Whether the search was left behind in the parent by a fork, with its threads.
    fn is_lost(&self) -> bool {
        self.process != process::id()
    }
}

/// The searcher, which goes back to its engine at the end of the search.
pub(crate) struct Loan {
    shared: Arc<Shared>,
    pub(crate) searcher: Box<Searcher>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the searcher for a search with this control.
    fn take(self: &Arc<Shared>, control: &Arc<Control>) -> PyResult<Loan> {
        let mut state = self.lock();
        let searcher = match mem::take(&mut *state) {
            State::New => Box::default(),
            State::Idle(searcher) => searcher,
            State::Searching(lost) if lost.is_lost() => Box::default(),
            State::Searching(other) => {
                *state = State::Searching(other);
                let text = "this engine is searching already; call stop(), close the analysis, \
                            or use another engine";
                return Err(PyRuntimeError::new_err(text));
            }
        };
        *state = State::Searching(Search {
            control: Arc::clone(control),
            process: process::id(),
        });
        Ok(Loan {
            shared: Arc::clone(self),
            searcher,
        })
    }

    /// Stops the running search, if any, and waits until its searcher is back. Call it without
    /// the GIL.
    fn stop(&self) -> PyResult<()> {
        let stopped = match &*self.lock() {
            State::Searching(search) if !search.is_lost() => Arc::clone(&search.control),
            _ => return Ok(()),
        };
        stopped.stop();
        loop {
            let state = self.lock();
            let waited = self.ended.wait_timeout_while(state, PATIENCE, |state| {
                matches!(state, State::Searching(search) if Arc::ptr_eq(&search.control, &stopped))
            });
            let (state, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            drop(state);
            match timeout.timed_out() {
                true => Python::attach(|py| py.check_signals())?,
                false => return Ok(()),
            }
        }
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        // After a panic, the searcher's tables may be inconsistent.
        let back = match thread::panicking() {
            true => State::New,
            false => State::Idle(mem::take(&mut self.searcher)),
        };
        *self.shared.lock() = back;
        self.shared.ended.notify_all();
    }
}

impl Engine {
    fn options(&self) -> MutexGuard<'_, Options> {
        self.options.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(
        signature = (*, level=Integer::from(16), threads=None, hash_mb=Integer::from(64)),
        text_signature = "(*, level=16, threads=None, hash_mb=64)"
    )]
    fn new(level: Integer, threads: Option<Integer>, hash_mb: Integer) -> PyResult<Engine> {
        let options = Options {
            level: arguments::level(&level)?,
            resources: EngineOptions {
                threads: arguments::threads(threads)?,
                hash_mb: arguments::hash_mb(&hash_mb)?,
            },
        };
        Ok(Engine {
            options: Mutex::new(options),
            shared: Arc::default(),
        })
    }

    /// How far it searches unless a search is told otherwise, from 0 to 30.
    #[getter]
    fn level(&self) -> u32 {
        self.options().level
    }

    #[setter]
    fn set_level(&self, level: Integer) -> PyResult<()> {
        self.options().level = arguments::level(&level)?;
        Ok(())
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.options().resources.threads
    }

    #[setter]
    fn set_threads(&self, threads: Integer) -> PyResult<()> {
        self.options().resources.threads = arguments::threads(Some(threads))?;
        Ok(())
    }

    /// The size of the transposition table in megabytes. A new size takes effect, and empties
    /// the table, at the next search.
    #[getter]
    fn hash_mb(&self) -> usize {
        self.options().resources.hash_mb
    }

    #[setter]
    fn set_hash_mb(&self, hash_mb: Integer) -> PyResult<()> {
        self.options().resources.hash_mb = arguments::hash_mb(&hash_mb)?;
        Ok(())
    }

    /// Searches for the best move.
    ///
    /// ``level`` or ``depth`` (in plies) says how far; ``time`` (in seconds) and ``nodes`` limit
    /// the search, which ends at the first of these that it reaches. With limits alone it goes as
    /// far as they allow; without any of these, the level of the engine applies.
    #[pyo3(signature = (position, /, *, level=None, depth=None, time=None, nodes=None))]
    fn search(
        &self,
        py: Python<'_>,
        position: Position,
        level: Option<Integer>,
        depth: Option<Integer>,
        time: Option<f64>,
        nodes: Option<Integer>,
    ) -> PyResult<Report> {
        let limits = arguments::limits(time, nodes)?;
        let Options {
            level: default,
            resources,
        } = *self.options();
        let effort = arguments::effort(level, depth, limits, default)?;
        let control = Arc::new(Control::new(limits));
        let mut loan = self.shared.take(&control)?;
        let found = run(py, &control, || {
            let searcher = &mut loan.searcher;
            let report = searcher.solve(&position.0, effort, resources, &control, &mut |_| {});
            drop(loan);
            report
        })?;
        Report::new(py, &found)
    }

    /// Searches deeper and deeper, and returns an iterator of reports, one for each depth, with
    /// the best ``lines`` moves.
    ///
    /// It ends when the values are exact, at ``depth`` or a limit, whichever comes first, at
    /// ``stop()``, or when the iterator is closed or deleted. The engine cannot search anything
    /// else before that.
    #[pyo3(
        signature = (position, /, *, lines=Integer::from(1), depth=None, time=None, nodes=None),
        text_signature = "($self, position, /, *, lines=1, depth=None, time=None, nodes=None)"
    )]
    fn analyze(
        &self,
        position: Position,
        lines: Integer,
        depth: Option<Integer>,
        time: Option<f64>,
        nodes: Option<Integer>,
    ) -> PyResult<Analysis> {
        let lines = usize::try_from(lines.at_least("lines", 1)?).unwrap_or(usize::MAX);
        let depth = arguments::depth(depth)?;
        let control = Arc::new(Control::new(arguments::limits(time, nodes)?));
        let request = Request {
            position: position.0,
            lines,
            depth,
            resources: self.options().resources,
        };
        let loan = self.shared.take(&control)?;
        Analysis::start(request, loan, control)
    }

    /// Stops the running search or analysis, and waits until the engine is free. A search in
    /// another thread then returns the best move so far.
    fn stop(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.shared.stop())
    }

    /// Forgets everything that earlier searches found.
    fn clear(&self) -> PyResult<()> {
        let control = Arc::new(Control::new(Limits::default()));
        self.shared.take(&control)?.searcher.clear();
        Ok(())
    }

    fn __repr__(&self) -> String {
        let Options {
            level,
            resources: EngineOptions { threads, hash_mb },
        } = *self.options();
        format!("Engine(level={level}, threads={threads}, hash_mb={hash_mb})")
    }
}

/// Solves a position exactly, and returns the report with the best move, the value and the
/// principal variation.
///
/// Beyond 25 or so empty squares this can take very long. Ctrl-C stops a call on the main thread;
/// ``Engine.search`` with ``depth=60`` solves, too, and ``Engine.stop`` stops it on any thread.
#[pyfunction]
#[pyo3(
    signature = (position, /, *, threads=None, hash_mb=Integer::from(64)),
    text_signature = "(position, /, *, threads=None, hash_mb=64)"
)]
pub(crate) fn solve(
    py: Python<'_>,
    position: Position,
    threads: Option<Integer>,
    hash_mb: Integer,
) -> PyResult<Report> {
    let options = EngineOptions {
        threads: arguments::threads(threads)?,
        hash_mb: arguments::hash_mb(&hash_mb)?,
    };
    let control = Control::new(Limits::default());
    let found = run(py, &control, || {
        Searcher::new().solve(&position.0, Effort::End, options, &control, &mut |_| {})
    })?;
    Report::new(py, &found)
}

/// The static evaluation of a position in discs, for the side to move: what the engine expects
/// without looking ahead, or the result if the game is over.
#[pyfunction]
#[pyo3(signature = (position, /))]
pub(crate) fn evaluate(position: Position) -> f64 {
    Searcher::evaluate(&position.0)
}
