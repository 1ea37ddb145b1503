//! Linux, macOS, the BSDs and other systems like Unix.

use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

pub(super) fn cpu_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(Duration::new(
        time.tv_sec.try_into().ok()?,
        time.tv_nsec.try_into().ok()?,
    ))
}

#[cfg(any(feature = "terminal", feature = "tools"))]
pub(super) fn survive_large_files() {
    let mut signals = nix::sys::signal::SigSet::empty();
    signals.add(nix::sys::signal::Signal::SIGXFSZ);
    // If the signal cannot be blocked, it does what it does without this.
    let _ = signals.thread_block();
}

#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn peak_memory(child: &Child) -> Option<u64> {
    let status = format!("/proc/{}/status", child.id());
    let status = std::fs::read_to_string(status).ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    kilobytes(peak.split_whitespace().next()?)
}

/// What the process uses now, from the program that POSIX has for that.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(super) fn peak_memory(child: &Child) -> Option<u64> {
    let mut ps = std::process::Command::new("ps");
    let ps = ps.args(["-o", "rss=", "-p", &child.id().to_string()]);
    let output = ps.output().ok()?;
    kilobytes(std::str::from_utf8(&output.stdout).ok()?.trim())
}

fn kilobytes(number: &str) -> Option<u64> {
    number.parse::<u64>().ok()?.checked_mul(1024)
}

/// Asks whether the file can be written: macOS reports closed pipes only then. What it
/// reports of devices, that their descriptors are invalid, does not count.
pub(super) fn is_abandoned(file: &impl AsFd) -> bool {
    let mut files = [PollFd::new(file, PollFlags::OUT)];
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    let closed = PollFlags::ERR | PollFlags::HUP;
    poll(&mut files, Some(&now)).is_ok() && files[0].revents().intersects(closed)
}

pub(super) fn is_broken_pipe(_: &io::Error) -> bool {
    false
}

#[cfg(feature = "tools")]
pub(super) const CAN_REMOVE_OPEN_FILES: bool = true;

#[cfg(feature = "tools")]
pub(super) fn leads_to(path: &Path, file: &File) -> bool {
    match (std::fs::metadata(path), file.metadata()) {
        (Ok(named), Ok(open)) => are_of_one_file(&named, &open),
        _ => false,
    }
}

#[cfg(feature = "tools")]
pub(super) fn are_of_one_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Some file systems have no such files.
#[cfg(target_os = "linux")]
pub(super) fn unnamed_file(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = open(folder, flags, Mode::from_raw_mode(0o666)).ok()?;
    Some(file.into())
}

