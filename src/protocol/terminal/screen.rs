//! What is written, and when.
//!
//! The driver writes while somebody may be editing a line: what it writes has to
//! appear above that line, whole and in order. The editor alone knows what its
//! line takes on the screen. So what comes while a line is edited waits here; a bell
//! wakes the editor, which clears its line, and when it draws it again fetches
//! before the prompt what has come ([`Screen::take_prompt`]). Otherwise it is
//! written at once.

use std::io::{self, Write};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, MutexGuard};

use console::Term;

use super::style::Style;
use crate::board::{Color, Game};

/// The screen of a terminal: written by the driver, and shared with the editor of
/// lines, if there is one.
pub(super) struct Screen {
    /// How to write on it.
    pub(super) style: Style,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Wakes the editor; nothing if there is none.
    bell: Option<SyncSender<()>>,
    is_edited: bool,
    /// Whole lines, for above the line that is edited.
    waiting: Vec<u8>,
    /// What the search thinks now.
    thought: Option<String>,
    stand: Stand,
    /// What it will be when the answer is there that tells why: the editor may draw
    /// its line at any time.
    next_stand: Option<Stand>,
}

/// How the game stands.
#[derive(Default)]
struct Stand {
    turn: Turn,
    /// What Tab may make of a word.
    moves: Vec<String>,
}

/// Whose turn the prompt shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Turn {
    #[default]
    Black,
    White,
    Over,
}

impl Turn {
    /// All take the same room: the turn may change under the line that is edited.
    fn prompt(self) -> &'static str {
        match self {
            Turn::Black => "black> ",
            Turn::White => "white> ",
            Turn::Over => " over> ",
        }
    }
}

/// What the editor has to know beforehand of a prompt: the room it takes. The first
/// row is for what the search thinks.
pub(super) const PROMPT_SHAPE: &str = "\nblack> ";

impl Screen {
    pub(super) fn new(style: Style) -> Arc<Screen> {
        Arc::new(Screen {
            style,
            state: Mutex::default(),
        })
    }

    /// From now on lines are edited, by whom this bell wakes.
    pub(super) fn share(&self, bell: SyncSender<()>) {
        self.lock().bell = Some(bell);
    }

    /// Whether anybody edits lines here.
    pub(super) fn is_shared(&self) -> bool {
        self.lock().bell.is_some()
    }

    /// Whose turn it is and what can be played, from the answer on that is written
    /// next if somebody is editing a line.
    pub(super) fn follow(&self, game: &Game) {
        let position = game.position();
        let turn = match position.to_move() {
            _ if position.is_over() => Turn::Over,
            Color::Black => Turn::Black,
            Color::White => Turn::White,
        };
        let moves = position.moves().into_iter();
        let moves = moves.map(|square| format!("{square:#}")).collect();
        let mut state = self.lock();
        state.next_stand = Some(Stand { turn, moves });
        if !state.is_edited {
            state.move_on();
        }
    }

    /// What can be played.
    pub(super) fn moves(&self) -> Vec<String> {
        self.lock().stand.moves.clone()
    }

    /// Shows what a search thinks, or nothing any more.
    pub(super) fn show_thought(&self, thought: Option<String>) {
        let mut state = self.lock();
        state.thought = thought;
        state.ring();
    }

    /// Shows words above the line that is edited, when it is drawn next.
    pub(super) fn list(&self, words: &[String]) {
        let widest = words.iter().map(|word| word.chars().count()).max();
        let width = widest.unwrap_or_default() + 2;
        let in_row = (columns() / width).max(1);
        let mut state = self.lock();
        for row in words.chunks(in_row) {
            let row: String = row.iter().map(|word| format!("{word:width$}")).collect();
            state.waiting.extend_from_slice(row.trim_end().as_bytes());
            state.waiting.push(b'\n');
        }
    }

    /// A line begins to be edited.
    pub(super) fn begin_line(&self) {
        self.lock().is_edited = true;
    }

    /// No line is edited any more. What the search thought does not stay above it; a
    /// line that was given up vanishes with it.
    pub(super) fn end_line(&self, entered: Option<&str>) {
        let mut state = self.lock();
        state.is_edited = false;
        state.move_on();
        let mut last = match entered {
            None => "\x1b[2A\x1b[J".to_string(),
            Some(text) if state.thought.is_some() => {
                let up = rows(text, columns()) + 1;
                format!("\x1b[{up}A\x1b[K\x1b[{up}B")
            }
            Some(_) => String::new(),
        }
        .into_bytes();
        last.append(&mut state.waiting);
        // If nobody can see it, the next line will show that.
        let _ = write_out(&last);
    }

