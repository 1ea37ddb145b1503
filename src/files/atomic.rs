//! Replaces a file atomically: a reader sees either the old content or the new.
//!
//! The new content is written to a temporary file in the same folder, which is then
//! renamed. This is atomic but not durable: after a power failure, the file may have either
//! content or, on some file systems, none.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::check_unprotected;
use crate::system;

/// Writes a file, or replaces it. Links are followed and permissions kept.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = Target::of(path)?;
    let (temporary, mut file) = target.temporary()?;
    let written = file
        .write_all(bytes)
        .and_then(|()| match target.old {
            Some(old) => file.set_permissions(old.permissions()),
            None => Ok(()),
        })
        .and_then(|()| system::replace(&temporary, &target.path));
    if written.is_err() {
        // The partial file may be what fills the disk.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Checks whether a file can be written, before hours of work are spent on its content.
#[cfg(any(feature = "config", feature = "tools"))]
pub(crate) fn check_writable(path: &Path) -> io::Result<()> {
    let (temporary, _) = Target::of(path)?.temporary()?;
    fs::remove_file(temporary)
}

/// Renaming asks only whether the folder can be written, but whoever protects a file wants to
/// keep it.
fn check_writable_in_place(path: &Path, file: &Metadata) -> io::Result<()> {
    check_unprotected(file)?;
    File::options().write(true).open(path).map(drop)
}

/// The file that does not exist yet to which a path leads through any number of links.
pub(super) fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MOST_LINKS: u32 = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            // A relative target begins at the folder of the link.
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

/// The file to be replaced.
struct Target {
    path: PathBuf,
    /// The existing file, if there is one.
    old: Option<Metadata>,
}

impl Target {
    fn of(path: &Path) -> io::Result<Target> {
        let old = match fs::metadata(path) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let path = match &old {
            Some(old) if old.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            // Renaming would replace a device with a file.
            Some(old) if !old.is_file() => return Err(io::Error::other("not a file")),
            Some(old) => {
                let path = fs::canonicalize(path)?;
                check_writable_in_place(&path, old)?;
                path
            }
            None if path.file_name().is_none() => return Err(io::Error::other("not a file")),
            None => end_of_links(path)?,
        };
        Ok(Target { path, old })
    }

    /// Creates an empty file in the same folder, since a file can only be renamed within its
    /// file system.
    fn temporary(&self) -> io::Result<(PathBuf, File)> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!(".obverse-{}-{number}.tmp", std::process::id());
            let path = self.path.with_file_name(name);
            match File::create_new(&path) {
                // Left behind by a killed process with the same ID.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                file => return Ok((path, file?)),
            }
        }
    }
}
