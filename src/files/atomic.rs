//! Replaces a file atomically: a reader sees either the old content or the new.
//!
//! The new content is written to a temporary file in the same folder, which is then
//! renamed. Where the system allows it, that file has no name until it is complete, so that
//! nothing is left of it when the program is killed. This is atomic but not durable: after a
//! power failure, the file may have either content or, on some file systems, none.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::check_unprotected;
use crate::system;

/// Writes a file, or replaces it. Links are followed; permissions and, where possible, the owner
/// are kept.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = Target::of(path)?;
    let mut temporary = target.temporary()?;
    temporary.fill(&target, bytes)?;
    if temporary.name(&target).is_err() {
        // Not every system that has files without names lets everybody name them.
        temporary = target.named()?;
        temporary.fill(&target, bytes)?;
    }
    temporary.replace(&target)
}

/// Checks whether a file can be written, before hours of work are spent on its content.
#[cfg(any(feature = "config", feature = "tools"))]
pub(crate) fn check_writable(path: &Path) -> io::Result<()> {
    Target::of(path)?.temporary().map(drop)
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
    fn temporary(&self) -> io::Result<Temporary> {
        let folder = self.path.parent().filter(|path| *path != Path::new(""));
        if let Some(file) = system::unnamed_file(folder.unwrap_or(Path::new("."))) {
            return Ok(Temporary { file, path: None });
        }
        self.named()
    }

    fn named(&self) -> io::Result<Temporary> {
        let (file, path) = self.with_new_name(|path| File::create_new(path))?;
        Ok(Temporary {
            file,
            path: Some(path),
        })
    }

    /// Calls a function with a path in the same folder that no file has.
    fn with_new_name<T>(
        &self,
        create: impl Fn(&Path) -> io::Result<T>,
    ) -> io::Result<(T, PathBuf)> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!(".obverse-{}-{number}.tmp", std::process::id());
            let path = self.path.with_file_name(name);
            match create(&path) {
                // Left behind by a killed process with the same ID.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                created => return Ok((created?, path)),
            }
        }
    }
}

/// The new file, which is removed unless it replaces the old one: it may be what fills the disk.
struct Temporary {
    file: File,
    /// `None` as long as it has no name. Such a file vanishes with the process, however that
    /// ends.
    path: Option<PathBuf>,
}

impl Temporary {
    fn fill(&mut self, target: &Target, bytes: &[u8]) -> io::Result<()> {
        if let Some(old) = &target.old {
            // A change of the owner may take permissions away.
            system::keep_owner(&self.file, old);
            self.file.set_permissions(old.permissions())?;
        }
        self.file.write_all(bytes)
    }

    /// Gives it a name, unless it has one.
    fn name(&mut self, target: &Target) -> io::Result<()> {
        if self.path.is_none() {
            let name = |path: &Path| system::name_file(&self.file, path);
            self.path = Some(target.with_new_name(name)?.1);
        }
        Ok(())
    }

    /// Takes the place of the old file, once it has a name.
    fn replace(mut self, target: &Target) -> io::Result<()> {
        let path = self.path.as_ref().expect("it was named");
        system::replace(path, &target.path)?;
        self.path = None;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing could remove the new file if the process were killed now.
    #[test]
    fn where_files_need_no_names_nobody_sees_one_that_is_not_complete() {
        let folder = std::env::temp_dir().join(format!("obverse-{}-atomic", std::process::id()));
        fs::create_dir(&folder).expect("nobody else has it");
        let names = || -> Vec<_> {
            let entries = fs::read_dir(&folder).expect("it exists");
            entries
                .map(|entry| entry.expect("it is readable").file_name())
                .collect()
        };
        let target = Target::of(&folder.join("new")).expect("it can be written");
        let mut temporary = target.temporary().expect("it can be created");
        if system::unnamed_file(&folder).is_some() {
            assert!(names().is_empty(), "{:?}", names());
        }
        temporary.name(&target).expect("it can be named");
        temporary.replace(&target).expect("it can be renamed");
        assert_eq!(names(), ["new"]);
        fs::remove_dir_all(&folder).expect("it is ours");
    }
}
