//! Replaces a file as a whole: whoever looks sees the old content or the new one.
//!
//! The new content is written to a temporary file in the same folder, which is then
//! renamed. That is atomic, but not durable: after a power failure the file system
//! decides what is there.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

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
        .and_then(|()| fs::rename(&temporary, &target.path));
    if written.is_err() {
        // What is left of it may be what filled the disk.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Finds out before hours of work whether its result can be written.
#[cfg(feature = "tools")]
pub(crate) fn check_writable(path: &Path) -> io::Result<()> {
    let (temporary, _) = Target::of(path)?.temporary()?;
    fs::remove_file(temporary)
}

/// What is to be replaced.
struct Target {
    path: PathBuf,
    /// What is there now.
    old: Option<Metadata>,
}

impl Target {
    fn of(path: &Path) -> io::Result<Target> {
        let old = fs::metadata(path).ok();
        let path = match &old {
            Some(old) if old.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            // A device would be gone, and a file in its place.
            Some(old) if !old.is_file() => return Err(io::Error::other("not a file")),
            Some(_) => fs::canonicalize(path)?,
            None if path.file_name().is_none() => return Err(io::Error::other("not a file")),
            None => path.to_path_buf(),
        };
        Ok(Target { path, old })
    }

    /// An empty file in the same folder: a file can only be renamed within its file
    /// system.
    fn temporary(&self) -> io::Result<(PathBuf, File)> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!(".obverse-{}-{number}.tmp", std::process::id());
            let path = self.path.with_file_name(name);
            match File::create_new(&path) {
                // Left behind by a process with the same number that was killed.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                file => return Ok((path, file?)),
            }
        }
    }
}
