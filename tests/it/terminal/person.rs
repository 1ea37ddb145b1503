//! A person at a terminal: types keys, and looks at the screen.

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

/// What does not come in this time never comes, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

/// High enough that nothing is out of sight.
const ROWS: u16 = 200;

/// As wide as most are.
const COLUMNS: u16 = 80;

/// The program at a terminal of its own.
pub(super) struct Person {
    keys: Arc<Pty>,
    seen: Arc<Seen>,
    program: Child,
    reader: JoinHandle<()>,
}

#[derive(Default)]
struct Seen {
    /// All that was written, and whether that is all.
    written: Mutex<(Vec<u8>, bool)>,
    changed: Condvar,
}

/// How to start it.
pub(super) struct Setting<'a> {
    args: &'a [&'a str],
    columns: u16,
    environment: Vec<(&'a str, String)>,
    /// Where the standard error stream goes, if not to the screen.
    complaints: Option<File>,
}

impl<'a> Setting<'a> {
    /// A terminal of 80 columns with colours, and a state folder that is nowhere.
    pub(super) fn new(args: &'a [&'a str]) -> Setting<'a> {
        let environment = [
            ("TERM", "xterm-256color"),
            ("LC_ALL", "C.UTF-8"),
            ("NO_COLOR", ""),
            ("XDG_STATE_HOME", "/dev/null/nowhere"),
        ];
        Setting {
            args,
            columns: COLUMNS,
            environment: environment
                .map(|(name, value)| (name, value.to_string()))
                .to_vec(),
            complaints: None,
        }
    }

    pub(super) fn with(mut self, name: &'a str, value: &str) -> Setting<'a> {
        self.environment.push((name, value.to_string()));
        self
    }

    pub(super) fn wide(mut self, columns: u16) -> Setting<'a> {
        self.columns = columns;
        self
    }

    pub(super) fn complaining_to(mut self, file: &Path) -> Setting<'a> {
        self.complaints = Some(File::create(file).expect("it can be written"));
        self
    }

    pub(super) fn sit_down(self) -> Person {
        let (terminal, line) = open().expect("there is a terminal");
        let size = Size::new(ROWS, self.columns);
        terminal.resize(size).expect("it has a size");
        let mut command = Command::new(env!("CARGO_BIN_EXE_obverse"))
            .args(self.args)
            .env_remove("RUST_LOG")
            .envs(self.environment);
        if let Some(file) = self.complaints {
            command = command.stderr(file);
        }
        let program = command.spawn(line).expect("the program starts");
        let keys = Arc::new(terminal);
        let seen = Arc::new(Seen::default());
        let (screen, watched) = (Arc::clone(&keys), Arc::clone(&seen));
        let reader = thread::spawn(move || watched.watch(&screen));
        Person {
            keys,
            seen,
            program,
            reader,
        }
    }
}

impl Seen {
    /// Reads until the program has ended, which is an error on some systems.
    fn watch(&self, mut screen: &Pty) {
        let mut bytes = [0; 4096];
        loop {
            let count = screen.read(&mut bytes).unwrap_or(0);
            let mut written = self.written.lock().expect("no holder panics");
            written.0.extend_from_slice(&bytes[..count]);
            written.1 = count == 0;
            self.changed.notify_all();
            if written.1 {
                break;
            }
        }
    }
}

impl Person {
    /// At the usual terminal, when the prompt is there.
    pub(super) fn new(args: &[&str]) -> Person {
        let person = Setting::new(args).sit_down();
        person.await_prompt("black>");
        person
    }

    pub(super) fn press(&self, keys: &str) {
        let mut terminal: &Pty = &self.keys;
        terminal
            .write_all(keys.as_bytes())
            .expect("the program reads");
    }

    /// Types a line and the return key.
    pub(super) fn enter(&self, line: &str) {
        self.press(&format!("{line}\r"));
    }

    /// Waits until the screen is as it should be, and returns it.
    pub(super) fn await_screen(&self, is_right: impl Fn(&str) -> bool) -> String {
        self.watch(screen_after, is_right)
    }

    /// Waits until this was written, wherever it is seen.
    pub(super) fn await_written(&self, text: &str) {
        let written = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        self.watch(written, |written| written.contains(text));
    }

    fn watch(&self, view: impl Fn(&[u8]) -> String, is_right: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        let mut written = self.seen.written.lock().expect("no holder panics");
        loop {
            let seen = view(&written.0);
            if is_right(&seen) {
                return seen;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!written.1, "it has ended:\n{seen}");
            assert!(!left.is_zero(), "it does not come:\n{seen}");
            (written, _) = self
                .seen
                .changed
                .wait_timeout(written, left)
                .expect("no holder panics");
        }
    }

    pub(super) fn await_text(&self, text: &str) -> String {
        self.await_screen(|screen| screen.contains(text))
    }

    /// Waits until the last line is this, and returns the screen.
    pub(super) fn await_prompt(&self, prompt: &str) -> String {
        self.await_screen(|screen| screen.lines().last() == Some(prompt))
    }

    /// Types a line and returns the screen with the answer. If it asks for a search,
    /// that has to change the prompt.
    pub(super) fn ask(&self, line: &str, next_prompt: &str) -> String {
        let asked = |screen: &str| screen.matches(&format!("> {line}")).count();
        let before = self.await_screen(|_| true);
        self.enter(line);
        self.await_screen(|screen| {
            asked(screen) > asked(&before) && screen.lines().last() == Some(next_prompt)
        })
    }

    /// Waits for the end; what was written, and how it ended.
    pub(super) fn wait(mut self) -> (String, ExitStatus) {
        let written = self.seen.written.lock().expect("no holder panics");
        let is_going_on = |written: &mut (Vec<u8>, bool)| !written.1;
        let (written, _) = self
            .seen
            .changed
            .wait_timeout_while(written, PATIENCE, is_going_on)
            .expect("no holder panics");
        assert!(written.1, "it does not end");
        let text = String::from_utf8_lossy(&written.0).into_owned();
        drop(written);
        let status = self.program.wait().expect("it is our child");
        self.reader.join().expect("no panic");
        (text, status)
    }

    /// Leaves by Ctrl-D at the empty prompt, and returns all that was written.
    pub(super) fn leave(self) -> String {
        self.await_screen(|screen| screen.ends_with('>'));
        self.press("\x04");
        let (written, status) = self.wait();
        assert!(status.success(), "{status}");
        written
    }
}

/// What is seen after all this was written, without blanks at the end of a line and
/// without empty lines at the end.
fn screen_after(written: &[u8]) -> String {
    let size = |length| NonZero::new(length).expect("it is not 0");
    let mut screen = vt100::Parser::new(size(ROWS), size(COLUMNS), 0);
    screen.process(written);
    let rows = screen.screen().rows(0, COLUMNS);
    let rows: Vec<String> = rows.map(|row| row.trim_end().to_string()).collect();
    rows.join("\n").trim_end().to_string()
}
