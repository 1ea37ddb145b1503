//! Systems about which nothing is known.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::Duration;

pub(super) fn cpu_time() -> Option<Duration> {
    None
}

#[cfg(any(feature = "terminal", feature = "tools"))]
pub(super) fn survive_large_files() {}

pub(super) fn peak_memory(_: &Child) -> Option<u64> {
    None
}

/// A search then ends only when its result cannot be written.
pub(super) fn is_abandoned<T>(_: &T) -> bool {
    false
}

pub(super) fn is_broken_pipe(_: &io::Error) -> bool {
    false
}

#[cfg(feature = "tools")]
pub(super) const CAN_REMOVE_OPEN_FILES: bool = false;

#[cfg(feature = "tools")]
pub(super) fn leads_to(_: &Path, _: &std::fs::File) -> bool {
    true
}

#[cfg(feature = "tools")]
pub(super) fn are_of_one_file(_: &std::fs::Metadata, _: &std::fs::Metadata) -> bool {
    false
}

pub(super) fn unnamed_file(_: &Path) -> Option<std::fs::File> {
    None
}

pub(super) fn name_file(_: &std::fs::File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(super) fn keep_owner(_: &std::fs::File, _: &std::fs::Metadata) {}

pub(super) fn is_pipe(_: &Path) -> bool {
    false
}

pub(super) fn open_pipe(_: &Path) -> io::Result<std::fs::File> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(super) fn path(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

pub(super) fn replace(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::rename(from, to)
}

#[cfg(feature = "tools")]
pub(super) const HAS_BACKSLASHES: bool = std::path::MAIN_SEPARATOR == '\\';

#[cfg(feature = "terminal")]
pub(super) const IS_TERMINAL_UNICODE: bool = false;

#[cfg(feature = "terminal")]
pub(super) fn state_folder(path: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    path("HOME")
}

#[cfg(feature = "terminal")]
pub(super) fn config_folder(path: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    path("HOME")
}

#[cfg(feature = "web")]
pub(super) fn page_opener(_: &str) -> io::Result<std::process::Command> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(feature = "tools")]
pub(super) use process::{Group, separate};

#[cfg(feature = "tools")]
mod process {
    use std::io;
    use std::process::{Child, Command};

    pub(crate) fn separate(_: &mut Command) {}

    /// Nothing is known of what the program starts.
    pub(crate) struct Group;

    impl Group {
        pub(crate) fn start(command: &mut Command) -> io::Result<(Child, Group)> {
            separate(command);
            Ok((command.spawn()?, Group))
        }

        pub(crate) fn kill(&mut self, program: &mut Child) {
            let _ = program.kill();
        }
    }
}
