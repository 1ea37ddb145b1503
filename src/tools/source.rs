//! Reads a file of games, together with the files that belong to it.

use std::fmt::Display;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::ToolError;
use super::file_arguments::{self, value_error};
use crate::formats::{self, Context, FORMATS, Games, Row, Rows};
use crate::text::complain;

/// The name that stands for standard input or output.
pub(super) const STANDARD_STREAM: &str = "-";

/// What to do about an empty file.
const EMPTY: &str = "it is empty; name a file with games or positions";

/// How to read a file of games.
#[derive(Clone, Copy, Default)]
pub(super) struct Reading {
    /// If this is `None`, the format is detected from the content or, failing that, the name.
    pub(super) format: Option<&'static Row>,
    /// Whether SGF counts rows from the top or from the bottom.
    pub(super) rows: Rows,
}

/// A file of games, with its format and its companion files.
pub(super) struct Source<'a> {
    name: &'a str,
    format: &'static Row,
    bytes: Vec<u8>,
    context: Context,
    companion_paths: Vec<PathBuf>,
}

impl<'a> Source<'a> {
    pub(super) fn read(name: &'a str, reading: Reading) -> Result<Source<'a>, ToolError> {
        let bytes = bytes(name)?;
        let format = reading
            .format
            .or_else(|| formats::detect(&bytes))
            .or_else(|| format_of_name(name))
            .ok_or_else(|| {
                if bytes.is_empty() {
                    return value_error(name, EMPTY);
                }
                let problem = "unknown format; choose one with --from";
                value_error(name, format!("{problem}: {}", format_names()))
            })?;
        let mut context = Context {
            rows: reading.rows,
            companions: Vec::new(),
        };
        let mut companion_paths = Vec::new();
        let companions = match name {
            STANDARD_STREAM => Vec::new(),
            _ => formats::companion_files(Path::new(name), format),
        };
        for (extension, path) in companions {
            context
                .companions
                .push((extension, file_arguments::read(&path)?));
            companion_paths.push(path);
        }
        Ok(Source {
            name,
            format,
            bytes,
            context,
            companion_paths,
        })
    }

    pub(super) fn name(&self) -> &str {
        self.name
    }

    /// The companion files, which belong to this one.
    pub(super) fn companion_paths(&self) -> impl Iterator<Item = &Path> {
        self.companion_paths.iter().map(PathBuf::as_path)
    }

    /// Reports that a game is wrong and left out.
    pub(super) fn skip(&self, number: usize, problem: impl Display) -> io::Result<()> {
        complain(&format!("{}: game {number}: {problem}", self.name))
    }

    pub(super) fn games(&self) -> Games<'_> {
        (self.format.read)(&self.bytes, &self.context)
    }
}

/// The format that belongs to the extension of a file name.
pub(super) fn format_of_name(name: &str) -> Option<&'static Row> {
    formats::with_extension(Path::new(name).extension()?.to_str()?)
}

/// The names of all formats, for messages.
pub(super) fn format_names() -> String {
    let names: Vec<&str> = FORMATS.iter().map(|row| row.name).collect();
    names.join(", ")
}

/// The content of a file or of standard input, which alone may be empty, because a filter may
/// leave nothing.
pub(super) fn bytes(name: &str) -> Result<Vec<u8>, ToolError> {
    if name != STANDARD_STREAM {
        let bytes = file_arguments::read(name)?;
        return match bytes.is_empty() {
            true => Err(value_error(name, EMPTY)),
            false => Ok(bytes),
        };
    }
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes);
    read.map_err(|error| value_error(name, error))?;
    Ok(bytes)
}
