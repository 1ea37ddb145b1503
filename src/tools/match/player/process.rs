//! A program, connected through pipes.
//!
//! A separate thread reads its output, so that waiting for a line can time out. Its standard
//! error is discarded, because a pipe that nobody reads would block it sooner or later.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::spec::Program;
use super::{PlayerError, Reason};
use crate::tools::interrupt::Interrupt;

/// Longer lines are truncated; no reply needs them.
const MAX_LINE_LENGTH: u64 = 1 << 16;

/// How many lines can be queued before the program blocks.
const QUEUE_CAPACITY: usize = 256;

/// How often a waiting thread checks whether the user has interrupted the match.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How long a program may take to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

pub(super) struct Process<'m> {
    name: String,
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    interrupt: &'m Interrupt,
    /// Whether it can still be asked to quit; otherwise it is killed.
    is_responsive: bool,
}

impl<'m> Process<'m> {
    pub(super) fn start(
        name: &str,
        program: &Program,
        interrupt: &'m Interrupt,
    ) -> Result<Process<'m>, PlayerError> {
        let fail = |error: io::Error| {
            let text = format!("{} cannot be started: {error}", program.words[0]);
            PlayerError::forfeit(Reason::Crash, text)
        };
        let mut child = command(program).spawn().map_err(fail)?;
        let stdin = child.stdin.take().expect("it is a pipe");
        let stdout = child.stdout.take().expect("it is a pipe");
        let (sender, lines) = mpsc::sync_channel(QUEUE_CAPACITY);
        let reader = thread::Builder::new().name("reader".into());
        reader
            .spawn(move || forward(stdout, &sender))
            .map_err(fail)?;
        Ok(Process {
            name: name.to_string(),
            child,
            stdin,
            lines,
            interrupt,
            is_responsive: true,
        })
    }

    /// Sends one or more lines in a single write.
    pub(super) fn send(&mut self, lines: &str) -> Result<(), PlayerError> {
        log::debug!("{} > {lines}", self.name);
        let text = format!("{lines}\n");
        let sent = self.stdin.write_all(text.as_bytes());
        sent.map_err(|_| self.forfeit(Reason::Crash, "the program exited"))
    }

    /// The next line, or a forfeit after the deadline.
    pub(super) fn read(&mut self, deadline: Instant) -> Result<String, PlayerError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(line) => {
                    log::debug!("{} < {line}", self.name);
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.forfeit(Reason::Crash, "the program exited"));
                }
                Err(RecvTimeoutError::Timeout) if self.interrupt.is_requested() => {
                    self.is_responsive = false;
                    return Err(PlayerError::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(self.forfeit(Reason::Hang, "no reply came"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Makes the program forfeit the game. It will be killed.
    pub(super) fn forfeit(&mut self, reason: Reason, detail: impl Into<String>) -> PlayerError {
        self.is_responsive = false;
        PlayerError::forfeit(reason, detail)
    }

    fn exits_in_time(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < QUIT_TIMEOUT {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Ok(Some(_)) | Err(_) => return true,
            }
        }
        false
    }
}

impl Drop for Process<'_> {
    /// Sends `quit`, which every protocol has. A program that does not exit is killed.
    fn drop(&mut self) {
        let was_asked = self.is_responsive && self.stdin.write_all(b"quit\n").is_ok();
        if !was_asked || !self.exits_in_time() {
            kill(&mut self.child);
            let _ = self.child.wait();
        }
    }
}

fn command(program: &Program) -> Command {
    let mut command = Command::new(&program.words[0]);
    command
        .args(&program.words[1..])
        .envs(program.env.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if let Some(dir) = &program.dir {
        command.current_dir(dir);
    }
    own_group(&mut command);
    command
}

/// Puts the program into a process group of its own, because Ctrl-C at a terminal goes to
/// the whole group of this program.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;

    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

/// Kills the program together with everything that it has started, since it may be a script.
#[cfg(unix)]
fn kill(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};

    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(child: &mut Child) {
    let _ = child.kill();
}

/// Forwards lines, without control characters, until the receiver is dropped.
fn forward(stdout: ChildStdout, lines: &SyncSender<String>) {
    let mut input = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let mut limited = input.by_ref().take(MAX_LINE_LENGTH);
        match limited.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let mut line = String::from_utf8_lossy(&bytes).into_owned();
        line.retain(|letter| !letter.is_control() || letter == '\t');
        if lines.send(line).is_err() {
            return;
        }
    }
}
