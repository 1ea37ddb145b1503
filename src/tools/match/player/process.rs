//! A program with a pipe to it and one from it.
//!
//! A thread of its own reads what the program writes, so that a wait can end. What
//! the program writes to its standard error stream goes nowhere: a pipe that
//! nobody reads would stop it one day.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::spec::Program;
use super::{Reason, Trouble};
use crate::tools::interrupt::Interrupt;

/// A line is cut here: no answer is longer.
const LONGEST_LINE: u64 = 1 << 16;

/// So many lines wait to be read; then the program has to.
const MOST_LINES: usize = 256;

/// How often a wait looks whether the user wants an end.
const LOOK: Duration = Duration::from_millis(50);

/// How long a program has to end when it is told so.
const FAREWELL: Duration = Duration::from_millis(500);

pub(super) struct Process<'m> {
    name: String,
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    interrupt: &'m Interrupt,
    /// Whether it has always done what it should.
    is_well: bool,
}

impl<'m> Process<'m> {
    pub(super) fn start(
        name: &str,
        program: &Program,
        interrupt: &'m Interrupt,
    ) -> Result<Process<'m>, Trouble> {
        let fail = |error: io::Error| {
            let text = format!("{} cannot be started: {error}", program.words[0]);
            Trouble::guilty(Reason::Crash, text)
        };
        let mut child = command(program).spawn().map_err(fail)?;
        let stdin = child.stdin.take().expect("it is a pipe");
        let stdout = child.stdout.take().expect("it is a pipe");
        let (sender, lines) = mpsc::sync_channel(MOST_LINES);
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
            is_well: true,
        })
    }

    /// Sends lines, in one piece.
    pub(super) fn send(&mut self, lines: &str) -> Result<(), Trouble> {
        log::debug!("{} > {lines}", self.name);
        let text = format!("{lines}\n");
        let sent = self.stdin.write_all(text.as_bytes());
        sent.map_err(|_| self.guilty(Reason::Crash, "the program has ended"))
    }

    /// The next line, if it comes in time.
    pub(super) fn read(&mut self, deadline: Instant) -> Result<String, Trouble> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => {
                    log::debug!("{} < {line}", self.name);
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.guilty(Reason::Crash, "the program has ended"));
                }
                Err(RecvTimeoutError::Timeout) if self.interrupt.is_asked() => {
                    self.is_well = false;
                    return Err(Trouble::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(self.guilty(Reason::Hang, "no answer came"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// What it did ends its game, and itself.
    pub(super) fn guilty(&mut self, reason: Reason, detail: impl Into<String>) -> Trouble {
        self.is_well = false;
        Trouble::guilty(reason, detail)
    }

    fn has_ended(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < FAREWELL {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Ok(Some(_)) | Err(_) => return true,
            }
        }
        false
    }
}

impl Drop for Process<'_> {
    /// All protocols have this word for it. What does not listen is killed.
    fn drop(&mut self) {
        let is_told = self.is_well && self.stdin.write_all(b"quit\n").is_ok();
        if !is_told || !self.has_ended() {
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

/// Ctrl-C at a terminal reaches a whole group. It is for us; the program goes on
/// until we end it.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;

    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

/// Ends it and all that it has started: it may be a script.
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

/// Sends each line on, without control characters, until nobody listens.
fn forward(stdout: ChildStdout, lines: &SyncSender<String>) {
    let mut input = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let mut limited = input.by_ref().take(LONGEST_LINE);
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
