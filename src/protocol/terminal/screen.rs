//! The output, shared with the line editor.
//!
//! The driver may write while a line is being edited. Its output must appear above that
//! line, complete and in order, and only the editor knows how much of the screen the line
//! occupies. Output that arrives while a line is being edited is therefore kept here, and the
//! editor is asked to redraw its line. It then draws the pending output before the prompt
//! ([`Screen::take_prompt`]). While no line is being edited, output is written immediately.

use std::io::{self, Write};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, MutexGuard};

use console::Term;

use super::style::Style;
use crate::board::{Color, Game};

/// The screen of a terminal: written by the driver, and shared with the line editor, if
/// there is one.
pub(super) struct Screen {
    /// The colours and characters that it can show.
    pub(super) style: Style,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Makes the editor redraw its line, if there is an editor.
    redraw: Option<SyncSender<()>>,
    is_editing: bool,
    /// Complete lines of output, to be shown above the line being edited.
    pending: Vec<u8>,
    /// The progress of the running search.
    progress: Option<String>,
    status: Status,
    /// The status after the next answer. It must not be shown before that answer, although the
    /// editor may redraw its line at any time.
    next_status: Option<Status>,
}

/// The state of the game, as the editor needs it.
#[derive(Default)]
struct Status {
    turn: Turn,
    /// The legal moves, for completion.
    moves: Vec<String>,
}

/// The turn that the prompt shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Turn {
    #[default]
    Black,
    White,
    Over,
}

impl Turn {
    /// The prompt. All prompts have the same length, because the turn may change while a line
    /// is being edited.
    fn prompt(self) -> &'static str {
        match self {
            Turn::Black => "black> ",
            Turn::White => "white> ",
            Turn::Over => " over> ",
        }
    }
}

/// A placeholder from which the editor computes how much of the screen a prompt occupies. The
/// first row is for the progress of a search.
pub(super) const PROMPT_SHAPE: &str = "\nblack> ";

impl Screen {
    pub(super) fn new(style: Style) -> Arc<Screen> {
        Arc::new(Screen {
            style,
            state: Mutex::default(),
        })
    }

    /// Shares the screen with an editor, which redraws its line on each message.
    pub(super) fn attach_editor(&self, redraw: SyncSender<()>) {
        self.lock().redraw = Some(redraw);
    }

    /// Whether there is an editor.
    pub(super) fn has_editor(&self) -> bool {
        self.lock().redraw.is_some()
    }

    /// Updates the prompt and the legal moves: at once or, if a line is being edited, together
    /// with the next answer.
    pub(super) fn update_status(&self, game: &Game, is_over: bool) {
        let position = game.position();
        let turn = match position.to_move() {
            _ if is_over => Turn::Over,
            Color::Black => Turn::Black,
            Color::White => Turn::White,
        };
        let moves = position.moves().into_iter();
        let moves = moves.map(|square| format!("{square:#}")).collect();
        let mut state = self.lock();
        state.next_status = Some(Status { turn, moves });
        if !state.is_editing {
            state.apply_next_status();
        }
    }

    /// The legal moves.
    pub(super) fn moves(&self) -> Vec<String> {
        self.lock().status.moves.clone()
    }

    /// Shows the progress of a search, or removes it.
    pub(super) fn show_progress(&self, progress: Option<String>) {
        let mut state = self.lock();
        state.progress = progress;
        state.request_redraw();
    }

    /// Lists words above the line being edited the next time that the line is drawn.
    pub(super) fn list_words(&self, words: &[String]) {
        let widest = words.iter().map(|word| word.chars().count()).max();
        let width = widest.unwrap_or_default() + 2;
        let in_row = (columns() / width).max(1);
        let mut state = self.lock();
        for row in words.chunks(in_row) {
            let row: String = row.iter().map(|word| format!("{word:width$}")).collect();
            state.pending.extend_from_slice(row.trim_end().as_bytes());
            state.pending.push(b'\n');
        }
    }

    /// Records that a line is being edited.
    pub(super) fn start_line(&self) {
        self.lock().is_editing = true;
    }

    /// Records that the line is finished. The progress above it is removed, and so is the line
    /// itself if it was abandoned.
    pub(super) fn end_line(&self, entered: Option<&str>) {
        let mut state = self.lock();
        state.is_editing = false;
        state.apply_next_status();
        let mut last = match entered {
            None => "\x1b[2A\x1b[J".to_string(),
            Some(text) if state.progress.is_some() => {
                let up = rows(text, columns()) + 1;
                format!("\x1b[{up}A\x1b[K\x1b[{up}B")
            }
            Some(_) => String::new(),
        }
        .into_bytes();
        last.append(&mut state.pending);
        // If writing fails, so will the next line.
        let _ = write_out(&last);
    }

    /// The prompt of the line being edited, preceded by all pending output.
    pub(super) fn take_prompt(&self) -> String {
        let mut state = self.lock();
        let pending = std::mem::take(&mut state.pending);
        let above = String::from_utf8_lossy(&pending);
        let progress = state.progress.as_deref().unwrap_or_default();
        let row = self.style.faint(&cut(progress, columns()));
        let prompt = self.style.strong(state.status.turn.prompt());
        format!("{above}{row}\n{prompt}")
    }

