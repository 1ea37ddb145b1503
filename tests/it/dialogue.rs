//! Dialogues as data: what a client sends, chunk by chunk, and what it must get.
//!
//! The notation, one item a line:
//!
//! ```text
//! # a remark
//! ! G7 C3          the moves of a scripted searcher, in turn
//! < genmove black\n      a chunk, written at once; \n, \r, \t, \\ and \xNN are escapes
//! > = G7           a line of output; … stands for any text
//! >
//! ```
//!
//! Each chunk is sent when all output before it has come. At the end the input
//! is closed, and nothing more may come.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use obverse::board::Square;
use obverse::protocol;
use obverse::protocol::driver::Driver;
use obverse::score::Score;
use obverse::search::control::{Control, Stopped};
use obverse::search::{Report, Request, Searcher, Watcher};
use obverse::session::options::Options;

/// A dialogue that takes longer has hung.
const WATCHDOG: Duration = Duration::from_secs(20);

#[derive(Debug, Default)]
pub(crate) struct Dialogue {
    script: Vec<Square>,
    exchanges: Vec<Exchange>,
}

#[derive(Debug)]
struct Exchange {
    line: usize,
    chunk: Vec<u8>,
    expected: Vec<String>,
}

impl Dialogue {
    /// Reads the notation above.
    pub(crate) fn read(text: &str) -> Dialogue {
        let mut dialogue = Dialogue::default();
        for (index, line) in text.lines().enumerate() {
            let (kind, rest) = line.split_at(line.len().min(1));
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            match kind {
                "" | "#" => {}
                "!" => dialogue.script.extend(rest.split_whitespace().map(|word| {
                    word.parse::<Square>()
                        .unwrap_or_else(|error| panic!("{line}: {error}"))
                })),
                "<" => dialogue.send(index + 1, unescape(rest)),
                ">" => dialogue.expect(rest),
                _ => panic!("line {}: {line}", index + 1),
            }
        }
        dialogue
    }

    /// Reads a session as it looks to a person: a command, its reply to the
    /// empty line, the next command.
    pub(crate) fn read_session(text: &str) -> Dialogue {
        let mut dialogue = Dialogue::default();
        let mut is_reply = false;
        for (index, line) in text.lines().enumerate() {
            if is_reply {
                dialogue.expect(line);
                is_reply = !line.is_empty();
            } else {
                dialogue.send(index + 1, format!("{line}\n").into_bytes());
                is_reply = !line.starts_with('#');
            }
        }
        if is_reply {
            dialogue.expect("");
        }
        dialogue
    }

    fn send(&mut self, line: usize, chunk: Vec<u8>) {
        self.exchanges.push(Exchange {
            line,
            chunk,
            expected: Vec::new(),
        });
    }

    fn expect(&mut self, line: &str) {
        let exchange = self.exchanges.last_mut().expect("output follows a chunk");
        exchange.expected.push(line.to_string());
    }

    /// Holds the dialogue with a driver in this process.
    pub(crate) fn run(&self, name: &str) {
        let (chunks, input) = mpsc::channel();
        let output = Arc::new(Output::default());
        let mut driver = Driver::new(Options::new(1), || false);
        if !self.script.is_empty() {
            driver
                .session_mut()
                .install(Box::new(Scripted::new(&self.script)));
        }
        let writer = Arc::clone(&output);
        let engine = thread::spawn(move || {
            let mut gtp = (protocol::find("gtp").expect("it is in the table").build)();
            let result = driver.run(gtp.as_mut(), Pipe::new(input), &*writer);
            writer.close();
            result
        });
        for exchange in &self.exchanges {
            exchange.hold(name, &chunks, &output);
        }
        drop(chunks);
        let rest = output.take_rest();
        assert_eq!(String::from_utf8_lossy(&rest), "", "{name}: at the end");
        engine
            .join()
            .expect("no panic")
            .expect("output can be written");
    }
}

