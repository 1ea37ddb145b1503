//! Windows.
#![allow(
    unsafe_code,
    reason = "its functions are foreign code; each is called in one place, for one value"
)]

use std::os::windows::io::{AsHandle, AsRawHandle};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::Duration;
use std::{fs, io, mem, ptr, thread};

use windows_sys::Wdk::Storage::FileSystem::{
    FILE_PIPE_CLOSING_STATE, FILE_PIPE_LOCAL_INFORMATION, FilePipeLocalInformation,
    NtQueryInformationFile,
};
use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_PIPE_NOT_CONNECTED, ERROR_SHARING_VIOLATION, FILETIME,
};
use windows_sys::Win32::System::IO::IO_STATUS_BLOCK;
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, GetProcessTimes};

pub(super) fn cpu_time() -> Option<Duration> {
    let [mut created, mut ended, mut kernel, mut user] = [FILETIME::default(); 4];
    // SAFETY: the handle of this process is always valid, and the function writes only to the
    // four times.
    let is_known = unsafe {
        let process = GetCurrentProcess();
        GetProcessTimes(process, &mut created, &mut ended, &mut kernel, &mut user)
    };
    (is_known != 0).then(|| duration(kernel) + duration(user))
}

/// The system counts in units of 100 ns.
fn duration(time: FILETIME) -> Duration {
    let units = u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    Duration::from_micros(units / 10)
}

/// That is an error anyway.
#[cfg(any(feature = "terminal", feature = "tools"))]
pub(super) fn survive_large_files() {}

pub(super) fn peak_memory(child: &Child) -> Option<u64> {
    let mut counters = PROCESS_MEMORY_COUNTERS::default();
    // SAFETY: the child has an open handle, and the function writes at most as many bytes as
    // the counters have.
    let is_known =
        unsafe { K32GetProcessMemoryInfo(child.as_raw_handle(), &mut counters, size(&counters)) };
    // Wine sometimes reports 0.
    let bytes = Some(counters.PeakWorkingSetSize as u64).filter(|&bytes| bytes > 0);
    bytes.filter(|_| is_known != 0)
}

/// Asks for the state of the pipe. Writing nothing to it would also fail if the reader is
/// gone, but a reader that is there would take it for the end of the output.
pub(super) fn is_abandoned(file: &impl AsHandle) -> bool {
    let mut pipe = FILE_PIPE_LOCAL_INFORMATION::default();
    let mut status = IO_STATUS_BLOCK::default();
    // SAFETY: the handle is borrowed, so it is open. The function writes to the status, and at
    // most as many bytes to the information as it has. If this is no pipe, it fails.
    let result = unsafe {
        NtQueryInformationFile(
            file.as_handle().as_raw_handle(),
            &mut status,
            ptr::from_mut(&mut pipe).cast(),
            size(&pipe),
            FilePipeLocalInformation,
        )
    };
    result >= 0 && pipe.NamedPipeState == FILE_PIPE_CLOSING_STATE
}

fn size<T>(value: &T) -> u32 {
    u32::try_from(mem::size_of_val(value)).expect("it is small")
}

/// The reader of a named pipe can also disconnect it.
pub(super) fn is_broken_pipe(error: &io::Error) -> bool {
    code_of(error) == Some(ERROR_PIPE_NOT_CONNECTED)
}

fn code_of(error: &io::Error) -> Option<u32> {
    error.raw_os_error().map(i32::cast_unsigned)
}

#[cfg(feature = "tools")]
pub(super) const CAN_REMOVE_OPEN_FILES: bool = false;

#[cfg(feature = "tools")]
pub(super) fn leads_to(_: &Path, _: &std::fs::File) -> bool {
    true
}

#[cfg(feature = "tools")]
pub(super) fn are_of_one_file(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    false
}

pub(super) fn unnamed_file(_: &Path) -> Option<fs::File> {
    None
}

