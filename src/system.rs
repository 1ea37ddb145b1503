//! What only the operating system knows.
//!
//! Code that differs between systems is here, except for what a match needs to run other
//! programs. If a system does not provide an answer, it is `None` or `false`, and the
//! program continues without it.
//!
//! ```
//! assert!(!obverse::system::is_stdout_abandoned(), "somebody reads this");
//! ```

pub(crate) mod memory;

use std::path::PathBuf;
use std::time::Duration;

/// CPU time used by this process.
#[cfg(unix)]
pub(crate) fn cpu_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(Duration::new(
        time.tv_sec.try_into().ok()?,
        time.tv_nsec.try_into().ok()?,
    ))
}

/// Whether the reader of standard output is known to be gone.
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

/// The path in these bytes, which need not be UTF-8.
#[cfg(unix)]
pub(crate) fn path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(bytes).into()
}

/// CPU time used by this process.
#[cfg(not(unix))]
pub(crate) fn cpu_time() -> Option<Duration> {
    None
}

/// Whether the reader of standard output is known to be gone.
#[cfg(not(unix))]
pub fn is_stdout_abandoned() -> bool {
    false
}

/// The path in these bytes.
#[cfg(not(unix))]
pub(crate) fn path(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}
