//! Whole arrays of positions.

use std::fmt::Display;

use numpy::{
    Element, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use obverse::search::bulk::{self, Boards, PlayError};
use obverse::search::control::{Control, Limits, Stopped};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arguments::{self, Integer};
use crate::waiting::run;

/// An array in one dimension, or why the argument is not one.
fn one_dimensional<'a, 'py>(
    name: &str,
    expected: &str,
    given: &'a Bound<'py, PyAny>,
) -> PyResult<&'a Bound<'py, PyUntypedArray>> {
    let expected = format!("{name}: expected a one-dimensional NumPy array of {expected}");
    let Ok(array) = given.cast::<PyUntypedArray>() else {
        let kind = given.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{expected}, got {kind}")));
    };
    // A masked array hides elements that would be used here.
    if array.hasattr("mask")? {
        return Err(PyTypeError::new_err(format!(
            "{expected}, got a masked array"
        )));
    }
    match array.ndim() {
        1 => Ok(array),
        count => Err(PyValueError::new_err(format!(
            "{expected}, got {count} dimensions"
        ))),
    }
}

/// A copy of an array, which no other Python thread can change while it is used.
fn copy<T: Element>(array: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
    let array = array.cast::<PyArray1<T>>()?;
    match array.to_vec() {
        Ok(column) => Ok(column),
        // It is not contiguous or not aligned, which a copy by NumPy is.
        Err(_) => {
            let copied = array.call_method0("copy")?;
            let copied = copied.cast::<PyArray1<T>>()?.to_vec();
            copied.map_err(|error| PyValueError::new_err(error.to_string()))
        }
    }
}

/// A column of bitboards.
fn bitboards(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    let array = one_dimensional(name, "uint64", given)?;
    let found = array.dtype();
    if !found.is_equiv_to(&numpy::dtype::<u64>(given.py())) {
        let hint = match found.kind() {
            b'i' | b'u' => format!("; convert it with {name}.astype(numpy.uint64)"),
            _ => String::new(),
        };
        return Err(PyTypeError::new_err(format!(
            "{name}: expected a one-dimensional NumPy array of uint64, got {found}{hint}"
        )));
    }
    copy(given)
}

/// A column of moves, from an array of integers of any size.
fn moves(given: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let array = one_dimensional("moves", "integers", given)?;
    let kind = array.dtype().kind();
    if !matches!(kind, b'i' | b'u') {
        let found = array.dtype();
        return Err(PyTypeError::new_err(format!(
            "moves: expected a one-dimensional NumPy array of integers, got {found}"
        )));
    }
    match kind {
        b'i' => bytes(&copy::<i64>(&given.call_method1("astype", ("int64",))?)?),
        _ => bytes(&copy::<u64>(&given.call_method1("astype", ("uint64",))?)?),
    }
}

fn bytes<N: Copy + Display>(numbers: &[N]) -> PyResult<Vec<u8>>
where
    u8: TryFrom<N>,
{
    let byte = |(index, number): (usize, &N)| match u8::try_from(*number) {
        Ok(byte @ 0..=bulk::PASS) => Ok(byte),
        _ => Err(PyValueError::new_err(format!(
            "moves: expected 0 to {}, got {number} at index {index}",
            bulk::PASS
        ))),
    };
    numbers.iter().enumerate().map(byte).collect()
}

/// What a function of `bulk` makes of two columns.
fn of_boards<T: Send>(
    py: Python<'_>,
    [own, opponent]: [&Bound<'_, PyAny>; 2],
    threads: Option<Integer>,
    work: impl FnOnce(Boards<'_>, usize, &Control) -> T + Send,
) -> PyResult<T> {
    let own = bitboards("own", own)?;
    let opponent = bitboards("opponent", opponent)?;
    let threads = arguments::threads(threads)?;
    let control = Control::new(Limits::default());
    let result = run(py, &control, || {
        let boards = Boards::new(&own, &opponent)?;
        Ok(work(boards, threads, &control))
    })?;
    result.map_err(|error: bulk::BoardsError| PyValueError::new_err(error.to_string()))
}

/// Only Ctrl-C stops the work, and then there is an exception already.
fn stopped(Stopped: Stopped) -> PyErr {
    PyValueError::new_err(Stopped.to_string())
}

/// The exact values of many positions for the side to move, in discs, as an array of int8.
///
/// ``own`` and ``opponent`` are one-dimensional arrays of uint64: the discs of the side to move
/// and of its opponent; bit 0 is a1, bit 63 is h8. The value is the result of the game with best
/// play, in which the winner gets the empty squares. Positions in which the side to move must
/// pass or the game is over have values, too.
///
/// Each position is solved by one thread; ``threads`` is by default the number of cores. Ctrl-C
/// stops a call on the main thread, and the values found so far are lost; nothing else does, so
/// split long work into batches.
#[pyfunction]
#[pyo3(signature = (own, opponent, *, threads=None))]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    own: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
    threads: Option<Integer>,
) -> PyResult<Bound<'py, PyArray1<i8>>> {
    let values = of_boards(py, [own, opponent], threads, bulk::solve)?;
    Ok(PyArray1::from_vec(py, values.map_err(stopped)?))
}

/// The static evaluations of many positions for the side to move, in discs, as an array of
/// float32: what the engine expects without looking ahead, or the result if the game is over.
///
/// ``own`` and ``opponent`` are as in ``solve_many``.
#[pyfunction]
#[pyo3(signature = (own, opponent, *, threads=None))]
pub(crate) fn evaluate_many<'py>(
    py: Python<'py>,
    own: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
    threads: Option<Integer>,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let values = of_boards(py, [own, opponent], threads, bulk::evaluate)?;
    Ok(PyArray1::from_vec(py, values.map_err(stopped)?))
}

/// The legal moves in many positions, as an array of uint64 in which bit 0 is a1 and bit 63 is
/// h8. No bit is set if the side to move must pass or the game is over.
///
/// ``own`` and ``opponent`` are as in ``solve_many``.
#[pyfunction]
#[pyo3(signature = (own, opponent, *, threads=None))]
pub(crate) fn legal_moves_many<'py>(
    py: Python<'py>,
    own: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
    threads: Option<Integer>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let moves = of_boards(py, [own, opponent], threads, bulk::moves)?;
    Ok(PyArray1::from_vec(py, moves.map_err(stopped)?))
}

/// The columns after a move: the discs of the side that is then to move, and of its opponent.
type Columns<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>);

/// The positions after a move in each, as two arrays of uint64: the discs of the side that is
/// then to move, and those of the side that has moved.
///
/// ``own`` and ``opponent`` are as in ``solve_many``. ``moves`` is a one-dimensional array of
/// integers from 0 to 64; 64 is a pass, which is legal if there is no other move and the game is
/// not over.
#[pyfunction]
#[pyo3(signature = (own, opponent, moves, *, threads=None))]
pub(crate) fn play_many<'py>(
    py: Python<'py>,
    own: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
    moves: &Bound<'py, PyAny>,
    threads: Option<Integer>,
) -> PyResult<Columns<'py>> {
    let moves = self::moves(moves)?;
    let played = of_boards(py, [own, opponent], threads, |boards, threads, control| {
        bulk::play(boards, &moves, threads, control)
    })?;
    let (own, opponent) = played.map_err(|error| match error {
        PlayError::Illegal { index } => {
            PyValueError::new_err(format!("{error}: {} at index {index}", moves[index]))
        }
        _ => PyValueError::new_err(error.to_string()),
    })?;
    Ok((
        PyArray1::from_vec(py, own),
        PyArray1::from_vec(py, opponent),
    ))
}