pub(super) fn name_file(_: &fs::File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(super) fn keep_owner(_: &fs::File, _: &fs::Metadata) {}

pub(super) fn is_pipe(_: &Path) -> bool {
    false
}

pub(super) fn open_pipe(_: &Path) -> io::Result<std::fs::File> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(super) fn path(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// Tries again for half a second, because virus scanners open new files for a moment, and
/// files that are open to others cannot always be replaced.
pub(super) fn replace(from: &Path, to: &Path) -> io::Result<()> {
    const PAUSE: Duration = Duration::from_millis(20);
    for _ in 0..25 {
        match fs::rename(from, to) {
            Err(error) if is_in_use(&error) => thread::sleep(PAUSE),
            result => return result,
        }
    }
    fs::rename(from, to)
}

fn is_in_use(error: &io::Error) -> bool {
    matches!(
        code_of(error),
        Some(ERROR_ACCESS_DENIED | ERROR_SHARING_VIOLATION)
    )
}

#[cfg(feature = "tools")]
pub(super) const HAS_BACKSLASHES: bool = true;

#[cfg(feature = "terminal")]
pub(super) const IS_TERMINAL_UNICODE: bool = true;

/// Like elsewhere if the variable for that is set, or else the local application data.
#[cfg(feature = "terminal")]
pub(super) fn state_folder(path: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    path("XDG_STATE_HOME").or_else(|| path("LOCALAPPDATA"))
}

/// Like elsewhere if the variable for that is set, or else the application data that follow
/// the user to other machines.
#[cfg(feature = "terminal")]
pub(super) fn config_folder(path: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    path("XDG_CONFIG_HOME").or_else(|| path("APPDATA"))
}

/// Windows itself knows which browser that is.
#[cfg(feature = "web")]
pub(super) fn page_opener(address: &str) -> io::Result<std::process::Command> {
    let mut command = std::process::Command::new("rundll32");
    command.args(["url.dll,FileProtocolHandler", address]);
    Ok(command)
}

#[cfg(feature = "tools")]
pub(super) use job::{Group, separate};

#[cfg(feature = "tools")]
mod job {
    use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
    use std::os::windows::process::CommandExt;
    use std::process::{Child, Command};
    use std::{io, ptr};

    use windows_sys::Win32::System::JobObjects::{
        AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
        SetInformationJobObject, TerminateJobObject,
    };
    use windows_sys::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;

    use super::size;

    /// Ctrl-C goes to all programs at the console, except to those in other groups.
    pub(crate) fn separate(command: &mut Command) {
        command.creation_flags(CREATE_NEW_PROCESS_GROUP);
    }

    /// A job, to which everything belongs that a program starts once it has joined. It ends
    /// together with this process, however that ends. `None` if the system does not allow it.
    pub(crate) struct Group(Option<OwnedHandle>);

    impl Group {
        pub(crate) fn start(command: &mut Command) -> io::Result<(Child, Group)> {
            separate(command);
            let program = command.spawn()?;
            let group = Group::of(&program);
            Ok((program, group))
        }

        fn of(program: &Child) -> Group {
            Group(new_job().filter(|job| {
                // SAFETY: both handles are open.
                let has_joined = unsafe {
                    AssignProcessToJobObject(job.as_raw_handle(), program.as_raw_handle())
                };
                has_joined != 0
            }))
        }

        pub(crate) fn kill(&mut self, program: &mut Child) {
            if let Some(job) = &self.0 {
                // SAFETY: the handle is open.
                unsafe { TerminateJobObject(job.as_raw_handle(), 1) };
            } else {
                let _ = program.kill();
            }
        }
    }

    fn new_job() -> Option<OwnedHandle> {
        // SAFETY: without attributes and a name there is nothing to read.
        let job = unsafe { CreateJobObjectW(ptr::null(), ptr::null()) };
        if job.is_null() {
            return None;
        }
        // SAFETY: the handle is new, and nothing else will close it.
        let job = unsafe { OwnedHandle::from_raw_handle(job) };
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        // SAFETY: the handle is open, and the function reads as many bytes as the limits have.
        let is_limited = unsafe {
            SetInformationJobObject(
                job.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                ptr::from_ref(&limits).cast(),
                size(&limits),
            )
        };
        (is_limited != 0).then_some(job)
    }
}