impl Exchange {
    fn hold(&self, name: &str, chunks: &Sender<Vec<u8>>, output: &Output) {
        // After a quit nobody reads any more.
        let _ = chunks.send(self.chunk.clone());
        for expected in &self.expected {
            let line = output.take_line();
            let line = line.as_deref().unwrap_or("(nothing)");
            assert!(
                matches(expected, line),
                "{name}, chunk of line {}: expected {expected:?}, got {line:?}",
                self.line
            );
        }
    }
}

/// Whether a line is as expected, `…` standing for any text.
fn matches(expected: &str, line: &str) -> bool {
    let mut parts = expected.trim_end().split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.trim_end().strip_prefix(first) else {
        return false;
    };
    let mut last = None;
    for part in parts {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
        last = Some(part);
    }
    match last {
        None => rest.is_empty(),
        Some(last) => last.is_empty() || rest.is_empty() || line.trim_end().ends_with(last),
    }
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            bytes.extend(letter.to_string().bytes());
            continue;
        }
        bytes.push(match letters.next() {
            Some('n') => b'\n',
            Some('r') => b'\r',
            Some('t') => b'\t',
            Some('\\') => b'\\',
            Some('x') => {
                let digits: String = letters.by_ref().take(2).collect();
                u8::from_str_radix(&digits, 16).expect("two hexadecimal digits")
            }
            other => panic!("unknown escape {other:?} in {text}"),
        });
    }
    bytes
}

/// Chunks arrive as they were sent, one a read.
struct Pipe {
    chunks: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Pipe {
    fn new(chunks: Receiver<Vec<u8>>) -> Pipe {
        Pipe {
            chunks,
            rest: Vec::new(),
        }
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.chunks.recv() {
                Ok(chunk) => self.rest = chunk,
                Err(_) => return Ok(0),
            }
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// What the driver wrote and nobody has looked at yet.
#[derive(Default)]
struct Output {
    state: Mutex<(Vec<u8>, bool)>,
    changed: Condvar,
}

impl Output {
    fn close(&self) {
        self.state.lock().expect("no panic").1 = true;
        self.changed.notify_all();
    }

    /// The next line; nothing at the end.
    fn take_line(&self) -> Option<String> {
        let start = Instant::now();
        let mut state = self.state.lock().expect("no panic");
        loop {
            if let Some(end) = state.0.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = state.0.drain(..=end).collect();
                return Some(String::from_utf8_lossy(&line[..end]).into_owned());
            }
            if state.1 || start.elapsed() > WATCHDOG {
                return None;
            }
            state = self
                .changed
                .wait_timeout(state, WATCHDOG)
                .expect("no panic")
                .0;
        }
    }

    fn take_rest(&self) -> Vec<u8> {
        let state = self.state.lock().expect("no panic");
        let running = |state: &mut (Vec<u8>, bool)| !state.1;
        let (mut state, timeout) = self
            .changed
            .wait_timeout_while(state, WATCHDOG, running)
            .expect("no panic");
        assert!(!timeout.timed_out(), "the driver does not end");
        std::mem::take(&mut state.0)
    }
}

impl Write for &Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.state
            .lock()
            .expect("no panic")
            .0
            .extend_from_slice(bytes);
        self.changed.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Plays the moves it was given, in turn.
struct Scripted {
    moves: VecDeque<Square>,
}

impl Scripted {
    fn new(moves: &[Square]) -> Scripted {
        Scripted {
            moves: moves.iter().copied().collect(),
        }
    }
}

impl Searcher for Scripted {
    fn best_move(&mut self, request: &Request, _: &Control, _: Watcher<'_>) -> Report {
        let best = self.moves.pop_front().expect("the script is long enough");
        assert!(
            request.position.moves().contains(best),
            "the script says {best}"
        );
        Report {
            best,
            score: None,
            depth: 0,
            nodes: 0,
            line: vec![best.into()],
        }
    }

    fn move_values(&mut self, _: &Request, _: &Control) -> Result<Vec<(Square, Score)>, Stopped> {
        Ok(Vec::new())
    }
}
