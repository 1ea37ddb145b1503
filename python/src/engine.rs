//! The engine.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use obverse::search::control::{Control, Limits};
use obverse::search::engine::{Effort, Engine as Searcher, EngineOptions};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::analysis::{Analysis, Request};
use crate::arguments;
use crate::position::Position;
use crate::report::Report;
use crate::waiting::run;

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
pub(crate) struct Shared(Mutex<State>);

#[derive(Default)]
enum State {
    /// No search yet: nothing is allocated.
    #[default]
    New,
    Idle(Box<Searcher>),
    Searching(Arc<Control>),
}

/// The searcher, which goes back to its engine at the end of the search.
pub(crate) struct Loan {
    shared: Arc<Shared>,
    pub(crate) searcher: Box<Searcher>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the searcher for a search with this control.
    fn take(self: &Arc<Shared>, control: &Arc<Control>) -> PyResult<Loan> {
        let mut state = self.lock();
        let searcher = match mem::take(&mut *state) {
            State::New => Box::default(),
            State::Idle(searcher) => searcher,
            State::Searching(other) => {
                *state = State::Searching(other);
                let text = "this engine is searching already; call stop(), close the analysis, \
                            or use another engine";
                return Err(PyRuntimeError::new_err(text));
            }
        };
        *state = State::Searching(Arc::clone(control));
        Ok(Loan {
            shared: Arc::clone(self),
            searcher,
        })
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
    #[pyo3(signature = (*, level=16, threads=None, hash_mb=64))]
    fn new(level: u32, threads: Option<usize>, hash_mb: usize) -> PyResult<Engine> {
        let options = Options {
            level: arguments::level(level)?,
            resources: EngineOptions {
                threads: arguments::threads(threads)?,
                hash_mb: arguments::hash_mb(hash_mb)?,
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
    fn set_level(&self, level: u32) -> PyResult<()> {
        self.options().level = arguments::level(level)?;
        Ok(())
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.options().resources.threads
    }

    #[setter]
    fn set_threads(&self, threads: usize) -> PyResult<()> {
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
    fn set_hash_mb(&self, hash_mb: usize) -> PyResult<()> {
        self.options().resources.hash_mb = arguments::hash_mb(hash_mb)?;
        Ok(())
    }

    /// Searches for the best move.
    ///
    /// ``level`` or ``depth`` (in plies) says how far; ``time`` (in seconds) and ``nodes`` limit
    /// the search, which then goes as far as they allow. Without any of these, the level of the
    /// engine applies.
    #[pyo3(signature = (position, /, *, level=None, depth=None, time=None, nodes=None))]
    fn search(
        &self,
        py: Python<'_>,
        position: Position,
        level: Option<u32>,
        depth: Option<u32>,
        time: Option<f64>,
        nodes: Option<u64>,
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
    /// It ends when the values are exact, at a limit, at ``stop()``, or when the iterator is
    /// closed or deleted. The engine cannot search anything else before that.
    #[pyo3(signature = (position, /, *, lines=1, depth=None, time=None, nodes=None))]
    fn analyze(
        &self,
        position: Position,
        lines: usize,
        depth: Option<u32>,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<Analysis> {
        if lines == 0 {
            return Err(PyValueError::new_err("lines: expected 1 or more, got 0"));
        }
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

    /// Stops the running search, from another thread. It then returns the best move so far.
    fn stop(&self) {
        if let State::Searching(control) = &*self.shared.lock() {
            control.stop();
        }
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
/// principal variation. Beyond 25 or so empty squares this can take very long; Ctrl-C stops it.
#[pyfunction]
#[pyo3(signature = (position, /, *, threads=None, hash_mb=64))]
pub(crate) fn solve(
    py: Python<'_>,
    position: Position,
    threads: Option<usize>,
    hash_mb: usize,
) -> PyResult<Report> {
    let options = EngineOptions {
        threads: arguments::threads(threads)?,
        hash_mb: arguments::hash_mb(hash_mb)?,
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
