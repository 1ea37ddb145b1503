//! Files that are never seen half written.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Writes a file so that there is always the old one or the new one.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = beside(path);
    let result = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if result.is_err() {
        // A part of it may be what has filled the disk.
        let _ = fs::remove_file(&beside);
    }
    result
}

/// Finds out before the work whether its result can be written.
pub(super) fn check_writable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(kind) if kind.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        // A device would be gone, and a file in its place.
        Ok(kind) if !kind.is_file() => return Err(io::Error::other("not a file")),
        _ => {}
    }
    let beside = beside(path);
    fs::write(&beside, b"")?;
    fs::remove_file(&beside)
}

/// Where a file is written first. It is in the same folder: a file can only be
/// renamed within its file system.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".part");
    name.into()
}

/// Whether this input would be gone if the output were written, whatever way leads to
/// either.
pub(super) fn would_lose(output: &Path, input: &Path) -> bool {
    let is_input = |path: &Path| match (fs::canonicalize(path), fs::canonicalize(input)) {
        (Ok(path), Ok(input)) => path == input,
        _ => false,
    };
    is_input(output) || is_input(&beside(output))
}
