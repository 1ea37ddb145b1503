//! The short forms: the commands of the terminal, in one table. To add one, write a function
//! and a row. All other input is GTP.

mod help;

use std::path::Path;
use std::{error, fmt};

use crate::board::{Color, Game, Move};
use crate::formats::sgf;
use crate::protocol::files;
use crate::session::Session;
use crate::session::options;
use crate::text::wrap;

/// The arguments of a short form.
pub(super) struct Call<'a> {
    pub(super) session: &'a mut Session,
    pub(super) play: &'a mut Play,
    /// The text after the name.
    pub(super) rest: &'a str,
    /// The output, in whole lines.
    pub(super) text: &'a mut String,
}

/// How the person and the engine play each other.
pub(super) struct Play {
    /// Whether the engine replies to typed moves.
    pub(super) engine_replies: bool,
    /// The side of the last typed move.
    person: Option<Color>,
}

impl Default for Play {
    fn default() -> Play {
        Play {
            engine_replies: true,
            person: None,
        }
    }
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

/// All short forms. In addition, a square is a move, and the name of an option shows or
/// sets it.
#[rustfmt::skip]
pub static SHORT_FORMS: &[Form] = &[
    row("go", "", "lets the engine play for the side to move", go),
    row("hint", "[COUNT]", "shows the best moves and their values, after two seconds", hint),
    row("undo", "[COUNT]", "takes back your last move and the reply, or COUNT moves", undo),
    row("new", "", "starts a new game", new),
    row("auto", "[on|off]", "sets whether the engine replies to your moves", auto),
    row("showboard", "", "shows the board", showboard),
    row("options", "", "lists the options with their values", help::options),
    row("save", "FILE", "saves the game to a new file; the extension selects the format", save),
    row("overwrite", "FILE", "like save, but replaces an existing file", overwrite),
    row("load", "FILE", "loads the first game in a file", load),
    row("help", "[NAME]", "explains a command or an option; help all lists everything", help::help),
    row("quit", "", "ends the program, as Ctrl-D does", quit),
];

/// Other words for short forms.
const ALIASES: &[(&str, &str)] = &[
    ("exit", "quit"),
    ("q", "quit"),
    ("board", "showboard"),
    ("show", "showboard"),
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

const GAME_OVER: &str = "the game is over; new starts another one";

/// Plays a typed move.
pub(super) fn place(call: &mut Call<'_>, played: Move) -> Result<FollowUp, String> {
    let game = call.session.game();
    let color = game.player_of(played);
    if game.position().is_over() {
        return Err(GAME_OVER.to_string());
    }
    let legal = game.moves_of(color).into_iter();
    let legal: String = legal.map(|square| format!(" {square}")).collect();
    call.session
        .play(color, played)
        .map_err(|_| format!("illegal move: {played}; {color} has{legal}"))?;
    call.play.person = Some(color);
    play_forced_pass(call.session, call.text);
    let position = call.session.game().position();
    let is_engines_turn = position.to_move() != color && !position.is_over();
    Ok(match call.play.engine_replies && is_engines_turn {
        true => FollowUp::Think,
        false => FollowUp::Nothing,
    })
}

/// Plays a forced pass, so that nobody has to type it.
pub(super) fn play_forced_pass(session: &mut Session, text: &mut String) {
    let position = session.game().position();
    if position.must_pass() {
        let color = position.to_move();
        *text += &format!("{color} has no move and passes\n");
        let is_legal = session.play(color, Move::Pass);
        debug_assert!(is_legal.is_ok(), "a forced pass is legal");
    }
}

fn go(call: &mut Call<'_>) -> FormResult {
    if call.session.game().position().is_over() {
        return Err(GAME_OVER.to_string().into());
    }
    play_forced_pass(call.session, call.text);
    Ok(FollowUp::Think)
}

/// The number of moves that `hint` shows by default. They fit on a small screen, and few
/// positions have more good moves.
const DEFAULT_HINTS: usize = 5;

fn hint(call: &mut Call<'_>) -> FormResult {
    let count = match call.rest {
        "" => DEFAULT_HINTS,
        text => number(text).ok_or(Refusal::Usage)?,
    };
    let position = call.session.game().position();
    if position.is_over() {
        return Err(GAME_OVER.to_string().into());
    }
    if position.must_pass() {
        return Err(format!("{} can only pass", position.to_move()).into());
    }
    Ok(FollowUp::Compare(count))
}

/// Parses a whole number of at least 1.
fn number(text: &str) -> Option<usize> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| is_plain && number > 0)
}

fn undo(call: &mut Call<'_>) -> FormResult {
    let count = match call.rest {
        "" => to_own_turn(call.session.game(), call.play),
        text => number(text).ok_or(Refusal::Usage)? as u64,
    };
    match call.session.undo(count) {
        true => Ok(FollowUp::Nothing),
        false => Err("there are not that many moves to take back"
            .to_string()
            .into()),
    }
}

/// How many moves to take back until it is the person's turn again; 1 if the person has not
/// moved yet, or if the engine does not reply to moves.
fn to_own_turn(game: &Game, play: &Play) -> u64 {
    let mut before = game.clone();
    let mut count = 0;
    while play.engine_replies && before.undo(1) {
        count += 1;
        let position = before.position();
        if Some(position.to_move()) == play.person && !position.moves().is_empty() {
            return count;
        }
    }
    1
}

fn new(call: &mut Call<'_>) -> FormResult {
    call.session.start_game();
    call.play.person = None;
    *call.text += "a new game\n";
    Ok(FollowUp::ShowBoard)
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

fn save(call: &mut Call<'_>) -> FormResult {
    write(call, false)
}

fn overwrite(call: &mut Call<'_>) -> FormResult {
    write(call, true)
}

fn write(call: &mut Call<'_>, replaces: bool) -> FormResult {
    let path = path(call)?;
    files::save(call.session.game(), path, replaces)?;
    *call.text += &format!("saved: {}\n", path.display());
    Ok(FollowUp::Nothing)
}

fn load(call: &mut Call<'_>) -> FormResult {
    let path = path(call)?;
    let game = files::load(path, &sgf::ROW)?;
    let moves = match game.moves().count() {
        1 => "1 move".to_string(),
        count => format!("{count} moves"),
    };
    *call.text += &format!("{}: {moves}\n", path.display());
    call.session.replace_game(game);
    call.play.person = None;
    Ok(FollowUp::ShowBoard)
}

fn path<'a>(call: &Call<'a>) -> Result<&'a Path, Refusal> {
    match call.rest {
        "" => Err(Refusal::Usage),
        rest => Ok(Path::new(rest)),
    }
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
