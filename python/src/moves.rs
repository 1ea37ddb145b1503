//! Moves as numbers: 0 is a1, 1 is b1, 63 is h8, and 64 is a pass, as in OpenSpiel and Pgx.

use obverse::board::{Move, Square};
use obverse::search::bulk::PASS;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

/// The number of a move.
pub(crate) fn number(action: Move) -> u8 {
    match action {
        Move::Place(square) => square.index() as u8,
        Move::Pass => PASS,
    }
}

/// The numbers of some moves.
pub(crate) fn numbers(actions: impl IntoIterator<Item = Move>) -> Vec<u32> {
    // A vector of bytes would become a `bytes` object.
    actions
        .into_iter()
        .map(|action| number(action).into())
        .collect()
}

/// A move as an argument: a number or a name.
pub(crate) struct MoveArgument(pub(crate) Move);

impl<'py> FromPyObject<'_, 'py> for MoveArgument {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<MoveArgument> {
        if let Ok(name) = given.cast::<PyString>() {
            return named(&name.to_string_lossy()).map(MoveArgument);
        }
        let wrong_type = || {
            let kind = given.get_type().name()?;
            let text = format!("expected a move as an int or a str, got {kind}");
            Err(PyTypeError::new_err(text))
        };
        if given.is_instance_of::<PyBool>() {
            return wrong_type();
        }
        let Ok(index) = given.call_method0("__index__") else {
            return wrong_type();
        };
        let action = match index.extract::<u8>() {
            Ok(PASS) => Some(Move::Pass),
            Ok(number) => Square::new(number).map(Move::Place),
            Err(_) => None,
        };
        let wrong_number = || {
            PyValueError::new_err(format!(
                "expected a move from 0 to {PASS} (pass), got {index}"
            ))
        };
        action.map(MoveArgument).ok_or_else(wrong_number)
    }
}

fn named(name: &str) -> PyResult<Move> {
    let wrong_name = |_| {
        PyValueError::new_err(format!(
            "expected a square, a1 to h8, or pass, got {name:?}"
        ))
    };
    name.trim().parse().map_err(wrong_name)
}

/// The name of a move: ``f5`` for 37, ``pass`` for 64.
#[pyfunction]
#[pyo3(signature = (r#move, /))]
pub(crate) fn move_name(r#move: MoveArgument) -> String {
    match r#move.0 {
        Move::Place(square) => format!("{square:#}"),
        Move::Pass => "pass".into(),
    }
}

/// The number of a move: 37 for ``f5``, 64 for ``pass``.
#[pyfunction]
#[pyo3(signature = (name, /))]
pub(crate) fn move_from_name(name: &str) -> PyResult<u8> {
    named(name).map(number)
}
