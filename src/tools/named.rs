//! The files that a command line names. An error names the file.

use std::fs;
use std::path::Path;

use super::ToolError;
use crate::files::{self, atomic};

/// A file, or another thing that the command line names, is wrong for this reason.
pub(super) fn wrong(path: impl AsRef<Path>, reason: impl ToString) -> ToolError {
    let reason = reason.to_string();
    ToolError::Value(format!("{}: {reason}", path.as_ref().display()))
}

/// The content of a file.
pub(super) fn read(path: impl AsRef<Path>) -> Result<Vec<u8>, ToolError> {
    fs::read(&path).map_err(|error| wrong(path, error))
}

/// Finds out before the work whether a file can be written, and refuses to replace one of
/// those that are read.
pub(super) fn check_output<P: AsRef<Path>>(
    path: &Path,
    inputs: impl IntoIterator<Item = P>,
) -> Result<(), ToolError> {
    let is_output = |input: P| files::is_same(path, input.as_ref());
    if inputs.into_iter().any(is_output) {
        return Err(wrong(path, "it is also one of the files to read"));
    }
    atomic::check_writable(path).map_err(|error| wrong(path, error))
}

/// Writes a file, or replaces it as a whole.
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
        assert!(starts(read(missing).unwrap_err()));
        assert!(starts(write(missing, &[]).unwrap_err()));
        assert!(starts(check_output(missing, [""; 0]).unwrap_err()));
    }

    #[test]
    fn an_input_is_no_output() {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let error = check_output(&manifest, [&manifest]).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("it is also one of the files to read")
        );
    }
}
