//! A conversation with an engine, byte by byte.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use super::bytes::quoted;
use super::outcome::{Outcome, Stop, short};
use crate::tools::interrupt::Interrupt;
use crate::tools::program::{Process, Protocol};

/// How often a waiting thread checks whether the user has interrupted the tool.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How long a program may take to exit. Clients that wait for it kill it after this time.
pub(super) const EXIT_TIMEOUT: Duration = Duration::from_secs(3);

/// How long a program may take to exit when its checks are over.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// How much a program may write in one check.
const MOST_OUTPUT: usize = 1 << 20;

/// How long a search runs before it is interrupted.
pub(super) const HEAD_START: Duration = Duration::from_millis(200);

/// How soon an interrupted search must end.
pub(super) const STOP_LIMIT: Duration = Duration::from_secs(3);

/// How many messages of a check are kept.
const MOST_MESSAGES: usize = 400;

/// Something that was written. A client that has sent nothing has closed the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) is_sent: bool,
    pub(super) bytes: Vec<u8>,
}

/// The state of the program's output after waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// Something came.
    Came,
    /// Nothing came in time.
    TimedOut,
    /// The output has ended.
    Ended,
}

pub(super) struct Dialogue<'a> {
    process: Process,
    interrupt: &'a Interrupt,
    protocol: Protocol,
    /// How long to wait for an answer.
    timeout: Duration,
    /// What came and was not looked at yet.
    unread: Vec<u8>,
    received: usize,
    log: Vec<Message>,
    has_ended: bool,
    is_fresh: bool,
    /// The commands or the options of the engine, once it has listed them.
    pub(super) listed: Option<Vec<String>>,
    /// The number of the last `ping`.
    pub(super) pings: u32,
}

