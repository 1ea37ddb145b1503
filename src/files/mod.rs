//! Reading files that a user names, replacing files atomically, locks between processes, and
//! the header of the program's own binary files.
//!
//! The formats of game files are in [`formats`](crate::formats).

pub(crate) mod atomic;
#[cfg(feature = "tools")]
pub(crate) mod lines;
#[cfg(feature = "tools")]
pub(crate) mod lock;
pub(crate) mod sealed;

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

#[cfg(feature = "tools")]
use crate::system;

/// Reads a file that a user has named, of 1 to `longest` bytes; see [`open_named`].
pub(crate) fn read_named(path: &Path, kind: &str, longest: u64) -> io::Result<Vec<u8>> {
    let file = open_named(path, kind)?;
    match file.metadata()?.len() {
        0 => {
            let problem = format!("it is empty; expected a file with {kind}");
            return Err(io::Error::other(problem));
        }
        length if length > longest => return Err(too_long(longest)),
        _ => {}
    }
    let mut bytes = Vec::new();
    file.take(longest).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads everything, which may be at most `longest` bytes.
pub(crate) fn read_all(source: impl Read, longest: u64) -> io::Result<Vec<u8>> {
    read_rest(Vec::new(), source, longest)
}

/// Adds the rest of a file to its beginning. Both may be at most `longest` bytes. Too little
/// memory is an error like any other.
pub(crate) fn read_rest(
    mut bytes: Vec<u8>,
    source: impl Read,
    longest: u64,
) -> io::Result<Vec<u8>> {
    let left = (longest + 1).saturating_sub(bytes.len() as u64);
    source.take(left).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > longest {
        true => Err(too_long(longest)),
        false => Ok(bytes),
    }
}

/// The error that there are more bytes than these, a number of megabytes.
pub(crate) fn too_long(longest: u64) -> io::Error {
    io::Error::other(format!("it is larger than {} MB", longest >> 20))
}

/// The text of a file with settings, which people write.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read_all(File::open(path)?, 1 << 20)?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("expected a text in UTF-8"))
}

/// Opens a file that a user has named. It must be a regular file: some special files block or
/// never end. `kind` completes the message "not a file with ...".
pub(crate) fn open_named(path: &Path, kind: &str) -> io::Result<File> {
    match fs::metadata(path)?.is_file() {
        true => File::open(path),
        false => Err(is_not(kind)),
    }
}

/// Opens the empty file of a lock, which is created if it does not exist. Whatever else has its
/// name is left alone.
#[cfg(any(feature = "terminal", feature = "tools"))]
pub(crate) fn open_lock(path: &Path) -> io::Result<File> {
    loop {
        match File::create_new(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => return created,
        }
        match open_old_lock(path) {
            // Another process has just removed it.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            opened => return opened,
        }
    }
}

/// What another user has left behind can perhaps only be read. That is enough for a lock.
#[cfg(any(feature = "terminal", feature = "tools"))]
fn open_old_lock(path: &Path) -> io::Result<File> {
    let found = fs::symlink_metadata(path)?;
    if !found.is_file() || found.len() > 0 {
        return Err(io::Error::other("not an empty file"));
    }
    match File::options().write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => File::open(path),
        opened => opened,
    }
}

/// Refuses to change a file that nobody may write: some users, such as root, could.
pub(crate) fn check_unprotected(file: &Metadata) -> io::Result<()> {
    match file.permissions().readonly() {
        true => Err(io::Error::new(
            ErrorKind::PermissionDenied,
            "the file is write-protected",
        )),
        false => Ok(()),
    }
}

fn is_not(kind: &str) -> io::Error {
    io::Error::other(format!("not a file with {kind}"))
}

/// Whether both paths lead to the same file, which may have several names. Writing output to an
/// input file would destroy it.
#[cfg(feature = "tools")]
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    let is_one_path = match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    };
    is_one_path
        || match (fs::metadata(one), fs::metadata(other)) {
            (Ok(one), Ok(other)) => one.is_file() && system::are_of_one_file(&one, &other),
            _ => false,
        }
}
