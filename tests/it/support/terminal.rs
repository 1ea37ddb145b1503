//! Runs the program in a terminal: a test presses keys and reads the screen.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

use super::program;

/// Much longer than anything takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Enough rows that nothing scrolls off the screen.
const ROWS: u16 = 200;

/// The usual width.
const COLUMNS: u16 = 80;

/// A terminal with the program in it.
pub(crate) struct Terminal {
    columns: u16,
    keys: Arc<Pty>,
    seen: Arc<Seen>,
    program: Child,
    reader: JoinHandle<()>,
}

#[derive(Default)]
struct Seen {
    /// The output so far, and whether the program has closed its end.
    written: Mutex<(Vec<u8>, bool)>,
    changed: Condvar,
}

/// How to start the program.
pub(crate) struct Setup<'a> {
    args: &'a [&'a str],
    columns: u16,
    environment: Vec<(&'a str, String)>,
    /// The file for the standard error stream, unless it goes to the screen.
    stderr: Option<File>,
}

impl<'a> Setup<'a> {
    /// A terminal of 80 columns with colours and without a history file and a
    /// configuration file.
    pub(crate) fn new(args: &'a [&'a str]) -> Setup<'a> {
        let environment = [
            ("TERM", "xterm-256color"),
            ("LC_ALL", "C.UTF-8"),
            ("NO_COLOR", ""),
            ("XDG_STATE_HOME", "/dev/null/nowhere"),
            ("XDG_CONFIG_HOME", "/dev/null/nowhere"),
        ];
        Setup {
            args,
            columns: COLUMNS,
            environment: environment
                .map(|(name, value)| (name, value.to_string()))
                .to_vec(),
            stderr: None,
        }
    }

    pub(crate) fn env(mut self, name: &'a str, value: &str) -> Setup<'a> {
        self.environment.push((name, value.to_string()));
        self
    }

    pub(crate) fn columns(mut self, columns: u16) -> Setup<'a> {
        self.columns = columns;
        self
    }

    pub(crate) fn stderr_to(mut self, file: &Path) -> Setup<'a> {
        self.stderr = Some(File::create(file).expect("it can be written"));
        self
    }

    pub(crate) fn start(self) -> Terminal {
        let (terminal, line) = open().expect("a terminal can be opened");
        let size = Size::new(ROWS, self.columns);
        terminal.resize(size).expect("it has a size");
        let mut command = Command::new(program::path())
            .args(self.args)
            .env_remove("RUST_LOG")
            .envs(self.environment);
        if let Some(file) = self.stderr {
            command = command.stderr(file);
        }
        let program = command.spawn(line).expect("the program starts");
        Terminal::watched(self.columns, terminal, program)
    }
}

/// How long a person waits before pressing a key again.
const PATIENCE: Duration = Duration::from_secs(1);

impl Terminal {
    /// The program in the usual setup, at its first prompt.
    pub(crate) fn new(args: &[&str]) -> Terminal {
        let terminal = Setup::new(args).start();
        terminal.await_prompt("black>");
        terminal
    }

    fn watched(columns: u16, terminal: Pty, program: Child) -> Terminal {
        let keys = Arc::new(terminal);
        let seen = Arc::new(Seen::default());
        let (screen, watched) = (Arc::clone(&keys), Arc::clone(&seen));
        let reader = thread::spawn(move || watched.watch(&screen));
        Terminal {
            columns,
            keys,
            seen,
            program,
            reader,
        }
    }

    pub(crate) fn press(&self, keys: &str) {
        self.press_bytes(keys.as_bytes());
    }

    pub(crate) fn press_bytes(&self, keys: &[u8]) {
        let mut terminal: &Pty = &self.keys;
        terminal.write_all(keys).expect("the program reads");
    }

    /// Types a line and the return key.
    pub(crate) fn enter(&self, line: &str) {
        self.press(&format!("{line}\r"));
    }

    /// Waits until the screen is right, and returns it.
    pub(crate) fn await_screen(&self, is_right: impl Fn(&str) -> bool) -> String {
        self.watch(|written| self.screen_after(written), is_right)
    }

    /// Waits until this text was written, even if it is no longer on the screen.
    pub(crate) fn await_written(&self, text: &str) {
        let written = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        self.watch(written, |written| written.contains(text));
    }

    fn watch(&self, view: impl Fn(&[u8]) -> String, is_right: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + TIMEOUT;
        let mut written = self.seen.written.lock().expect("no panic");
        loop {
            let seen = view(&written.0);
            if is_right(&seen) {
                return seen;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!written.1, "the program has ended:\n{seen}");
            assert!(!left.is_zero(), "nothing comes any more:\n{seen}");
            (written, _) = self
                .seen
                .changed
                .wait_timeout(written, left)
                .expect("no panic");
        }
    }

    pub(crate) fn await_text(&self, text: &str) -> String {
        self.await_screen(|screen| screen.contains(text))
    }

