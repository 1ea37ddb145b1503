//! Where the games are written.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::arguments::{Arguments, STANDARD_STREAM};
use super::source;
use crate::formats::{Files, Row};
use crate::tools::{ToolError, files};

pub(super) struct Target {
    format: &'static Row,
    /// `None` is the standard output.
    path: Option<PathBuf>,
}

impl Target {
    /// Finds out before the work whether it can be written.
    pub(super) fn new(arguments: &Arguments) -> Result<Target, ToolError> {
        let name = &arguments.output;
        let fail = |problem: &str| ToolError::Value(format!("{name}: {problem}"));
        let format = arguments
            .to
            .or_else(|| source::of_name(name))
            .ok_or_else(|| fail("its name tells no format (--to names one)"))?;
        let path = (name != STANDARD_STREAM).then(|| PathBuf::from(name));
        let target = Target { format, path };
        match &target.path {
            None if format.beside.is_empty() => {}
            None => return Err(fail("the format needs a name, for the files beside it")),
            Some(path) => target.check(path, &arguments.inputs)?,
        }
        Ok(target)
    }

    pub(super) fn format(&self) -> &'static Row {
        self.format
    }

    /// The games come last: if they are there, so is what belongs to them.
    pub(super) fn write(&self, files: &Files, output: &mut dyn Write) -> Result<(), ToolError> {
        let Some(path) = &self.path else {
            output.write_all(&files.main)?;
            return Ok(output.flush()?);
        };
        for (ending, bytes) in &files.beside {
            replace(&path.with_extension(ending), bytes)?;
        }
        replace(path, &files.main)
    }

    fn check(&self, path: &Path, inputs: &[String]) -> Result<(), ToolError> {
        let fail = |path: &Path, problem: &dyn std::fmt::Display| {
            Err(ToolError::Value(format!("{}: {problem}", path.display())))
        };
        let beside = self.format.beside.iter();
        let beside: Vec<PathBuf> = beside.map(|ending| path.with_extension(ending)).collect();
        for other in &beside {
            if other == path {
                return fail(path, &"the names of players and tournaments are there");
            }
            // Somebody else's names would be lost.
            if other.exists() && !path.exists() {
                let problem = format!("it is there, but {} is not", path.display());
                return fail(other, &problem);
            }
        }
        for output in beside.iter().map(PathBuf::as_path).chain([path]) {
            let is_same = |input: &String| {
                let is_input = |path: &Path| is_same_file(path, Path::new(input));
                is_input(output) || is_input(&files::beside(output))
            };
            if inputs.iter().any(is_same) {
                return fail(output, &"it is one of the files to read");
            }
            if let Err(error) = files::check_writable(output) {
                return fail(output, &error);
            }
        }
        Ok(())
    }
}

fn replace(path: &Path, bytes: &[u8]) -> Result<(), ToolError> {
    files::replace(path, bytes)
        .map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
    Ok(())
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