impl<'a> Dialogue<'a> {
    pub(super) fn new(
        process: Process,
        protocol: Protocol,
        timeout: Duration,
        interrupt: &'a Interrupt,
    ) -> Dialogue<'a> {
        Dialogue {
            process,
            interrupt,
            protocol,
            timeout,
            unread: Vec::new(),
            received: 0,
            log: Vec::new(),
            has_ended: false,
            is_fresh: true,
            listed: None,
            pings: 0,
        }
    }

    pub(super) fn protocol(&self) -> Protocol {
        self.protocol
    }

    pub(super) fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Whether no check has taken place yet.
    pub(super) fn is_fresh(&self) -> bool {
        self.is_fresh
    }

    /// Whether the program can take part in another check.
    pub(super) fn is_over(&self) -> bool {
        self.has_ended
    }

    /// Gives the program up: it will be killed, and not asked to quit.
    pub(super) fn abandon(&mut self) {
        self.has_ended = true;
    }

    /// What was said since the last call.
    pub(super) fn take_log(&mut self) -> Vec<Message> {
        self.received = 0;
        self.is_fresh = false;
        std::mem::take(&mut self.log)
    }

    /// Writes this in one piece.
    pub(super) fn send(&mut self, text: &str) -> Outcome {
        self.record(true, text.as_bytes());
        match self.process.write(text.as_bytes()) {
            Ok(()) => Ok(()),
            Err(_) => self.report_end(),
        }
    }

    pub(super) fn close_input(&mut self) {
        self.record(true, b"");
        self.process.close_input();
        self.has_ended = true;
    }

    /// Waits until more output comes, or until the deadline.
    pub(super) fn wait(&mut self, deadline: Instant) -> Outcome<Wait> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.process.read(left.min(POLL_INTERVAL)) {
                Ok(bytes) => {
                    self.received += bytes.len();
                    self.record(false, &bytes);
                    self.unread.extend(bytes);
                    return match self.received > MOST_OUTPUT {
                        true => short("it writes without end"),
                        false => Ok(Wait::Came),
                    };
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.has_ended = true;
                    return Ok(Wait::Ended);
                }
                Err(RecvTimeoutError::Timeout) if self.interrupt.is_requested() => {
                    return Err(Stop::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(Wait::TimedOut),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Takes as many bytes as `length` says, as soon as it says so. `None` if it does not
    /// within this time.
    pub(super) fn take_within(
        &mut self,
        time: Duration,
        length: impl Fn(&[u8]) -> Option<usize>,
    ) -> Outcome<Option<Vec<u8>>> {
        let deadline = Instant::now() + time;
        loop {
            if let Some(length) = length(&self.unread) {
                return Ok(Some(self.unread.drain(..length).collect()));
            }
            match self.wait(deadline)? {
                Wait::Came => {}
                Wait::TimedOut | Wait::Ended => return Ok(None),
            }
        }
    }

    /// The same, where the engine has to answer.
    pub(super) fn take(
        &mut self,
        what: &str,
        length: impl Fn(&[u8]) -> Option<usize>,
    ) -> Outcome<Vec<u8>> {
        match self.take_within(self.timeout, length)? {
            Some(bytes) => Ok(bytes),
            None => self.report_silence(what),
        }
    }

    /// The next line without its end; `None` if none comes within this time. The last line
    /// of the output may lack its line feed.
    pub(super) fn line_within(&mut self, time: Duration) -> Outcome<Option<String>> {
        let line = self.take_within(time, |bytes| {
            let end = bytes.iter().position(|&byte| byte == b'\n');
            end.map(|end| end + 1)
        })?;
        let rest = |dialogue: &mut Self| match dialogue.has_ended && !dialogue.unread.is_empty() {
            true => Some(std::mem::take(&mut dialogue.unread)),
            false => None,
        };
        let line = line.or_else(|| rest(self));
        Ok(line.map(|bytes| {
            let text = String::from_utf8_lossy(&bytes);
            text.trim_end_matches(['\n', '\r']).to_string()
        }))
    }

    /// The first line that this finds something in; the lines before it are skipped.
    pub(super) fn find_within<T>(
        &mut self,
        time: Duration,
        mut find: impl FnMut(&str) -> Option<T>,
    ) -> Outcome<Option<T>> {
        let deadline = Instant::now() + time;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.line_within(left)? {
                Some(line) => {
                    if let Some(found) = find(&line) {
                        return Ok(Some(found));
                    }
                }
                None => return Ok(None),
            }
        }
    }

    /// The same, where the engine has to answer.
    pub(super) fn find<T>(
        &mut self,
        what: &str,
        find: impl FnMut(&str) -> Option<T>,
    ) -> Outcome<T> {
        match self.find_within(self.timeout, find)? {
            Some(found) => Ok(found),
            None => self.report_silence(what),
        }
    }

    /// Everything up to the end of the output; an error if it does not end in time.
    pub(super) fn rest(&mut self, time: Duration) -> Outcome<Vec<u8>> {
        let deadline = Instant::now() + time;
        loop {
            match self.wait(deadline)? {
                Wait::Came => {}
                Wait::Ended => return Ok(std::mem::take(&mut self.unread)),
                Wait::TimedOut => {
                    self.has_ended = true;
                    let seconds = time.as_secs_f64();
                    return short(format!("it was still running after {seconds} s"));
                }
            }
        }
    }

    /// Whether it exits with status 0 within [`EXIT_TIMEOUT`].
    pub(super) fn expect_exit(&mut self) -> Outcome {
        let start = Instant::now();
        let has_ended = self.rest(EXIT_TIMEOUT).is_ok();
        self.has_ended = true;
        let left = EXIT_TIMEOUT.saturating_sub(start.elapsed());
        match self.process.exit_status(left) {
            _ if self.interrupt.is_requested() => Err(Stop::Interrupted),
            Some(status) if status.success() => Ok(()),
            Some(status) => short(format!("it ended with {status}")),
            None => {
                let seconds = EXIT_TIMEOUT.as_secs();
                let what = match has_ended {
                    true => "it had closed its output but was",
                    false => "it was",
                };
                short(format!("{what} still running after {seconds} s"))
            }
        }
    }

    /// What came in the meantime, without waiting for more than this time.
    pub(super) fn drain(&mut self, time: Duration) -> Outcome<Vec<u8>> {
        let deadline = Instant::now() + time;
        while self.wait(deadline)? == Wait::Came {}
        Ok(std::mem::take(&mut self.unread))
    }

    pub(super) fn report_silence<T>(&mut self, what: &str) -> Outcome<T> {
        if self.has_ended {
            return self.report_end();
        }
        let seconds = self.timeout.as_secs_f64();
        let rest = match self.unread.is_empty() {
            true => String::new(),
            false => format!(", only {}", quoted(&self.unread)),
        };
        short(format!("{what} did not come within {seconds} s{rest}"))
    }

    fn report_end<T>(&mut self) -> Outcome<T> {
        self.has_ended = true;
        match self.process.exit_status(Duration::from_millis(500)) {
            Some(status) => short(format!("the program ended with {status}")),
            None => short("the program closed its input or its output"),
        }
    }

    /// Keeps a message. What came in several pieces in a row is one message.
    fn record(&mut self, is_sent: bool, bytes: &[u8]) {
        match self.log.last_mut() {
            Some(last) if !is_sent && !last.is_sent => last.bytes.extend(bytes),
            _ => self.log.push(Message {
                is_sent,
                bytes: bytes.to_vec(),
            }),
        }
        if self.log.len() > MOST_MESSAGES {
            self.log.remove(0);
        }
    }
}

impl Drop for Dialogue<'_> {
    /// Asks the program to quit, in the word that every protocol has, before it is killed.
    fn drop(&mut self) {
        if !self.has_ended && self.process.write(b"quit\n").is_ok() {
            self.process.exit_status(QUIT_TIMEOUT);
        }
    }
}
