//! Edax's console, which more programs drive than any other protocol.
//!
//! The engine keeps the game and plays when it is told to `go`, or by itself in one of
//! the automatic modes. Before each command it shows the board, unless it is told to be
//! quiet, and a prompt of one byte, `>`. Clients wait for that byte, and for the line
//! feed that follows once a command has been read. This file has the state of the console
//! and writes board and prompt. The others:
//!
//! - [`settings`]: Edax's options, on the command line, in option files and in the console.
//! - `commands`: the commands of the console.
//! - `searches`: the searches that they start, and what is done with the results.
//! - `forced`: moves that are played without a search.
//! - `review`: the table of `analyze`.
//! - `solve`: files of positions with known scores.
//! - `board` and `table`: the board and the search tables, which clients parse by columns.
//! - `change_protocol`: the lines that change to another protocol.

mod board;
mod change_protocol;
mod commands;
mod forced;
mod review;
mod searches;
pub(crate) mod settings;
mod solve;
mod table;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use self::change_protocol::Edax;
use self::forced::Forced;
use self::searches::Running;
use self::settings::{Mode, Settings};
use self::solve::SolveFile;
use super::{Dialogue, Driver, Flow, Line, Output, Protocol, Row};
use crate::board::{Color, Game, IllegalMove, Move, Position};
use crate::search::report::Report;
use crate::session::{Answer, Pace, SearchFailed, Session};
use crate::text::plain;

pub(super) const ROW: Row = Row {
    name: "edax",
    summary: "Edax's console, which most programs drive",
    openings: &["init", "mode ...", "hint ...", "setboard ...", "f5", "ps"],
    is_opened_by: commands::is_opening,
    dialogue: Dialogue::InTurn(|| Box::new(Edax::new(None))),
};

/// Speaks with a client that has started the program like Edax, or solves the file that
/// the settings name.
pub fn talk(
    mut driver: Driver,
    settings: Settings,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    settings.apply_clock(driver.session_mut());
    let Some(path) = settings.solve.clone() else {
        return driver.speak(&mut Edax::new(Some(settings)), input, output);
    };
    let mut solving = SolveFile::new(&path, settings);
    if is_standard_input(&path) {
        driver.speak(&mut solving, input, output)?;
    } else {
        let named = |error| io::Error::other(format!("{}: {error}", path.display()));
        let file = File::open(existing(&path)).map_err(named)?;
        driver.speak(&mut solving, file, output)?;
    }
    solving.result()
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new("/dev/stdin") || path == Path::new("-")
}

/// The path of a file, whose name may have the backslashes of Windows.
fn existing(path: &Path) -> PathBuf {
    let with_slashes = PathBuf::from(path.to_string_lossy().replace('\\', "/"));
    match !path.exists() && with_slashes.exists() {
        true => with_slashes,
        false => path.to_path_buf(),
    }
}

/// The state of the dialogue.
struct Console {
    /// `None` before the first line, if the client has not started us like Edax.
    settings: Option<Settings>,
    /// Whether the board and the prompt are due before the next command.
    is_prompt_due: bool,
    running: Option<Running>,
    forced: Forced,
    /// The moves that were taken back. The last element is the first to be played again.
    undone: Vec<(Color, Move)>,
    /// The thinking time of Black and of White.
    spent: [Duration; 2],
}

impl Protocol for Console {
    fn line(&mut self, line: &Line, session: &mut Session, output: &mut Output) -> Flow {
        self.start(session);
        self.prompt(session, output);
        let text = line.text();
        if self.settings().echo {
            let echo = format!(" {} ", text.as_deref().unwrap_or_default());
            output.replies.extend_from_slice(echo.as_bytes());
        }
        output.replies.push(b'\n');
        self.is_prompt_due = true;
        let flow = match text {
            Some(text) => commands::answer(line, &text, self, session, output),
            None => {
                warn("line too long", output);
                Flow::Continue
            }
        };
        self.log_remarks();
        flow
    }