    /// What stands before the line that is edited, with all that waits to be
    /// written above.
    pub(super) fn take_prompt(&self) -> String {
        let mut state = self.lock();
        let waiting = std::mem::take(&mut state.waiting);
        let above = String::from_utf8_lossy(&waiting);
        let thought = state.thought.as_deref().unwrap_or_default();
        let row = self.style.faint(&cut(thought, columns()));
        let prompt = self.style.strong(state.stand.turn.prompt());
        format!("{above}{row}\n{prompt}")
    }

    /// The prompt of those who have no editor.
    pub(super) fn plain_prompt(&self) -> &'static str {
        self.lock().stand.turn.prompt()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no holder panics")
    }
}

impl State {
    /// The answer is there that tells how the game stands.
    fn move_on(&mut self) {
        if let Some(next) = self.next_stand.take() {
            self.stand = next;
        }
    }

    /// Has the line drawn again, if one is edited.
    fn ring(&self) {
        if let (true, Some(bell)) = (self.is_edited, &self.bell) {
            // If the bell is being rung already, that will do.
            let _ = bell.try_send(());
        }
    }
}

/// The driver's end. It writes whole replies, so that lines are never mixed.
pub(super) struct Pen(pub(super) Arc<Screen>);

impl Write for Pen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.0.lock();
        if state.is_edited {
            state.waiting.extend_from_slice(bytes);
            state.move_on();
            state.ring();
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

/// How wide the screen is now.
fn columns() -> usize {
    let size = Term::stdout().size_checked();
    let columns = size.map_or(0, |(_, columns)| columns.into());
    // Some do not say.
    if columns == 0 { 80 } else { columns }
}

/// As much as fits on one row, which must not be full: some terminals would begin
/// the next one.
fn cut(text: &str, columns: usize) -> String {
    text.chars().take(columns.saturating_sub(1)).collect()
}

/// How many rows the prompt and the lines after it take.
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
        let (bell, rung) = sync_channel(1);
        screen.share(bell);
        (screen, rung)
    }

    #[test]
    fn what_comes_while_a_line_is_edited_waits_for_the_prompt() {
        let (screen, rung) = shared();
        screen.begin_line();
        let mut pen = Pen(Arc::clone(&screen));
        pen.write_all(b"= 1\n").expect("it waits");
        pen.write_all(b"= 2\n").expect("it waits");
        assert!(rung.try_recv().is_ok());
        assert_eq!(screen.take_prompt(), "= 1\n= 2\n\nblack> ");
        assert_eq!(screen.take_prompt(), "\nblack> ");
    }

    #[test]
    fn words_are_listed_in_rows() {
        let (screen, _rung) = shared();
        let words: Vec<String> = (0..100).map(|number| format!("word{number}")).collect();
        screen.list(&words);
        let listed = screen.take_prompt();
        let found: Vec<&str> = listed.split_whitespace().take(100).collect();
        assert_eq!(found, words);
        assert!(listed.lines().count() > 3, "{listed}");
    }

    #[test]
    fn the_prompt_follows_the_game_and_the_search() {
        let (screen, rung) = shared();
        let mut game = Game::default();
        game.play(Color::Black, "d3".parse().expect("a move"))
            .expect("it is legal");
        screen.follow(&game);
        assert!(rung.try_recv().is_err(), "nobody edits");
        assert_eq!(screen.moves(), ["c3", "e3", "c5"]);
        screen.begin_line();
        screen.show_thought(Some("thinking".to_string()));
        assert!(rung.try_recv().is_ok());
        assert_eq!(screen.take_prompt(), "thinking\nwhite> ");
        screen.show_thought(None);
        assert_eq!(screen.take_prompt(), "\nwhite> ");
        // Nobody sees the next prompt before the answer.
        game.play(Color::White, "c3".parse().expect("a move"))
            .expect("it is legal");
        screen.follow(&game);
        assert_eq!(screen.take_prompt(), "\nwhite> ");
        Pen(Arc::clone(&screen))
            .write_all(b"= C3\n")
            .expect("it waits");
        assert_eq!(screen.take_prompt(), "= C3\n\nblack> ");
    }

    /// The editor was told how much room it takes.
    #[test]
    fn all_prompts_take_the_same_room() {
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