    /// The prompt without an editor.
    pub(super) fn plain_prompt(&self) -> &'static str {
        self.lock().status.turn.prompt()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no holder panics")
    }
}

impl State {
    /// Makes the next status current, because its answer is being written.
    fn apply_next_status(&mut self) {
        if let Some(next) = self.next_status.take() {
            self.status = next;
        }
    }

    /// Asks the editor to redraw its line, if one is being edited.
    fn request_redraw(&self) {
        if let (true, Some(redraw)) = (self.is_editing, &self.redraw) {
            // If the channel is full, a redraw has already been requested.
            let _ = redraw.try_send(());
        }
    }
}

/// The writer that the driver uses. It writes whole replies, so lines are never mixed.
pub(super) struct ScreenWriter(pub(super) Arc<Screen>);

impl Write for ScreenWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.0.lock();
        if state.is_editing {
            state.pending.extend_from_slice(bytes);
            state.apply_next_status();
            state.request_redraw();
        } else {
            write_out(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn write_out(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// The width of the screen.
fn columns() -> usize {
    let size = Term::stdout().size_checked();
    let columns = size.map_or(0, |(_, columns)| columns.into());
    // Some terminals do not report it.
    if columns == 0 { 80 } else { columns }
}

/// As much of the text as fits on one row without filling it, because some terminals move to
/// the next row when one is full.
fn cut(text: &str, columns: usize) -> String {
    text.chars().take(columns.saturating_sub(1)).collect()
}

/// How many rows the prompt and the text after it occupy.
fn rows(text: &str, columns: usize) -> usize {
    let mut taken = PROMPT_SHAPE.len() - 1;
    let mut rows = 0;
    for line in text.split('\n') {
        taken += line.chars().count();
        rows += 1 + taken / columns;
        taken = 0;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    fn shared() -> (Arc<Screen>, std::sync::mpsc::Receiver<()>) {
        let screen = Screen::new(Style::PLAIN);
        let (redraw, requests) = sync_channel(1);
        screen.attach_editor(redraw);
        (screen, requests)
    }

    #[test]
    fn what_comes_while_a_line_is_editing_waits_for_the_prompt() {
        let (screen, requests) = shared();
        screen.start_line();
        let mut writer = ScreenWriter(Arc::clone(&screen));
        writer.write_all(b"= 1\n").expect("it waits");
        writer.write_all(b"= 2\n").expect("it waits");
        assert!(requests.try_recv().is_ok());
        assert_eq!(screen.take_prompt(), "= 1\n= 2\n\nblack> ");
        assert_eq!(screen.take_prompt(), "\nblack> ");
    }

    #[test]
    fn words_are_listed_in_rows() {
        let (screen, _requests) = shared();
        let words: Vec<String> = (0..100).map(|number| format!("word{number}")).collect();
        screen.list_words(&words);
        let listed = screen.take_prompt();
        let found: Vec<&str> = listed.split_whitespace().take(100).collect();
        assert_eq!(found, words);
        assert!(listed.lines().count() > 3, "{listed}");
    }

    #[test]
    fn the_prompt_follows_the_game_and_the_search() {
        let (screen, requests) = shared();
        let mut game = Game::default();
        game.play(Color::Black, "d3".parse().expect("a move"))
            .expect("it is legal");
        screen.update_status(&game, false);
        assert!(requests.try_recv().is_err(), "nobody edits");
        assert_eq!(screen.moves(), ["c3", "e3", "c5"]);
        screen.start_line();
        screen.show_progress(Some("thinking".to_string()));
        assert!(requests.try_recv().is_ok());
        assert_eq!(screen.take_prompt(), "thinking\nwhite> ");
        screen.show_progress(None);
        assert_eq!(screen.take_prompt(), "\nwhite> ");
        // The next prompt does not show before the answer.
        game.play(Color::White, "c3".parse().expect("a move"))
            .expect("it is legal");
        screen.update_status(&game, false);
        assert_eq!(screen.take_prompt(), "\nwhite> ");
        ScreenWriter(Arc::clone(&screen))
            .write_all(b"= C3\n")
            .expect("it waits");
        assert_eq!(screen.take_prompt(), "= C3\n\nblack> ");
    }

    /// The editor assumes that they take as much as the sample.
    #[test]
    fn all_prompts_are_equally_long() {
        for turn in [Turn::Black, Turn::White, Turn::Over] {
            assert_eq!(turn.prompt().len() + 1, PROMPT_SHAPE.len());
        }
        assert_eq!(cut("thinking", 6), "think");
        assert_eq!(cut("thinking", 0), "");
        for (text, height) in [("", 1), ("12", 1), ("123", 2), ("12\n", 2), ("a\nb\nc", 3)] {
            assert_eq!(rows(text, 10), height, "{text:?}");
        }
    }
}
