//! A program, read line by line, that forfeits the game if it does not answer.

use std::io;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use super::{PlayerError, Reason};
use crate::tools::interrupt::Interrupt;
use crate::tools::program::{self, Program};

/// Longer lines are broken; no reply needs them.
const MAX_LINE_LENGTH: usize = 1 << 16;

/// How often a waiting thread checks whether the user has interrupted the match.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How long a program may take to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

pub(super) struct Process<'m> {
    name: String,
    process: program::Process,
    /// Output that is not a whole line yet, or that nobody has read.
    unread: Vec<u8>,
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
            PlayerError::NotStarted(text)
        };
        Ok(Process {
            name: name.to_string(),
            process: program::Process::start(program).map_err(fail)?,
            unread: Vec::new(),
            interrupt,
            is_responsive: true,
        })
    }

    /// Sends one or more lines in a single write.
    pub(super) fn send(&mut self, lines: &str) -> Result<(), PlayerError> {
        log::debug!("{} > {lines}", self.name);
        let text = format!("{lines}\n");
        let sent = self.process.write(text.as_bytes());
        sent.map_err(|_| self.forfeit(Reason::Crash, "the program exited"))
    }

    /// The next line, without control characters, or a forfeit after the deadline.
    pub(super) fn read(&mut self, deadline: Instant) -> Result<String, PlayerError> {
        loop {
            if let Some(line) = self.take_line() {
                log::debug!("{} < {line}", self.name);
                return Ok(line);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.process.read(left.min(POLL_INTERVAL)) {
                Ok(bytes) => self.unread.extend(bytes),
                // The last line may lack its end.
                Err(RecvTimeoutError::Disconnected) if !self.unread.is_empty() => {
                    self.unread.push(b'\n');
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

    fn take_line(&mut self) -> Option<String> {
        let end = self.unread.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(self.unread.len(), |end| end + 1);
        if end.is_none() && length < MAX_LINE_LENGTH {
            return None;
        }
        let bytes: Vec<u8> = self.unread.drain(..length.min(MAX_LINE_LENGTH)).collect();
        let mut line = String::from_utf8_lossy(&bytes).into_owned();
        line.retain(|letter| !letter.is_control() || letter == '\t');
        Some(line)
    }

    /// Makes the program forfeit the game. It will be killed.
    pub(super) fn forfeit(&mut self, reason: Reason, detail: impl Into<String>) -> PlayerError {
        self.is_responsive = false;
        PlayerError::forfeit(reason, detail)
    }
}

impl Drop for Process<'_> {
    /// Sends `quit`, which every protocol has. A program that does not exit is killed.
    fn drop(&mut self) {
        if self.is_responsive && self.process.write(b"quit\n").is_ok() {
            self.process.exit_status(QUIT_TIMEOUT);
        }
    }
}
