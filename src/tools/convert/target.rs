//! The output file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::arguments::Arguments;
use crate::files::atomic;
use crate::formats::{self, Files, Row};
use crate::tools::ToolError;
use crate::tools::file_arguments::{self, STANDARD_STREAM, value_error};
use crate::tools::source;

pub(super) struct Target {
    format: &'static Row,
    /// `None` is standard output.
    path: Option<PathBuf>,
}

impl Target {
    /// Checks, before any work is done, that the file can be written.
    pub(super) fn new(arguments: &Arguments) -> Result<Target, ToolError> {
        let name = &arguments.output;
        let path = Path::new(name);
        let format = arguments
            .to
            .or_else(|| source::format_of_name(name))
            .ok_or_else(|| {
                let problem = "unknown format; choose one with --to";
                value_error(path, format!("{problem}: {}", source::format_names()))
            })?;
        if name == STANDARD_STREAM {
            return match format.companions.is_empty() {
                true => Ok(Target { format, path: None }),
                false => Err(value_error(
                    path,
                    "this format needs a file name, because it consists of several files",
                )),
            };
        }
        let target = Target {
            format,
            path: Some(path.to_path_buf()),
        };
        target.check_names(path)?;
        target.refuse_overwriting(arguments.inputs.iter().map(Path::new))?;
        for path in target.paths() {
            atomic::check_writable(&path).map_err(|error| value_error(&path, error))?;
        }
        Ok(target)
    }

    pub(super) fn format(&self) -> &'static Row {
        self.format
    }

    /// Fails if one of the input files would be overwritten.
    pub(super) fn refuse_overwriting<'a>(
        &self,
        inputs: impl Iterator<Item = &'a Path>,
    ) -> Result<(), ToolError> {
        let outputs = self.paths();
        for input in inputs {
            let is_input = |path: &&PathBuf| file_arguments::is_input(path, input);
            if let Some(output) = outputs.iter().find(is_input) {
                return Err(value_error(output, "it is also an input file"));
            }
        }
        Ok(())
    }

    /// Writes the games last, so that their file never exists without its companions.
    pub(super) fn write(&self, files: &Files, output: &mut dyn Write) -> Result<(), ToolError> {
        let Some(path) = &self.path else {
            output.write_all(&files.main)?;
            return Ok(output.flush()?);
        };
        for (extension, bytes) in &files.companions {
            replace(&path.with_extension(extension), bytes)?;
        }
        replace(path, &files.main)
    }

    /// All files that will be written.
    fn paths(&self) -> Vec<PathBuf> {
        let Some(path) = &self.path else {
            return Vec::new();
        };
        let companions = self.format.companions.iter();
        let companions = companions.map(|extension| path.with_extension(extension));
        companions.chain([path.clone()]).collect()
    }

    fn check_names(&self, path: &Path) -> Result<(), ToolError> {
        for extension in self.format.companions {
            let other = path.with_extension(extension);
            if other == path {
                return Err(value_error(
                    path,
                    "this extension is reserved for the file of names",
                ));
            }
        }
        formats::check_companions(path, self.format).map_err(ToolError::Value)
    }
}

fn replace(path: &Path, bytes: &[u8]) -> Result<(), ToolError> {
    atomic::write(path, bytes)
        .map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
    Ok(())
}