#[cfg(target_os = "linux")]
pub(super) fn name_file(file: &File, path: &Path) -> io::Result<()> {
    use std::os::fd::AsRawFd;

    use rustix::fs::{AtFlags, CWD, linkat};
    let open = format!("/proc/self/fd/{}", file.as_raw_fd());
    let named = linkat(CWD, open, CWD, path, AtFlags::SYMLINK_FOLLOW);
    Ok(named?)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn unnamed_file(_: &Path) -> Option<File> {
    None
}

#[cfg(not(target_os = "linux"))]
pub(super) fn name_file(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Only root may give a file to others, but everybody to a group of their own.
pub(super) fn keep_owner(file: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let group = Some(old.gid());
    let _ = fchown(file, Some(old.uid()), group).or_else(|_| fchown(file, None, group));
}

pub(super) fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::metadata(path).is_ok_and(|file| file.file_type().is_fifo())
}

pub(super) fn open_pipe(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    match open(path, flags, Mode::empty()) {
        Ok(pipe) => Ok(pipe.into()),
        Err(rustix::io::Errno::NXIO) => Err(io::Error::other(
            "no program reads from this pipe (start its reader first)",
        )),
        Err(error) => Err(error.into()),
    }
}

pub(super) fn path(bytes: &[u8]) -> PathBuf {
    OsStr::from_bytes(bytes).into()
}

pub(super) fn replace(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::rename(from, to)
}

#[cfg(feature = "tools")]
pub(super) const HAS_BACKSLASHES: bool = false;

/// Consoles without a window show only some characters.
#[cfg(feature = "terminal")]
pub(super) const IS_TERMINAL_UNICODE: bool = false;

/// According to the XDG base directory specification.
#[cfg(feature = "terminal")]
pub(super) fn state_folder(path: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    path("XDG_STATE_HOME").or_else(|| Some(path("HOME")?.join(".local/state")))
}

/// According to the XDG base directory specification, or to Apple's guidelines.
#[cfg(feature = "terminal")]
pub(super) fn config_folder(path: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    const IN_HOME: &str = if cfg!(target_os = "macos") {
        "Library/Application Support"
    } else {
        ".config"
    };
    path("XDG_CONFIG_HOME").or_else(|| Some(path("HOME")?.join(IN_HOME)))
}

#[cfg(feature = "web")]
pub(super) fn page_opener(address: &str) -> io::Result<std::process::Command> {
    const OPENER: &str = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let mut command = std::process::Command::new(OPENER);
    command.arg(address);
    Ok(command)
}

#[cfg(feature = "tools")]
pub(super) use process_group::{Group, separate};

#[cfg(feature = "tools")]
mod process_group {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    use rustix::process::{Pid, Signal, kill_process_group};

    /// Puts the program into a process group of its own, because Ctrl-C at a terminal goes to
    /// the whole group of this program.
    pub(crate) fn separate(command: &mut Command) {
        command.process_group(0);
    }

    /// Waits for the end of its input, and then kills its own process group.
    const GUARD: &str = "trap '' HUP INT TERM; read -r line; kill -KILL 0";

    /// A process group for a program and what that starts.
    ///
    /// Its first member is a shell, the guard, whose input ends together with this process,
    /// however that ends: no signal handler could do that. The ID of the group is that of the
    /// guard, and the system gives it to nobody else before the guard has been waited for. So
    /// the group can be killed safely even after the program has ended.
    pub(crate) struct Group {
        /// `None` if no shell could be started.
        guard: Option<Child>,
    }

    impl Group {
        /// Starts a program in a new group.
        pub(crate) fn start(command: &mut Command) -> io::Result<(Child, Group)> {
            let mut group = Group { guard: guard() };
            let id = group.guard.as_ref().and_then(id).map(Pid::as_raw_pid);
            // 0 is a group that gets the ID of the program.
            let started = command.process_group(id.unwrap_or(0)).spawn();
            let started = started.or_else(|error| {
                let has_ended = |guard: &mut Child| matches!(guard.try_wait(), Ok(Some(_)));
                let is_guard_gone = group.guard.as_mut().is_some_and(has_ended);
                group.kill_guarded();
                match is_guard_gone {
                    // It was killed before it had a group of its own.
                    true => command.process_group(0).spawn(),
                    false => Err(error),
                }
            });
            Ok((started?, group))
        }

        /// Kills all members of the group.
        pub(crate) fn kill(&mut self, program: &mut Child) {
            self.kill_guarded();
            // It may have left the group. Its own group may be gone once it has been waited for.
            if matches!(program.try_wait(), Ok(None)) {
                kill(program);
                let _ = program.kill();
            }
        }

        fn kill_guarded(&mut self) {
            if let Some(mut guard) = self.guard.take() {
                kill(&guard);
                let _ = guard.wait();
            }
        }
    }

    fn guard() -> Option<Child> {
        let mut shell = Command::new("/bin/sh");
        separate(shell.args(["-c", GUARD]));
        let shell = shell.stdin(Stdio::piped());
        match shell.stdout(Stdio::null()).stderr(Stdio::null()).spawn() {
            Ok(guard) => Some(guard),
            Err(error) => {
                log::warn!("engines may be left behind, since /bin/sh cannot be started: {error}");
                None
            }
        }
    }

    /// Kills the group that this process leads, if any. It must not have been waited for.
    fn kill(leader: &Child) {
        if let Some(group) = id(leader) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    fn id(leader: &Child) -> Option<Pid> {
        Pid::from_raw(i32::try_from(leader.id()).ok()?)
    }
}
