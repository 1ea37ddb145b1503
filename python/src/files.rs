//! Reads files of games.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use obverse::formats::{self, Context, FORMATS, Row};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::game::Game;

/// The most that is read of a file, which is kept in memory.
const LONGEST: u64 = 1 << 30;

/// The games of a file in SGF, GGF, WTHOR or OBF, or with a move list in each line.
///
/// The format is recognised by the content or, failing that, by the name. The names of players in
/// a WTHOR file are in ``.JOU`` and ``.TRN`` files next to it. A game that cannot be read raises
/// ValueError, or is left out if ``skip_broken`` is true.
#[pyfunction]
#[pyo3(signature = (path, /, *, format=None, skip_broken=false))]
pub(crate) fn read_games(
    py: Python<'_>,
    path: PathBuf,
    format: Option<&str>,
    skip_broken: bool,
) -> PyResult<Vec<Game>> {
    let name = path.display().to_string();
    let content = read(py, &path)?;
    let by_extension = || formats::with_extension(path.extension()?.to_str()?);
    let format = find(format, &content, by_extension, &name)?;
    let companions = formats::companion_files(&path, format).into_iter();
    let companions = companions.map(|(extension, path)| Ok((extension, read(py, &path)?)));
    let context = Context {
        companions: companions.collect::<PyResult<_>>()?,
        ..Context::default()
    };
    py.detach(|| games(&content, format, &context, skip_broken, &name))
}

/// The games of a file that is in memory, as in ``read_games``.
#[pyfunction]
#[pyo3(signature = (content, /, *, format=None, skip_broken=false))]
pub(crate) fn parse_games(
    py: Python<'_>,
    content: &[u8],
    format: Option<&str>,
    skip_broken: bool,
) -> PyResult<Vec<Game>> {
    let name = "content";
    py.detach(|| {
        let format = find(format, content, || None, name)?;
        games(content, format, &Context::default(), skip_broken, name)
    })
}

fn read(py: Python<'_>, path: &Path) -> PyResult<Vec<u8>> {
    let content = py.detach(|| {
        let file = File::open(path)?;
        let mut content = Vec::new();
        let length = file.metadata()?.len();
        if length <= LONGEST {
            // A device has no length.
            file.take(LONGEST + 1).read_to_end(&mut content)?;
        }
        match length.max(content.len() as u64) > LONGEST {
            true => Err(io::Error::other(format!(
                "it is larger than {} MB",
                LONGEST >> 20
            ))),
            false => Ok(content),
        }
    });
    content.map_err(|error| named_error(py, error, path))
}

fn find(
    given: Option<&str>,
    content: &[u8],
    by_extension: impl FnOnce() -> Option<&'static Row>,
    name: &str,
) -> PyResult<&'static Row> {
    let Some(given) = given else {
        let found = formats::detect(content).or_else(by_extension);
        return found.ok_or_else(|| PyValueError::new_err(format!("{name}: unknown format")));
    };
    formats::find(given).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|row| row.name).collect();
        let names = names.join(", ");
        PyValueError::new_err(format!("format: expected one of {names}, got {given:?}"))
    })
}

fn games(
    content: &[u8],
    format: &Row,
    context: &Context,
    skip_broken: bool,
    name: &str,
) -> PyResult<Vec<Game>> {
    let games = (format.read)(content, context).zip(1..);
    let games = games.filter(|(game, _)| !skip_broken || game.is_ok());
    let games = games.map(|(game, number)| match game {
        Ok(record) => Game::of_record(record),
        Err(error) => Err(PyValueError::new_err(format!(
            "{name}: game {number}: {error}"
        ))),
    });
    games.collect()
}

/// An `OSError` that names the file.
fn named_error(py: Python<'_>, error: io::Error, path: &Path) -> PyErr {
    let Some(code) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{}: {error}", path.display()));
    };
    let described = || {
        let text = py.import("os")?.call_method1("strerror", (code,))?;
        let kind = py.import("builtins")?.getattr("OSError")?;
        kind.call1((code, text, path))
    };
    described().map_or_else(|failed| failed, PyErr::from_value)
}
