//! What searches find.

use obverse::board::Move;
use obverse::score;
use obverse::search::report;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::moves::{MoveArgument, move_name, number, numbers};

/// What a search has found.
#[pyclass(module = "obverse", frozen, eq)]
pub(crate) struct Report {
    /// The best lines, best first; a search for one move has one line.
    #[pyo3(get)]
    lines: Vec<Py<Line>>,
    /// The number of positions searched.
    #[pyo3(get)]
    nodes: u64,
    /// The time since the start of the search, in seconds.
    #[pyo3(get)]
    time: f64,
    /// Where it comes from: ``forced``, ``search`` or ``solver``.
    #[pyo3(get)]
    source: String,
}

/// A move with its value and the expected continuation.
#[pyclass(module = "obverse", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct Line {
    best: Option<Move>,
    /// The value in discs for the side to move: the expected result of the game.
    #[pyo3(get)]
    value: Option<i32>,
    /// ``exact``, ``lower`` or ``upper``: what the value is a bound of.
    #[pyo3(get)]
    bound: String,
    /// Whether the value is proven to be the result of the game with best play.
    #[pyo3(get)]
    exact: bool,
    /// How many plies were searched.
    #[pyo3(get)]
    depth: u32,
    /// The confidence in percent that selective pruning has not changed the value.
    #[pyo3(get)]
    selectivity: u32,
    /// The move and the best replies.
    #[pyo3(get)]
    pv: Vec<u32>,
}

/// What is pickled of a report, in the order of its fields.
type ReportParts = (Vec<Py<Line>>, u64, f64, String);

/// What is pickled of a line; its move is the first of the last field.
type LineParts = (Option<i32>, String, bool, u32, u32, Vec<u32>);

impl PartialEq for Report {
    fn eq(&self, other: &Report) -> bool {
        let [lines, others] = [self, other].map(|report| report.lines.iter().map(Py::get));
        lines.eq(others)
            && (self.nodes, self.time, &self.source) == (other.nodes, other.time, &other.source)
    }
}

impl Report {
    pub(crate) fn new(py: Python<'_>, found: &report::Report) -> PyResult<Report> {
        let lines = found.lines.iter().map(|line| Py::new(py, Line::new(line)));
        Ok(Report {
            lines: lines.collect::<PyResult<_>>()?,
            nodes: found.nodes,
            time: found.time.as_secs_f64(),
            source: found.source.name().into(),
        })
    }

    /// Reports have at least one line.
    fn best(&self) -> &Line {
        self.lines[0].get()
    }
}

#[pymethods]
impl Report {
    /// The best move, 64 for a pass; None if the game is over.
    #[getter]
    fn r#move(&self) -> Option<u8> {
        self.best().r#move()
    }

    /// The value of the best line in discs, for the side to move.
    #[getter]
    fn value(&self) -> Option<i32> {
        self.best().value
    }

    /// Whether that value is proven to be the result of the game with best play.
    #[getter]
    fn exact(&self) -> bool {
        self.best().exact
    }

    /// How many plies were searched.
    #[getter]
    fn depth(&self) -> u32 {
        self.best().depth
    }

    /// The best move and the best replies.
    #[getter]
    fn pv(&self) -> Vec<u32> {
        self.best().pv.clone()
    }

    fn __repr__(&self) -> String {
        format!("<Report {}, {} nodes>", self.best().describe(), self.nodes)
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, ReportParts)> {
        let report = this.get();
        let lines = report.lines.iter().map(|line| line.clone_ref(this.py()));
        let parts = (
            lines.collect(),
            report.nodes,
            report.time,
            report.source.clone(),
        );
        Ok((this.get_type().getattr("_restore")?, parts))
    }

    /// The report that was pickled.
    #[staticmethod]
    fn _restore(lines: Vec<Py<Line>>, nodes: u64, time: f64, source: String) -> PyResult<Report> {
        if lines.is_empty() {
            return Err(PyValueError::new_err("lines: expected at least one"));
        }
        Ok(Report {
            lines,
            nodes,
            time,
            source,
        })
    }
}

impl Line {
    fn new(line: &report::Line) -> Line {
        Line {
            best: line.moves.first().copied(),
            value: line.value.map(|value| value.discs()),
            bound: match line.bound {
                score::Bound::Exact => "exact",
                score::Bound::Lower => "lower",
                score::Bound::Upper => "upper",
            }
            .into(),
            exact: line.is_exact,
            depth: line.depth,
            selectivity: line.selectivity,
            pv: numbers(line.moves.iter().copied()),
        }
    }

    fn describe(&self) -> String {
        let name = match self.best {
            Some(best) => move_name(MoveArgument(best)),
            None => "game over".into(),
        };
        let value = self
            .value
            .map_or(String::new(), |value| format!(" {value:+}"));
        let exact = if self.exact { " exact" } else { "" };
        format!("{name}{value}{exact}, depth {}", self.depth)
    }
}

#[pymethods]
impl Line {
    /// The move, 64 for a pass; None if the game is over.
    #[getter]
    fn r#move(&self) -> Option<u8> {
        self.best.map(number)
    }

    fn __repr__(&self) -> String {
        format!("<Line {}>", self.describe())
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, LineParts)> {
        let line = this.get();
        let parts = (
            line.value,
            line.bound.clone(),
            line.exact,
            line.depth,
            line.selectivity,
            line.pv.clone(),
        );
        Ok((this.get_type().getattr("_restore")?, parts))
    }

    /// The line that was pickled.
    #[staticmethod]
    fn _restore(
        value: Option<i32>,
        bound: String,
        exact: bool,
        depth: u32,
        selectivity: u32,
        pv: Vec<MoveArgument>,
    ) -> Line {
        Line {
            best: pv.first().map(|first| first.0),
            value,
            bound,
            exact,
            depth,
            selectivity,
            pv: numbers(pv.into_iter().map(|action| action.0)),
        }
    }
}
