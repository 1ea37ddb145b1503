//! Runs the driver of the program in this process, between two pipes.

use std::io::{self, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use obverse::protocol::Driver;
use obverse::search::Searcher;
use obverse::session::options::{self, Options};

/// Much longer than any reply takes. If the engine hangs, the test fails after this time.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

/// The [`fixed_options`] in addition to seed 1 and the defaults. With them, all replies are
/// the same in every run and on every machine.
const FIXED: &[(&str, &str)] = &[("algorithm", "negamax"), ("threads", "1")];

/// The options with which golden transcripts and the sessions of the documents start.
pub(crate) fn fixed_options() -> Options {
    let mut options = Options::new(1);
    for (name, value) in FIXED {
        let is_set = options::find(name).and_then(|row| row.set(&mut options, value));
        is_set.unwrap_or_else(|error| panic!("{name} {value}: {error}"));
    }
    options
}

/// A driver on its own thread. The first line selects the protocol.
pub(crate) struct Engine {
    chunks: Option<Sender<Vec<u8>>>,
    output: Arc<Output>,
    timeout: Duration,
    driver: JoinHandle<io::Result<()>>,
}

impl Engine {
    /// Starts with the [`fixed_options`]. `searcher`, if there is one, replaces that of the
    /// algorithm. No wait is longer than `timeout`.
    pub(crate) fn start(searcher: Option<Box<dyn Searcher>>, timeout: Duration) -> Engine {
        Engine::start_with(fixed_options(), searcher, timeout)
    }

    /// Starts with these options.
    pub(crate) fn start_with(
        options: Options,
        searcher: Option<Box<dyn Searcher>>,
        timeout: Duration,
    ) -> Engine {
        let (chunks, input) = mpsc::channel();
        let output = Arc::new(Output::default());
        let mut driver = Driver::new(options, || false);
        if let Some(searcher) = searcher {
            driver.session_mut().install(searcher);
        }
        let end = OutputEnd(Arc::clone(&output));
        let driver = thread::spawn(move || driver.run(None, Pipe::new(input), &*end.0));
        Engine {
            chunks: Some(chunks),
            output,
            timeout,
            driver,
        }
    }

    /// Sends a chunk. After a quit it is ignored.
    pub(crate) fn send(&self, chunk: &[u8]) {
        if let Some(chunks) = &self.chunks {
            let _ = chunks.send(chunk.to_vec());
        }
    }

    /// Ends the input.
    pub(crate) fn close(&mut self) {
        self.chunks = None;
    }

    /// The next line of output; `None` at the end of the output or after the timeout.
    pub(crate) fn take_line(&self) -> Option<Vec<u8>> {
        self.output.take_line(self.timeout)
    }

    /// The next line of output; `None` at the end of the output or after this timeout.
    pub(crate) fn take_line_within(&self, timeout: Duration) -> Option<Vec<u8>> {
        self.output.take_line(timeout)
    }

    /// Ends the input and returns the rest of the output.
    pub(crate) fn finish(mut self) -> Result<Vec<u8>, String> {
        self.close();
        let rest = self.output.take_rest(self.timeout)?;
        match self.driver.join() {
            Ok(Ok(())) => Ok(rest),
            Ok(Err(error)) => Err(format!("the driver fails: {error}")),
            Err(_) => Err("the driver panics".to_string()),
        }
    }
}

/// Input that arrives in the chunks in which it was sent.
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

/// The driver's end of the output. It is closed when the driver ends, even by a panic.
struct OutputEnd(Arc<Output>);

impl Drop for OutputEnd {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// The output of the driver that no test has taken yet.
#[derive(Default)]
struct Output {
    /// The bytes, and whether the driver has closed its end.
    state: Mutex<(Vec<u8>, bool)>,
    changed: Condvar,
}

impl Output {
    fn close(&self) {
        self.state.lock().expect("no panic").1 = true;
        self.changed.notify_all();
    }

    fn take_line(&self, timeout: Duration) -> Option<Vec<u8>> {
        let start = Instant::now();
        let mut state = self.state.lock().expect("no panic");
        loop {
            if let Some(end) = state.0.iter().position(|&byte| byte == b'\n') {
                let mut line: Vec<u8> = state.0.drain(..=end).collect();
                line.pop();
                return Some(line);
            }
            if state.1 || start.elapsed() > timeout {
                return None;
            }
            state = self
                .changed
                .wait_timeout(state, timeout)
                .expect("no panic")
                .0;
        }
    }

    fn take_rest(&self, timeout: Duration) -> Result<Vec<u8>, String> {
        let state = self.state.lock().expect("no panic");
        let running = |state: &mut (Vec<u8>, bool)| !state.1;
        let (mut state, timeout) = self
            .changed
            .wait_timeout_while(state, timeout, running)
            .expect("no panic");
        if timeout.timed_out() {
            return Err("the driver does not end".to_string());
        }
        Ok(std::mem::take(&mut state.0))
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
