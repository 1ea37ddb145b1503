//! Files, whatever is in them: how to read one that somebody named, how to replace one
//! without ever leaving half of it, and the header that tells whether one is sound.
//!
//! Games in files are the business of [`formats`](crate::formats).

pub(crate) mod atomic;
pub(crate) mod sealed;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The content of a file that somebody named. Only a regular file is read, and only if
/// its length is from 1 to `longest` bytes: some files that the system makes up on the
/// fly never end, or block. `kind` completes the message "not a file with ...".
pub(crate) fn read_named(path: &Path, kind: &str, longest: u64) -> io::Result<Vec<u8>> {
    let file = fs::metadata(path)?;
    if !file.is_file() || !(1..=longest).contains(&file.len()) {
        return Err(io::Error::other(format!("not a file with {kind}")));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(longest).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether both paths lead to the same file. Output that goes to an input would destroy
/// it.
#[cfg(feature = "tools")]
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
