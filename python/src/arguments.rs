//! The arguments of searches.

use std::num::NonZero;
use std::thread;
use std::time::Duration;

use obverse::search::control::Limits;
use obverse::search::engine::{Effort, levels};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

const MAX_THREADS: u32 = 1024;
const MAX_HASH_MB: u32 = 1 << 20;

/// An integer of any size, so that one out of range can be refused with the name of the argument.
pub(crate) struct Integer {
    /// `None` if it is negative; the largest one if it is larger.
    value: Option<u64>,
    text: String,
}

impl From<u32> for Integer {
    fn from(value: u32) -> Integer {
        Integer {
            value: Some(value.into()),
            text: value.to_string(),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Integer {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Integer> {
        match given.extract::<u64>() {
            Ok(value) => Ok(Integer {
                value: Some(value),
                text: value.to_string(),
            }),
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
                let text = given.str()?.to_string();
                let value = (!text.starts_with('-')).then_some(u64::MAX);
                Ok(Integer { value, text })
            }
            Err(error) => Err(error),
        }
    }
}

impl Integer {
    pub(crate) fn at_least(&self, name: &str, least: u64) -> PyResult<u64> {
        self.value.filter(|value| *value >= least).ok_or_else(|| {
            let text = &self.text;
            PyValueError::new_err(format!("{name}: expected {least} or more, got {text}"))
        })
    }

    fn within(&self, name: &str, least: u32, most: u32) -> PyResult<u32> {
        let value = self.value.and_then(|value| u32::try_from(value).ok());
        let value = value.filter(|value| (least..=most).contains(value));
        value.ok_or_else(|| {
            let text = &self.text;
            PyValueError::new_err(format!("{name}: expected {least} to {most}, got {text}"))
        })
    }
}

/// A number of threads; by default that of the CPU cores.
pub(crate) fn threads(given: Option<Integer>) -> PyResult<usize> {
    match given {
        Some(given) => Ok(given.within("threads", 1, MAX_THREADS)? as usize),
        None => {
            let cores = thread::available_parallelism().map_or(1, NonZero::get);
            Ok(cores.min(MAX_THREADS as usize))
        }
    }
}

/// The size of a transposition table in megabytes.
pub(crate) fn hash_mb(given: &Integer) -> PyResult<usize> {
    Ok(given.within("hash_mb", 1, MAX_HASH_MB)? as usize)
}

/// A playing level.
pub(crate) fn level(given: &Integer) -> PyResult<u32> {
    given.within("level", 0, levels::HIGHEST)
}

/// A depth in plies; `None` is no limit.
pub(crate) fn depth(given: Option<Integer>) -> PyResult<Option<u32>> {
    let depth = given.map(|given| given.at_least("depth", 1)).transpose()?;
    Ok(depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)))
}

/// How far to search; by default to the default level, or as far as the limits allow.
pub(crate) fn effort(
    given_level: Option<Integer>,
    given_depth: Option<Integer>,
    limits: Limits,
    default_level: u32,
) -> PyResult<Effort> {
    match (given_level, depth(given_depth)?) {
        (Some(_), Some(_)) => Err(PyValueError::new_err(
            "expected a level or a depth, got both",
        )),
        (Some(given), None) => level(&given).map(Effort::Level),
        (None, Some(depth)) => Ok(Effort::Depth(depth)),
        (None, None) if limits != Limits::default() => Ok(Effort::End),
        (None, None) => Ok(Effort::Level(default_level)),
    }
}

/// Limits of time in seconds and of nodes.
pub(crate) fn limits(time: Option<f64>, nodes: Option<Integer>) -> PyResult<Limits> {
    let wrong_time = |_| {
        PyValueError::new_err(format!(
            "time: expected a number of seconds, got {}",
            time.unwrap_or_default()
        ))
    };
    Ok(Limits {
        time: time
            .map(Duration::try_from_secs_f64)
            .transpose()
            .map_err(wrong_time)?,
        nodes: nodes.map(|nodes| nodes.at_least("nodes", 0)).transpose()?,
        ..Limits::default()
    })
}
