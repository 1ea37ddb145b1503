//! Reads and writes the files named on the command line. Every error names its file.

use std::fs::File;
use std::path::Path;

use super::ToolError;
use crate::files::{self, atomic};

/// The name that stands for standard input or output.
pub(super) const STANDARD_STREAM: &str = "-";

/// Whether this output file is also this input, which may be standard input: a shell may take that
/// from a file.
pub(super) fn is_input(output: &Path, input: &Path) -> bool {
    let standard_input = Path::new("/dev/stdin");
    let is_standard = input == Path::new(STANDARD_STREAM);
    files::is_same(output, if is_standard { standard_input } else { input })
}

/// The error that a file, or another value on the command line, is invalid for this reason.
pub(super) fn value_error(path: impl AsRef<Path>, reason: impl ToString) -> ToolError {
    let reason = reason.to_string();
    ToolError::Value(format!("{}: {reason}", path.as_ref().display()))
}

/// Opens a file.
pub(super) fn open(path: impl AsRef<Path>) -> Result<File, ToolError> {
    File::open(&path).map_err(|error| value_error(path, error))
}

/// The content of a file, which may be at most `longest` bytes.
pub(super) fn read(path: impl AsRef<Path>, longest: u64) -> Result<Vec<u8>, ToolError> {
    let bytes = files::read_all(open(&path)?, longest);
    bytes.map_err(|error| value_error(path, error))
}

/// Checks, before any work is done, that a file can be written and that it is not one of the
/// input files.
pub(super) fn check_output<P: AsRef<Path>>(
    path: &Path,
    inputs: impl IntoIterator<Item = P>,
) -> Result<(), ToolError> {
    let is_output = |input: P| is_input(path, input.as_ref());
    if inputs.into_iter().any(is_output) {
        return Err(value_error(path, "it is also an input file"));
    }
    atomic::check_writable(path).map_err(|error| value_error(path, error))
}

/// Writes a file. An existing file is replaced atomically.
pub(super) fn write(path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), ToolError> {
    let path = path.as_ref();
    let fail = |error| ToolError::Failed(format!("{}: {error}", path.display()));
    atomic::write(path, bytes).map_err(fail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_file() {
        let missing = Path::new("no such folder/file");
        let starts = |error: ToolError| error.to_string().starts_with("no such folder/file: ");
        assert!(starts(read(missing, 1).unwrap_err()));
        assert!(starts(write(missing, &[]).unwrap_err()));
        assert!(starts(check_output(missing, [""; 0]).unwrap_err()));
    }

    #[test]
    fn an_input_file_is_not_overwritten() {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let error = check_output(&manifest, [&manifest]).unwrap_err();
        assert!(error.to_string().ends_with("it is also an input file"));
    }
}