    /// Waits until this is the last line, and returns the screen.
    pub(crate) fn await_prompt(&self, prompt: &str) -> String {
        self.await_screen(|screen| screen.lines().last() == Some(prompt))
    }

    /// Types a line, waits for the next prompt, and returns the screen with the answer. A
    /// line that starts a search has to change the prompt.
    pub(crate) fn ask(&self, line: &str, next_prompt: &str) -> String {
        let asked = |screen: &str| screen.matches(&format!("> {line}")).count();
        let before = self.await_screen(|_| true);
        self.enter(line);
        self.await_screen(|screen| {
            asked(screen) > asked(&before) && screen.lines().last() == Some(next_prompt)
        })
    }

    /// What the screen shows after all this was written, without trailing blanks and
    /// trailing empty lines.
    fn screen_after(&self, written: &[u8]) -> String {
        let size = |length| NonZero::new(length).expect("it is not 0");
        let mut screen = vt100::Parser::new(size(ROWS), size(self.columns), 0);
        screen.process(written);
        let rows = screen.screen().rows(0, self.columns);
        let rows: Vec<String> = rows.map(|row| row.trim_end().to_string()).collect();
        rows.join("\n").trim_end().to_string()
    }

    /// Waits for the program to end. Returns what it wrote and its exit status.
    pub(crate) fn wait(mut self) -> (String, ExitStatus) {
        let written = self.seen.written.lock().expect("no panic");
        let is_running = |written: &mut (Vec<u8>, bool)| !written.1;
        let (written, _) = self
            .seen
            .changed
            .wait_timeout_while(written, TIMEOUT, is_running)
            .expect("no panic");
        assert!(written.1, "the program does not end");
        let text = String::from_utf8_lossy(&written.0).into_owned();
        drop(written);
        let status = self.program.wait().expect("it is our child");
        self.reader.join().expect("no panic");
        (text, status)
    }

    /// Ends the program as a crash does.
    pub(crate) fn kill(mut self) -> (String, ExitStatus) {
        self.program.kill().expect("it is our child");
        self.wait()
    }

    /// Ends the program with Ctrl-D at an empty prompt, and returns all of its output.
    pub(crate) fn leave(self) -> String {
        self.await_screen(|screen| screen.ends_with('>'));
        // Between two lines, a Ctrl-D may be lost; people press it again.
        let _ = (0..5).any(|_| self.has_ended_after("\x04"));
        let (written, status) = self.wait();
        assert!(status.success(), "{status}");
        written
    }

    /// Whether the program ends soon after this key.
    fn has_ended_after(&self, key: &str) -> bool {
        self.press(key);
        let written = self.seen.written.lock().expect("no panic");
        let is_running = |written: &mut (Vec<u8>, bool)| !written.1;
        let (written, _) = self
            .seen
            .changed
            .wait_timeout_while(written, PATIENCE, is_running)
            .expect("no panic");
        written.1
    }
}

/// What the program writes to a terminal of this width. `args` is for a shell, and
/// may redirect a stream.
pub(crate) fn written_at(columns: u16, args: &str) -> String {
    in_shell(columns, "", args).wait().0
}

/// Like [`written_at`], but with this environment variable, `NAME=VALUE`.
pub(crate) fn written_with(variable: &str, columns: u16, args: &str) -> String {
    in_shell(columns, &format!("env {variable} "), args)
        .wait()
        .0
}

/// Like [`written_at`], but presses Ctrl-C as soon as `seen` is written.
pub(crate) fn written_until_interrupt(columns: u16, args: &str, seen: &str) -> String {
    let terminal = in_shell(columns, "", args);
    terminal.await_written(seen);
    terminal.press("\x03");
    terminal.wait().0
}

/// Starts the program in a shell. `args` may redirect its streams.
fn in_shell(columns: u16, before: &str, args: &str) -> Terminal {
    const ROWS: u16 = 24;
    let (terminal, line) = open().expect("a terminal can be opened");
    let size = Size::new(ROWS, columns);
    terminal.resize(size).expect("it has a size");
    let program = Command::new("sh")
        .args(["-c", &format!("exec {before}'{}' {args}", program::path())])
        .env_remove("RUST_LOG")
        .env("TERM", "xterm")
        .spawn(line)
        .expect("sh is installed");
    Terminal::watched(columns, terminal, program)
}

impl Seen {
    /// Reads until the program has ended, which is an error on some systems.
    fn watch(&self, mut screen: &Pty) {
        let mut bytes = [0; 4096];
        loop {
            let count = screen.read(&mut bytes).unwrap_or(0);
            let mut written = self.written.lock().expect("no panic");
            written.0.extend_from_slice(&bytes[..count]);
            written.1 = count == 0;
            self.changed.notify_all();
            if written.1 {
                break;
            }
        }
    }
}