    fn idle(&mut self, session: &mut Session, output: &mut Output) {
        self.start(session);
        // Moves that need no search follow each other at once.
        while self.is_prompt_due && self.is_ours(session.game().position()) {
            self.show_board(session, output);
            output.replies.push(b'\n');
            self.go(session, output);
            if session.is_searching() {
                return;
            }
        }
        self.prompt(session, output);
    }

    fn input_ended(&mut self, session: &mut Session, output: &mut Output) {
        self.prompt(session, output);
        output.replies.push(b'\n');
    }

    fn pace(&self) -> Option<Pace> {
        (self.settings().verbose > 1).then_some(Pace::EVERY_REPORT)
    }

    fn tell(&mut self, report: &Report, output: &mut Output) {
        self.show(report, output);
    }

    fn finished(
        &mut self,
        answer: Result<Answer, SearchFailed>,
        session: &mut Session,
        output: &mut Output,
    ) {
        self.end_search(answer, session, output);
    }

    fn stops_searches(&self, line: &Line) -> bool {
        line.begins_with(&["stop"])
    }
}

impl Console {
    fn new(settings: Option<Settings>) -> Console {
        Console {
            settings,
            is_prompt_due: true,
            running: None,
            forced: Forced::opening(),
            undone: Vec::new(),
            spent: [Duration::ZERO; 2],
        }
    }

    /// Takes over the options of the session, unless the client has started us like Edax.
    fn start(&mut self, session: &mut Session) {
        if self.settings.is_none() {
            let settings = Settings::new(session.options());
            *session.options_mut() = settings.options.clone();
            self.settings = Some(settings);
        }
    }

    fn settings(&self) -> &Settings {
        self.settings.as_ref().expect("the dialogue has started")
    }

    fn settings_mut(&mut self) -> &mut Settings {
        self.settings.as_mut().expect("the dialogue has started")
    }

    /// Whether the engine plays by itself in this position.
    fn is_ours(&self, position: &Position) -> bool {
        let is_ours = match self.settings().mode {
            Mode::White => position.to_move() == Color::White,
            Mode::Black => position.to_move() == Color::Black,
            Mode::Both => true,
            Mode::Neither => false,
        };
        is_ours && !position.is_over()
    }

    fn log_remarks(&mut self) {
        for remark in self.settings_mut().remarks.drain(..) {
            log::warn!("{remark}");
        }
    }

    /// Writes the board, unless the console is quiet.
    fn show_board(&mut self, session: &Session, output: &mut Output) {
        if self.settings().verbose == 0 {
            return;
        }
        let game = session.game();
        let mut text = format!("\n{}", board::picture(game, self.spent));
        if game.position().is_over() {
            text += "\n*** Game Over ***\n";
        }
        output.replies.extend_from_slice(text.as_bytes());
        output.replies.push(b'\n');
    }

    /// Writes the board and the prompt if they are due.
    fn prompt(&mut self, session: &Session, output: &mut Output) {
        if std::mem::take(&mut self.settings_mut().is_version_due) {
            commands::tell_version(output);
        }
        if std::mem::take(&mut self.is_prompt_due) {
            self.show_board(session, output);
            output.replies.push(b'>');
        }
    }

    /// Plays a move for the side to move. Then nothing is left to `redo`.
    fn play(&mut self, played: Move, session: &mut Session) -> Result<(), IllegalMove> {
        let color = session.game().position().to_move();
        session.play(color, played)?;
        self.undone.clear();
        Ok(())
    }

    /// Begins a game from this position.
    fn begin(&mut self, start: Position, session: &mut Session) {
        session.start_game();
        session.replace_game(Game::new(start));
        self.settings().apply_clock(session);
        self.undone.clear();
        self.spent = [Duration::ZERO; 2];
    }
}

/// Writes a warning to standard error, in Edax's form.
fn warn(text: &str, output: &mut Output) {
    const LONGEST: usize = 200;
    let text: String = text.chars().take(LONGEST).collect();
    let text = format!("\nWARNING: {}\n", plain(&text));
    output.remarks.extend_from_slice(text.as_bytes());
}
