//! The commands of the console. To add one, write its handler in a file of this folder and
//! its row here.

mod about;
mod analysis;
mod files;
mod moves;
mod notation;
mod options;
mod start;

use std::{error, fmt};

use super::settings;
use super::{Console, warn};
use crate::board::{IllegalMove, Square};
use crate::protocol::{Flow, Line, Output};
use crate::session::Session;
pub(super) use about::tell_version;

/// Whether the first line of a client is one that only Edax understands.
pub(super) fn is_opening(line: &str) -> bool {
    let is_gap = |letter: char| letter.is_ascii_whitespace();
    let (name, value) = line.split_once(is_gap).unwrap_or((line, ""));
    match name.to_ascii_lowercase().as_str() {
        "init" | "mode" | "hint" | "ps" => true,
        "setboard" => notation::read_board(value).is_ok(),
        _ => line.len() == 2 && line.parse::<Square>().is_ok(),
    }
}

/// The arguments of a handler.
struct Call<'a> {
    console: &'a mut Console,
    session: &'a mut Session,
    output: &'a mut Output,
    /// The text after the name.
    value: &'a str,
    line: &'a Line,
}

impl Call<'_> {
    /// The name of a file after the name of the command. It need not be UTF-8.
    fn file_name(&self) -> Vec<u8> {
        self.line.end_of_text(self.value.chars().count())
    }

    /// The number after the name, or the default if there is none.
    fn number_or(&self, default: usize) -> Result<usize, Refused> {
        match self.value.is_empty() {
            true => Ok(default),
            false => self.value.parse().map_err(|_| Refused),
        }
    }
}

/// An unknown command, a bad value or an illegal move. Edax has one warning for all of them.
#[derive(Debug)]
struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Unknown command/Illegal move")
    }
}

impl error::Error for Refused {}

impl From<IllegalMove> for Refused {
    fn from(_: IllegalMove) -> Refused {
        Refused
    }
}

type Run = fn(&mut Call<'_>) -> Result<(), Refused>;

/// A row of [`COMMANDS`].
struct Command {
    names: &'static [&'static str],
    /// What follows the name; brackets stand for what may be left out.
    variable: &'static str,
    summary: &'static str,
    run: Run,
}

const fn row(
    names: &'static [&'static str],
    variable: &'static str,
    summary: &'static str,
    run: Run,
) -> Command {
    Command {
        names,
        variable,
        summary,
        run,
    }
}

/// The commands, except moves, options, and the words that end the dialogue.
#[rustfmt::skip]
static COMMANDS: &[Command] = &[
    row(&["go"], "", "let the engine play a move", moves::go),
    row(&["hint"], "[N]", "show the N best moves", analysis::hint),
    row(&["init", "i"], "", "start a game from the usual position", start::init),
    row(&["new", "n"], "", "start a game from the last position that was set", start::new),
    row(&["setboard"], "BOARD", "set up 64 squares, from a1 to h8, and the side to move", start::setboard),
    row(&["play"], "MOVES", "play several moves, as in f5d6c3", moves::play),
    row(&["force"], "MOVES", "play these moves without a search as long as the game follows them", moves::force),
    row(&["undo", "u"], "", "take back a move", moves::undo),
    row(&["redo", "r"], "", "replay a move that was taken back", moves::redo),
    row(&["mode", "m"], "[N]", "let the engine play White (0), Black (1), both (2) or neither (3)", options::mode),
    row(&["stop"], "", "stop the search, and let the engine play neither color", options::stop),
    row(&["analyze", "a"], "[N]", "compare each of the last N moves of the game with the best other one", analysis::analyze),
    row(&["solve"], "FILE", "solve the positions of an OBF file", analysis::solve),
    row(&["save", "s"], "FILE", "save the game; the extension selects the format", files::save),
    row(&["load", "open", "o"], "FILE", "load the first game of a file", files::load),
    row(&["book", "b"], "on|off", "play by the opening book, or not", options::book),
    row(&["opening", "ouverture"], "", "print a question mark: this program knows no names of openings", about::opening),
    row(&["options"], "", "list the options; a name and a value set one", about::options),
    row(&["version", "v"], "", "print the version on standard error", about::version),
    row(&["help", "?"], "", "list the commands", about::help),
];

/// Whether a line sets an option. Some have a short name that is also that of a command: `set q` and
/// `n 4` set options, `q` and `n` do not.
fn is_option(name: &str, value: &str, is_set: bool, command: Option<&Command>) -> bool {
    let Some(option) = settings::find(name) else {
        return false;
    };
    let Some(command) = command else {
        return is_set || name != "q";
    };
    let is_same = command.names.contains(&option.names[0]);
    let is_for_option = command.variable.is_empty() && !value.is_empty();
    !is_same && (is_set || is_for_option)
}

/// Answers a line that is not too long, with this text.
pub(super) fn answer(
    line: &Line,
    text: &str,
    console: &mut Console,
    session: &mut Session,
    output: &mut Output,
) -> Flow {
    let text = text.trim();
    if text.is_empty() || text.starts_with('#') {
        return Flow::Continue;
    }
    let (name, value) = settings::assignment(text);
    let is_set = !text.starts_with(name);
    let name = name.to_ascii_lowercase();
    let is_named = |row: &&Command| row.names.contains(&name.as_str());
    let command = COMMANDS.iter().find(is_named);
    let is_option = is_option(&name, value, is_set, command);
    if !is_option && matches!(name.as_str(), "q" | "quit" | "exit" | "eof") {
        return Flow::Quit;
    }
    let mut call = Call {
        console,
        session,
        output,
        value,
        line,
    };
    let answered = match command {
        _ if is_option => options::set(&mut call, &name, value),
        Some(row) => (row.run)(&mut call),
        None => moves::play_typed(&mut call, &name),
    };
    if let Err(refused) = answered {
        warn(&format!("{refused}: \"{name} {value}\""), output);
    }
    Flow::Continue
}
