//! The arguments of searches.

use std::num::NonZero;
use std::thread;
use std::time::Duration;

use obverse::search::control::Limits;
use obverse::search::engine::{Effort, levels};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

const MAX_THREADS: usize = 1024;
const MAX_HASH_MB: usize = 1 << 20;

/// A number of threads; by default that of the CPU cores.
pub(crate) fn threads(given: Option<usize>) -> PyResult<usize> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    match given.unwrap_or_else(cores) {
        threads @ 1..=MAX_THREADS => Ok(threads),
        other => Err(out_of_range("threads", 1, MAX_THREADS, other)),
    }
}

/// The size of a transposition table in megabytes.
pub(crate) fn hash_mb(given: usize) -> PyResult<usize> {
    match given {
        1..=MAX_HASH_MB => Ok(given),
        other => Err(out_of_range("hash_mb", 1, MAX_HASH_MB, other)),
    }
}

/// A playing level.
pub(crate) fn level(given: u32) -> PyResult<u32> {
    match given {
        0..=levels::HIGHEST => Ok(given),
        other => Err(out_of_range(
            "level",
            0,
            levels::HIGHEST as usize,
            other as usize,
        )),
    }
}

fn out_of_range(name: &str, least: usize, most: usize, given: usize) -> PyErr {
    PyValueError::new_err(format!("{name}: expected {least} to {most}, got {given}"))
}

/// A depth in plies; `None` is no limit.
pub(crate) fn depth(given: Option<u32>) -> PyResult<Option<u32>> {
    match given {
        Some(0) => Err(PyValueError::new_err("depth: expected 1 or more, got 0")),
        other => Ok(other),
    }
}

/// How far to search; by default to the default level, or as far as the limits allow.
pub(crate) fn effort(
    given_level: Option<u32>,
    given_depth: Option<u32>,
    limits: Limits,
    default_level: u32,
) -> PyResult<Effort> {
    match (given_level, depth(given_depth)?) {
        (Some(_), Some(_)) => Err(PyValueError::new_err(
            "expected a level or a depth, got both",
        )),
        (Some(given), None) => level(given).map(Effort::Level),
        (None, Some(depth)) => Ok(Effort::Depth(depth)),
        (None, None) if limits != Limits::default() => Ok(Effort::End),
        (None, None) => Ok(Effort::Level(default_level)),
    }
}

/// Limits of time in seconds and of nodes.
pub(crate) fn limits(time: Option<f64>, nodes: Option<u64>) -> PyResult<Limits> {
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
        nodes,
        ..Limits::default()
    })
}
