//! The line editor, as the driver's input.
//!
//! The editor has its own thread, which edits a line whenever one is requested: by the driver
//! while no search is running, and by the thread that reads ahead during a search. TypedInput
//! lines thus take the same path as lines from a pipe.

use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread;

use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{ColorMode, CompletionType, Config, ExternalPrinter};

use super::helper::LineHelper;
use super::interrupts::Interrupts;
use super::screen::{PROMPT_SHAPE, Screen};
use super::{INTERRUPT, is_quit, state};

/// Text that makes the editor redraw its prompt without printing anything visible: it moves
/// the cursor up one row and down again. Pending output is printed with the prompt.
const REDRAW: &str = "\x1b[A\n";

/// The lines that a person types, as an input stream.
pub(super) struct TypedInput {
    interrupts: Arc<Interrupts>,
    requests: Sender<()>,
    lines: Receiver<io::Result<Option<String>>>,
    /// The part of the last line that was not read yet.
    rest: Vec<u8>,
    is_over: bool,
}

/// Starts the editor on this screen.
pub(super) fn start(
    screen: &Arc<Screen>,
    interrupts: &Arc<Interrupts>,
) -> rustyline::Result<TypedInput> {
    let (requests, requested) = channel();
    let (sender, lines) = channel();
    let (ready, started) = channel();
    let helper = LineHelper {
        screen: Arc::clone(screen),
        interrupts: Arc::clone(interrupts),
    };
    thread::Builder::new()
        .name("editor".into())
        .spawn(move || match Editor::new(helper) {
            Ok(mut editor) => {
                let _ = ready.send(Ok(()));
                for () in requested {
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
    Ok(TypedInput {
        interrupts: Arc::clone(interrupts),
        requests,
        lines,
        rest: Vec::new(),
        is_over: false,
    })
}

impl Read for TypedInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() && !self.is_over {
            self.interrupts.release();
            let _ = self.requests.send(());
            match self.lines.recv() {
                Ok(Ok(Some(text))) => {
                    // Further lines would not be answered, and exiting while one is being
                    // edited would leave the terminal in raw mode.
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

/// The state of the editor's thread.
struct Editor {
    editor: rustyline::Editor<LineHelper, DefaultHistory>,
    screen: Arc<Screen>,
    /// The file of the history, if there is one.
    history: Option<PathBuf>,
}

impl Editor {
    fn new(helper: LineHelper) -> rustyline::Result<Editor> {
        let screen = Arc::clone(&helper.screen);
        let config = Config::builder()
            .completion_type(CompletionType::List)
            // The prompt is drawn by the helper, with or without colours.
            .color_mode(ColorMode::Forced)
            .build();
        let mut editor = rustyline::Editor::with_config(config)?;
        editor.set_helper(Some(helper));
        let history = state::history();
        if let Some(file) = &history {
            // There is no such file before the first dialogue.
            let _ = editor.load_history(file);
        }
        let mut printer = editor.create_external_printer()?;
        let (redraw, redraw_requests) = sync_channel(1);
        // The printer has its own thread, because it blocks while the editor does something
        // else, such as searching the history.
        thread::Builder::new()
            .name("redraw".into())
            .spawn(move || {
                for () in redraw_requests {
                    if printer.print(REDRAW.to_string()).is_err() {
                        break;
                    }
                }
            })?;
        screen.attach_editor(redraw);
        Ok(Editor {
            editor,
            screen,
            history,
        })
    }

    /// Edits a line, or several pasted lines; `None` at the end of the input.
    fn line(&mut self) -> io::Result<Option<String>> {
        loop {
            self.screen.start_line();
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
                // At the prompt, Ctrl-C only clears the line.
                Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => {
                    Ok(Some(INTERRUPT.to_string()))
                }
                Err(ReadlineError::Eof) => Ok(None),
                // The input is not Unicode.
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => continue,
                Err(ReadlineError::Io(error)) => Err(error),
                Err(error) => Err(io::Error::other(error)),
            };
        }
    }

    /// Adds each line to the history. Failing to write the file is not an error.
    fn remember(&mut self, text: &str) {
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let _ = self.editor.add_history_entry(line);
        }
        if let Some(file) = &self.history {
            let _ = self.editor.append_history(file);
        }
    }
}
