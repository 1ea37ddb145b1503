//! Locks between processes.
//!
//! Files that several processes change are replaced, not rewritten, so a lock on such a file
//! itself would be lost with it. The lock is on an empty file beside it, which is removed
//! afterwards where the system allows that. The system releases the lock of a process that
//! ends, however it ends.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::atomic::end_of_links;
use crate::system;

/// A lock, until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    /// Closing it releases the lock.
    file: File,
}

impl Lock {
    /// Waits for the lock on a file. The file need not exist. Locks with different purposes,
    /// which become part of a file name, are independent.
    pub(crate) fn wait(path: &Path, purpose: &str) -> io::Result<Lock> {
        let lock = Lock::take(path, purpose, |file| file.lock().map(|()| true))?;
        Ok(lock.expect("it has waited"))
    }

    /// The lock, or `None` if another process has it.
    pub(crate) fn try_now(path: &Path, purpose: &str) -> io::Result<Option<Lock>> {
        Lock::take(path, purpose, |file| match file.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(error),
        })
    }

    fn take(
        path: &Path,
        purpose: &str,
        lock: impl Fn(&File) -> io::Result<bool>,
    ) -> io::Result<Option<Lock>> {
        let path = beside(path, purpose);
        let named = |error: io::Error| {
            let lock = path.display();
            let advice = "move it away if no other process has it";
            io::Error::other(format!("its lock {lock}: {error}; {advice}"))
        };
        loop {
            let file = super::open_lock(&path).map_err(named)?;
            if !lock(&file).map_err(named)? {
                return Ok(None);
            }
            // While this process waited, the last holder may have removed the file.
            if system::leads_to(&path, &file) {
                return Ok(Some(Lock { path, file }));
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let is_empty = self.file.metadata().is_ok_and(|file| file.len() == 0);
        let is_own = is_empty && system::leads_to(&self.path, &self.file);
        if system::CAN_REMOVE_OPEN_FILES && is_own {
            // If it stays, it does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The file for the lock: hidden, in the same folder. All links to a file share it, even before the
/// file exists.
fn beside(path: &Path, purpose: &str) -> PathBuf {
    let target = fs::canonicalize(path).or_else(|_| end_of_links(path));
    let target = target.unwrap_or_else(|_| path.to_path_buf());
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.{purpose}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    #[test]
    fn one_holder_at_a_time() {
        let name = format!("obverse-lock-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let is_held = AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        let _lock = Lock::wait(&path, "test").expect("a file can be made");
                        assert!(!is_held.swap(true, Ordering::SeqCst));
                        let second = Lock::try_now(&path, "test").expect("a file can be made");
                        assert!(second.is_none());
                        assert!(Lock::try_now(&path, "other").is_ok());
                        is_held.store(false, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(
            beside(&path, "test").exists(),
            !system::CAN_REMOVE_OPEN_FILES
        );
    }
}
