//! Reading files that a user names, replacing files atomically, and the header of the
//! program's own binary files.
//!
//! The formats of game files are in [`formats`](crate::formats).

pub(crate) mod atomic;
pub(crate) mod sealed;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Reads a file that a user has named. It must be a regular file of 1 to `longest` bytes:
/// some special files block or never end. `kind` completes the message "not a file with ...".
pub(crate) fn read_named(path: &Path, kind: &str, longest: u64) -> io::Result<Vec<u8>> {
    let file = fs::metadata(path)?;
    if file.is_file() && file.len() == 0 {
        return Err(io::Error::other(format!(
            "it is empty; expected a file with {kind}"
        )));
    }
    if !file.is_file() || !(1..=longest).contains(&file.len()) {
        return Err(io::Error::other(format!("not a file with {kind}")));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(longest).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether both paths lead to the same file. Writing output to an input file would destroy
/// it.
#[cfg(feature = "tools")]
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
