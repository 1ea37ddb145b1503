//! The editor of lines, as the driver's input.
//!
//! It works on a thread of its own, which edits a line whenever one is asked for. The
//! driver asks when nothing is searched, and its watching thread during a search; so
//! all that is typed takes the way that the lines of a pipe take.

use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread;

use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{ColorMode, CompletionType, Config, ExternalPrinter};

use super::helper::Knowledge;
use super::screen::{PROMPT_SHAPE, Screen};
use super::{INTERRUPT, history, is_quit};

/// Where the prompt is drawn again: a row up and down, since the printer wants to
/// write something, and what there is to write comes with the prompt.
const NOTHING: &str = "\x1b[A\n";

/// The input that a person types.
pub(super) struct Typed {
    wishes: Sender<()>,
    lines: Receiver<io::Result<Option<String>>>,
    /// What was not read yet of the last line.
    rest: Vec<u8>,
    is_over: bool,
}

/// Begins to edit lines on this screen, which learns of it.
pub(super) fn start(screen: &Arc<Screen>) -> rustyline::Result<Typed> {
    let (wishes, wished) = channel();
    let (sender, lines) = channel();
    let (ready, started) = channel();
    let shared = Arc::clone(screen);
    thread::Builder::new()
        .name("editor".into())
        .spawn(move || match Editor::new(shared) {
            Ok(mut editor) => {
                let _ = ready.send(Ok(()));
                for () in wished {
                    if sender.send(editor.line()).is_err() {
                        break;
                    }
                }
            }
            Err(error) => {
                let _ = ready.send(Err(error));
            }
        })?;
    started.recv().unwrap_or(Err(ReadlineError::Eof))?;
    Ok(Typed {
        wishes,
        lines,
        rest: Vec::new(),
        is_over: false,
    })
}

impl Read for Typed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() && !self.is_over {
            let _ = self.wishes.send(());
            match self.lines.recv() {
                Ok(Ok(Some(text))) => {
                    // Nobody would answer more, and whoever was in the middle of a line
                    // would find the terminal as the editor needs it.
                    self.is_over = text.lines().any(is_quit);
                    self.rest = text.into_bytes();
                    self.rest.push(b'\n');
                }
                Ok(Err(error)) => return Err(error),
                Ok(Ok(None)) | Err(_) => self.is_over = true,
            }
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// What the thread works with.
struct Editor {
    editor: rustyline::Editor<Knowledge, DefaultHistory>,
    screen: Arc<Screen>,
    /// Where the lines are kept for the next time, if they can be.
    history: Option<PathBuf>,
}

impl Editor {
    fn new(screen: Arc<Screen>) -> rustyline::Result<Editor> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            // The prompt is ours to draw, in colours or not.
            .color_mode(ColorMode::Forced)
            .build();
        let mut editor = rustyline::Editor::with_config(config)?;
        editor.set_helper(Some(Knowledge {
            screen: Arc::clone(&screen),
        }));
        let history = history::file();
        if let Some(file) = &history {
            // The first time there is none.
            let _ = editor.load_history(file);
        }
        let mut printer = editor.create_external_printer()?;
        let (bell, rung) = sync_channel(1);
        // On a thread of its own: the printer waits as long as the editor does not
        // listen, in the middle of a search through the history.
        thread::Builder::new().name("bell".into()).spawn(move || {
            for () in rung {
                if printer.print(NOTHING.to_string()).is_err() {
                    break;
                }
            }
        })?;
        screen.share(bell);
        Ok(Editor {
            editor,
            screen,
            history,
        })
    }

    /// A line, or several that were pasted; nothing if there will be no more.
    fn line(&mut self) -> io::Result<Option<String>> {
        loop {
            self.screen.begin_line();
            let result = self.editor.readline(PROMPT_SHAPE);
            self.screen.end_line(match &result {
                Ok(text) => Some(text),
                Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => None,
                Err(_) => Some(""),
            });
            return match result {
                Ok(text) => {
                    self.remember(&text);
                    Ok(Some(text))
                }
                // At the prompt it has cleared the line, and does nothing else.
                Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => {
                    Ok(Some(INTERRUPT.to_string()))
                }
                Err(ReadlineError::Eof) => Ok(None),
                // What was typed is not Unicode.
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => continue,
                Err(ReadlineError::Io(error)) => Err(error),
                Err(error) => Err(io::Error::other(error)),
            };
        }
    }

    /// Each line for itself, whether they were typed or pasted. A history that cannot
    /// be written is no misfortune.
    fn remember(&mut self, text: &str) {
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let _ = self.editor.add_history_entry(line);
        }
        if let Some(file) = &self.history {
            let _ = self.editor.append_history(file);
        }
    }
}
