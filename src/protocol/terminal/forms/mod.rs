//! The short forms: the commands of the terminal, in one table. To add one, write a function
//! and a row. All other input is GTP.

mod files;
mod help;
mod moves;
mod setup;

use std::{error, fmt};

use super::kept::Keeper;
use super::play::Play;
use crate::session::Session;
use crate::session::options;
use crate::text::wrap;
pub(super) use moves::{place, play_forced_pass};

/// The arguments of a short form.
pub(super) struct Call<'a> {
    pub(super) session: &'a mut Session,
    pub(super) play: &'a mut Play,
    pub(super) keeper: &'a mut Keeper,
    /// The text after the name.
    pub(super) rest: &'a str,
    /// The output, in whole lines.
    pub(super) text: &'a mut String,
}

/// What the dialogue does after a short form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FollowUp {
    /// Wait for the next line.
    Nothing,
    /// Show the board, even if it has not changed.
    ShowBoard,
    /// Search for the engine's move.
    Think,
    /// Search for this many best moves.
    Compare(usize),
    /// Grade the moves of the game.
    Grade,
    /// End the program.
    Quit,
}

/// Why a short form failed. A short form that fails changes nothing.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The arguments do not match its usage.
    Usage,
    /// Another reason.
    Because(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Usage => f.write_str("wrong arguments"),
            Refusal::Because(reason) => f.write_str(reason),
        }
    }
}

impl error::Error for Refusal {}

impl From<String> for Refusal {
    fn from(reason: String) -> Refusal {
        Refusal::Because(reason)
    }
}

pub(super) type FormResult = Result<FollowUp, Refusal>;

type Run = fn(&mut Call<'_>) -> FormResult;

/// A row of [`SHORT_FORMS`].
pub struct Form {
    /// The word that is typed.
    pub name: &'static str,
    /// Its arguments, as in the help of GTP commands. Bars separate alternatives.
    pub args: &'static str,
    /// A description of one line.
    pub summary: &'static str,
    run: Run,
}

const fn row(name: &'static str, args: &'static str, summary: &'static str, run: Run) -> Form {
    Form {
        name,
        args,
        summary,
        run,
    }
}

/// All short forms. In addition, squares are moves, and the name of an option shows or sets
/// it.
#[rustfmt::skip]
pub static SHORT_FORMS: &[Form] = &[
    row("go", "", "lets the engine play for the side to move", moves::go),
    row("hint", "[COUNT]", "shows the best moves and their values, after two seconds", moves::hint),
    row("undo", "[COUNT|all]", "takes back your last move and the reply, or COUNT moves", moves::undo),
    row("redo", "[COUNT|all]", "plays again what undo has taken back", moves::redo),
    row("back", "[COUNT|all]", "goes back one move, or COUNT; after load, too", moves::back),
    row("forward", "[COUNT|all]", "goes forward again in a game that was loaded or taken back", moves::forward),
    row("resign", "", "gives up the game", moves::resign),
    row("grades", "", "rates your moves by the discs that they lost, in a second or less each", moves::grades),
    row("new", "", "starts a new game", setup::new),
    row("setup", "BOARD", "starts from a position: 64 squares from a1 to h8, each X, O or -, and the side to move, or a FEN", setup::setup),
    row("resume", "", "continues a game that was left", setup::resume),
    row("auto", "[on|off]", "sets whether the engine replies to your moves", auto),
    row("showboard", "", "shows the board", showboard),
    row("options", "", "lists the options with their values", help::options),
    row("save", "FILE", "saves the game to a new file; the extension selects the format", files::save),
    row("overwrite", "FILE", "like save, but replaces an existing file", files::overwrite),
    row("load", "FILE", "loads the first game in a file", files::load),
    row("help", "[NAME]", "explains a command or an option; help all lists everything", help::help),
    row("quit", "", "ends the program, as Ctrl-D does", quit),
];

/// Other words for short forms.
const ALIASES: &[(&str, &str)] = &[
    ("exit", "quit"),
    ("q", "quit"),
    ("bye", "quit"),
    ("board", "showboard"),
    ("show", "showboard"),
    ("score", "showboard"),
    ("grade", "grades"),
    ("review", "grades"),
    ("continue", "resume"),
    ("restart", "new"),
    ("start", "new"),
    ("takeback", "undo"),
    ("next", "forward"),
    ("prev", "back"),
    ("?", "help"),
    ("h", "help"),
    ("commands", "help"),
];

/// The short form with this name or alias.
pub(super) fn find(name: &str) -> Option<&'static Form> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    let name = alias.map_or(name, |(_, name)| name);
    SHORT_FORMS.iter().find(|form| form.name == name)
}

impl Form {
    /// Runs the short form, or returns an error message.
    pub(super) fn perform(&self, call: &mut Call<'_>) -> Result<FollowUp, String> {
        let done = match self.args.is_empty() && !call.rest.is_empty() {
            true => Err(Refusal::Usage),
            false => (self.run)(call),
        };
        done.map_err(|refusal| match refusal {
            Refusal::Usage => format!("usage: {} {}", self.name, self.args)
                .trim_end()
                .to_string(),
            Refusal::Because(reason) => reason,
        })
    }
}

/// Parses a whole number of at least 1.
fn number(text: &str) -> Option<usize> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| is_plain && number > 0)
}

fn auto(call: &mut Call<'_>) -> FormResult {
    match call.rest {
        "" => {}
        "on" => call.play.engine_replies = true,
        "off" => call.play.engine_replies = false,
        _ => return Err(Refusal::Usage),
    }
    *call.text += match call.play.engine_replies {
        true => "auto on: the engine replies to your moves\n",
        false => "auto off: the engine plays when you type go\n",
    };
    Ok(FollowUp::Nothing)
}

fn showboard(_: &mut Call<'_>) -> FormResult {
    Ok(FollowUp::ShowBoard)
}

fn quit(_: &mut Call<'_>) -> FormResult {
    Ok(FollowUp::Quit)
}

/// Shows an option with its range, or sets it.
pub(super) fn option(call: &mut Call<'_>, row: &'static options::Row) -> Result<FollowUp, String> {
    if !call.rest.is_empty() {
        let is_set = call.session.set_option(row, call.rest);
        is_set.map_err(|error| error.to_string())?;
    }
    let value = row.get(call.session.options());
    let shown = match call.rest {
        "" => format!("{} {value} ({}): {}", row.name, row.kind(), row.summary),
        _ => format!("{} {value}", row.name),
    };
    *call.text += &wrap(&shown, 0);
    Ok(FollowUp::Nothing)
}
