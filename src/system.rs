//! What only the operating system knows, and its files that may be anything.
//! Everything that differs between systems is here; where it is not known, the answer
//! is "do not know" and the program goes on.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is in a file that somebody named. Only a regular one, and neither empty nor
/// longer than any of its kind is: some of those that the system makes up on the fly
/// never end, or block.
pub fn read_named(path: &Path, kind: &str, longest: u64) -> io::Result<Vec<u8>> {
    let file = fs::metadata(path)?;
    if !file.is_file() || !(1..=longest).contains(&file.len()) {
        return Err(io::Error::other(format!("not a file with {kind}")));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(longest).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The CPU time that this process has used.
#[cfg(unix)]
pub fn cpu_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(Duration::new(
        time.tv_sec.try_into().ok()?,
        time.tv_nsec.try_into().ok()?,
    ))
}

/// Whether the other end of standard output is known to be closed.
#[cfg(unix)]
pub fn is_stdout_abandoned() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdout = rustix::stdio::stdout();
    let mut files = [PollFd::new(&stdout, PollFlags::empty())];
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    let closed = PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL;
    poll(&mut files, Some(&now)).is_ok() && files[0].revents().intersects(closed)
}

/// The path that a client wrote; it need not be UTF-8.
#[cfg(unix)]
pub fn path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(bytes).into()
}

/// The CPU time that this process has used.
#[cfg(not(unix))]
pub fn cpu_time() -> Option<Duration> {
    None
}

/// Whether the other end of standard output is known to be closed.
#[cfg(not(unix))]
pub fn is_stdout_abandoned() -> bool {
    false
}

/// The path that a client wrote.
#[cfg(not(unix))]
pub fn path(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}
