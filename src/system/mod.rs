//! What only the operating system knows, and what it does in its own way.
//!
//! This is the only module that names an operating system: a file for each kind has the
//! functions that differ. If a system does not provide an answer, it is `None` or `false`,
//! and the program continues without it.
//!
//! ```
//! assert!(!obverse::system::is_stdout_abandoned(), "somebody reads this");
//! ```

#[cfg(target_arch = "aarch64")]
pub(crate) mod auxiliary_vector;
pub(crate) mod memory;
#[cfg(not(any(unix, windows)))]
mod other;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(not(any(unix, windows)))]
use other as current;
#[cfg(unix)]
use unix as current;
#[cfg(windows)]
use windows as current;

#[cfg(feature = "web")]
mod browser;
#[cfg(feature = "tools")]
mod process_tree;

#[cfg(feature = "terminal")]
use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::Duration;

#[cfg(feature = "web")]
pub(crate) use browser::open_page;
#[cfg(feature = "tools")]
pub(crate) use process_tree::ProcessTree;

/// CPU time used by this process.
pub(crate) fn cpu_time() -> Option<Duration> {
    current::cpu_time()
}

/// The most memory that a running child process has used so far, in bytes; on some systems
/// only what it uses now.
pub(crate) fn peak_memory(child: &Child) -> Option<u64> {
    current::peak_memory(child)
}

/// Makes a write beyond the largest file that is allowed an error, as one to a full disk is; by
/// itself, Unix ends the process. Other threads have to be started after this.
pub fn survive_large_files() {
    #[cfg(any(feature = "terminal", feature = "tools"))]
    current::survive_large_files();
}

/// Whether the reader of standard output is known to be gone.
pub fn is_stdout_abandoned() -> bool {
    current::is_abandoned(&io::stdout())
}

/// Whether this error of writing says that the reader is gone.
pub fn is_broken_pipe(error: &io::Error) -> bool {
    error.kind() == ErrorKind::BrokenPipe || current::is_broken_pipe(error)
}

/// The path in these bytes. They need not be UTF-8 if paths of the system need not.
pub(crate) fn path(bytes: &[u8]) -> PathBuf {
    current::path(bytes)
}

/// Renames a file, and replaces another one that has the new name.
pub(crate) fn replace(from: &Path, to: &Path) -> io::Result<()> {
    current::replace(from, to)
}

/// Creates a file without a name, which vanishes with the process that writes it; `None` if the
/// system or the folder has no such files.
pub(crate) fn unnamed_file(folder: &Path) -> Option<File> {
    current::unnamed_file(folder)
}

/// Gives such a file a name, which no other file may have, in the folder where it was created.
pub(crate) fn name_file(file: &File, path: &Path) -> io::Result<()> {
    current::name_file(file, path)
}

/// Gives a new file to the owner and the group of an old one, as far as this user may.
pub(crate) fn keep_owner(file: &File, old: &Metadata) {
    current::keep_owner(file, old);
}

/// Whether this path leads to a named pipe, at whose opening a process waits for another.
pub(crate) fn is_pipe(path: &Path) -> bool {
    current::is_pipe(path)
}

/// Opens a pipe to write into it without ever waiting for its reader: if there is none, that
/// is an error, and so is a write while the pipe is full.
pub(crate) fn open_pipe(path: &Path) -> io::Result<File> {
    current::open_pipe(path)
}

/// Whether this path leads to this open file. Where only the file itself can be asked, the
/// answer is `true`.
#[cfg(feature = "tools")]
pub(crate) fn leads_to(path: &Path, file: &File) -> bool {
    current::leads_to(path, file)
}

/// Whether these are of the same file, whatever its names. If the system does not tell, the answer is
/// `false`.
#[cfg(feature = "tools")]
pub(crate) fn are_of_one_file(one: &Metadata, other: &Metadata) -> bool {
    current::are_of_one_file(one, other)
}

/// Whether a file can be removed while other processes have it open, and
/// [`leads_to`] tells them.
#[cfg(feature = "tools")]
pub(crate) const CAN_REMOVE_OPEN_FILES: bool = current::CAN_REMOVE_OPEN_FILES;

/// Whether a backslash in a command line is part of a path, rather than an escape.
#[cfg(feature = "tools")]
pub(crate) const HAS_BACKSLASHES: bool = current::HAS_BACKSLASHES;

/// Whether the terminal shows all characters, whatever the locale.
#[cfg(feature = "terminal")]
pub(crate) const IS_TERMINAL_UNICODE: bool = current::IS_TERMINAL_UNICODE;

/// The folder for what programs remember from one run to the next, according to these
/// environment variables. Relative paths are ignored.
#[cfg(feature = "terminal")]
pub(crate) fn state_folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    current::state_folder(|name| absolute(variable(name)))
}

/// The folder for the configuration files of programs, according to these environment
/// variables. Relative paths are ignored.
#[cfg(feature = "terminal")]
pub(crate) fn config_folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    current::config_folder(|name| absolute(variable(name)))
}

#[cfg(feature = "terminal")]
fn absolute(path: Option<OsString>) -> Option<PathBuf> {
    path.map(PathBuf::from).filter(|path| path.is_absolute())
}

#[cfg(test)]
mod tests;
