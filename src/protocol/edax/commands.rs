//! What a line of the console asks for.

use std::path::Path;
use std::{error, fmt};

use super::review::Review;
use super::settings::{self, Mode};
use super::solve::Solving;
use super::{Console, Forced, existing, warn};
use crate::board::{Bitboard, Color, Game, Move, Position, Square};
use crate::files::read_named;
use crate::formats;
use crate::protocol::text::say;
use crate::protocol::{Flow, Output, files};
use crate::session::Session;
use crate::version::{NAME, VERSION};

/// Whether the first line of a client is one that only Edax understands.
pub(super) fn open_a_dialogue(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let first = words.next().unwrap_or_default();
    match first.to_ascii_lowercase().as_str() {
        "init" | "mode" | "hint" => true,
        "setboard" => read_board(line.trim_start()[first.len()..].trim()).is_ok(),
        "ps" => true,
        _ => line.trim().len() == 2 && first.parse::<Square>().is_ok(),
    }
}

/// A line that is not understood, or asks for what is not legal. Edax has one warning for
/// both.
#[derive(Debug)]
struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Unknown command/Illegal move")
    }
}

impl error::Error for Refused {}

impl Console {
    /// Answers a line.
    pub(super) fn perform(
        &mut self,
        line: &str,
        session: &mut Session,
        output: &mut Output,
    ) -> Flow {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Flow::Continue;
        }
        let (name, value) = settings::assignment(line);
        let name = name.to_ascii_lowercase();
        if matches!(name.as_str(), "q" | "quit" | "exit" | "eof") {
            return Flow::Quit;
        }
        let is_named = |row: &&Command| row.names.contains(&name.as_str());
        let answered = match COMMANDS.iter().find(is_named) {
            Some(row) => (row.answer)(self, value, session, output),
            None if settings::find(&name).is_some() => self.set_option(&name, value, session),
            None => self.play_move(&name, session, output),
        };
        if let Err(refused) = answered {
            warn(&format!("{refused}: \"{name} {value}\""), output);
        }
        Flow::Continue
    }

    fn set_option(
        &mut self,
        name: &str,
        value: &str,
        session: &mut Session,
    ) -> Result<(), Refused> {
        let flag = settings::find(name).ok_or(Refused)?;
        if value.is_empty() != flag.variable.is_empty() {
            return Err(Refused);
        }
        let settings = self.settings_mut();
        let game_time = settings.game_time;
        settings.set(flag, value).map_err(|_| Refused)?;
        if let Some(path) = settings.option_file.take() {
            let text = read(&path).map_err(|_| Refused)?;
            settings.read_options(&text);
        }
        *session.options_mut() = settings.options.clone();
        if settings.game_time != game_time {
            settings.apply_clock(session);
        }
        Ok(())
    }

    /// Plays the move that a line begins with.
    fn play_move(
        &mut self,
        word: &str,
        session: &mut Session,
        output: &mut Output,
    ) -> Result<(), Refused> {
        let played = read_move(word).ok_or(Refused)?;
        let color = session.game().position().to_move();
        let is_pass = played == Move::Pass;
        if is_pass && !session.game().position().must_pass() {
            return Err(Refused);
        }
        // A pass is said here: the other side may not move for the one that must pass.
        session.play(color, played).map_err(|_| Refused)?;
        self.undone.clear();
        let name = super::table::name(played, self.settings().pass);
        say(&format!("\nYou play {name}"), &mut output.replies);
        Ok(())
    }

    /// Plays moves up to the first that is illegal, with the passes between them.
    fn play_all(&mut self, moves: &str, session: &mut Session) {
        for played in legal_moves(session.game().position(), moves) {
            let color = session.game().position().to_move();
            if session.play(color, played).is_err() {
                return;
            }
            self.undone.clear();
        }
    }

    fn set_board(
        &mut self,
        text: &str,
        session: &mut Session,
        output: &mut Output,
    ) -> Result<(), Refused> {
        let (position, has_side) = read_board(text)?;
        if !has_side {
            let side = position.to_move();
            warn(&format!("setboard: no side to move: {side}"), output);
        }
        // Many clients set the board before each move: their game goes on, and so does
        // its clock.
        let goes_on = position.empty().len() < session.game().position().empty().len();
        match goes_on {
            true => session.replace_game(Game::new(position)),
            false => self.begin(position, session),
        }
        self.undone.clear();
        self.forced = Forced::none();
        Ok(())
    }

    /// How many plies `undo` and `redo` move at once: in a game against the engine they
    /// take its move, too.
    fn step(&self) -> usize {
        match self.settings().mode {
            Mode::White | Mode::Black => 2,
            Mode::Both | Mode::Neither => 1,
        }
    }

    fn undo(&mut self, session: &mut Session) {
        for _ in 0..self.step() {
            let last = session.game().last_move();
            let Some(last) = last.filter(|_| session.undo(1)) else {
                return;
            };
            self.undone.push(last);
        }
    }

    fn redo(&mut self, session: &mut Session) {
        for _ in 0..self.step() {
            let Some((color, played)) = self.undone.pop() else {
                return;
            };
            let is_played = session.play(color, played).is_ok();
            debug_assert!(is_played, "it was played before");
        }
    }

    fn solve(&mut self, path: &str, session: &mut Session, output: &mut Output) {
        let path = path.split_whitespace().next().unwrap_or_default();
        match read(Path::new(path)) {
            Ok(text) => {
                let solving = Solving::new(Path::new(path), self.settings(), text);
                solving.write_head(output);
                self.continue_solving(solving, session, output);
            }
            Err(problem) => warn(&problem, output),
        }
    }

    fn load(&mut self, path: &str, session: &mut Session, output: &mut Output) {
        match files::load(&existing(Path::new(path)), &formats::TRANSCRIPT) {
            Ok(game) => {
                session.replace_game(game);
                self.undone.clear();
                self.forced = Forced::none();
            }
            Err(problem) => warn(&problem, output),
        }
    }

    fn book(&mut self, command: &str, session: &mut Session) -> Result<(), Refused> {
        match command.split_once(char::is_whitespace) {
            None if matches!(command, "on" | "off") => {
                self.set_option("book-usage", command, session)
            }
            Some(("randomness", discs)) => {
                self.set_option("book-randomness", discs.trim(), session)
            }
            _ => Err(Refused),
        }
    }
}

/// Edax's notation: two letters, and what comes after them does not count.
fn read_move(word: &str) -> Option<Move> {
    let word = word.get(..2)?;
    match word.to_ascii_lowercase().as_str() {
        "ps" | "pa" => Some(Move::Pass),
        _ => word.parse::<Square>().ok().map(Move::Place),
    }
}

/// The moves of a text up to the first that is illegal, and the passes between them,
/// which it may leave out.
fn legal_moves(start: &Position, text: &str) -> Vec<Move> {
    let letters: Vec<char> = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .collect();
    let mut position = *start;
    let mut moves = Vec::new();
    for pair in letters.chunks(2) {
        let word: String = pair.iter().collect();
        let Some(played) = read_move(&word) else {
            break;
        };
        if position.must_pass() && played != Move::Pass {
            moves.push(Move::Pass);
            position = position.pass();
        }
        let is_legal = match played {
            Move::Place(square) => position.moves().contains(square),
            Move::Pass => position.must_pass(),
        };
        if !is_legal {
            break;
        }
        moves.push(played);
        position = position.after(played);
    }
    moves
}

/// Sixty-four squares, with anything between them, and the side to move; false if that is
/// missing, and then it is Black's turn if the number of empty squares is even.
fn read_board(text: &str) -> Result<(Position, bool), Refused> {
    let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let mut squares = Square::all();
    let mut side = None;
    for letter in text.chars() {
        let disc = match letter.to_ascii_lowercase() {
            'b' | 'x' | '*' => Some(Color::Black),
            'o' | 'w' => Some(Color::White),
            '-' | '.' => None,
            _ => continue,
        };
        match (squares.next(), disc) {
            (Some(square), Some(Color::Black)) => black |= square.bit(),
            (Some(square), Some(Color::White)) => white |= square.bit(),
            (Some(_), None) => {}
            (None, disc) => {
                side = side.or(disc);
            }
        }
    }
    if squares.next().is_some() {
        return Err(Refused);
    }
    let empties = 64 - (black | white).len();
    let parity = if empties % 2 == 0 {
        Color::Black
    } else {
        Color::White
    };
    let position = Position::new(black, white, side.unwrap_or(parity)).ok_or(Refused)?;
    Ok((position, side.is_some()))
}

fn number_or(default: usize, text: &str) -> Result<usize, Refused> {
    match text.is_empty() {
        true => Ok(default),
        false => text.parse().map_err(|_| Refused),
    }
}

/// The text of a file.
fn read(path: &Path) -> Result<String, String> {
    const LONGEST_FILE: u64 = 16 << 20;
    let bytes = read_named(&existing(path), "text", LONGEST_FILE);
    let bytes = bytes.map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A row of [`COMMANDS`].
struct Command {
    names: &'static [&'static str],
    /// What follows the name, for `help`.
    variable: &'static str,
    summary: &'static str,
    answer: Answer,
}

type Answer = fn(&mut Console, &str, &mut Session, &mut Output) -> Result<(), Refused>;

const fn row(
    names: &'static [&'static str],
    variable: &'static str,
    summary: &'static str,
    answer: Answer,
) -> Command {
    Command {
        names,
        variable,
        summary,
        answer,
    }
}

/// The commands, beside moves and options. Those that end the dialogue are not here.
static COMMANDS: &[Command] = &[
    row(
        &["go"],
        "",
        "let the engine play a move",
        |console, _, session, output| {
            console.go(session, output);
            Ok(())
        },
    ),
    row(
        &["hint"],
        "[N]",
        "show the N best moves",
        |console, value, session, output| {
            console.hint(number_or(1, value)?.max(1), session, output);
            Ok(())
        },
    ),
    row(
        &["init", "i"],
        "",
        "start a game from the usual position",
        |console, _, session, _| {
            console.begin(Position::START, session);
            console.forced = Forced::opening();
            Ok(())
        },
    ),
    row(
        &["new", "n"],
        "",
        "start a game from the last position that was set",
        |console, _, session, _| {
            let start = *session.game().start();
            console.begin(start, session);
            Ok(())
        },
    ),
    row(
        &["setboard"],
        "BOARD",
        "set up 64 squares, from a1 to h8, and the side to move",
        Console::set_board,
    ),
    row(
        &["play"],
        "MOVES",
        "play several moves, as in f5d6c3",
        |console, value, session, _| {
            console.play_all(value, session);
            Ok(())
        },
    ),
    row(
        &["force"],
        "MOVES",
        "play these moves without a search as long as the game follows them",
        |console, value, session, _| {
            let start = session.game().start();
            console.forced = Forced::line(start, &legal_moves(start, value));
            Ok(())
        },
    ),
    row(
        &["undo", "u"],
        "",
        "take back a move",
        |console, _, session, _| {
            console.undo(session);
            Ok(())
        },
    ),
    row(
        &["redo", "r"],
        "",
        "play a move again that was taken back",
        |console, _, session, _| {
            console.redo(session);
            Ok(())
        },
    ),
    row(
        &["mode", "m"],
        "[N]",
        "let the engine play White (0), Black (1), both (2) or neither (3)",
        |console, value, session, _| {
            let mode = number_or(3, value)?.to_string();
            console.set_option("mode", &mode, session)
        },
    ),
    row(
        &["stop"],
        "",
        "stop the search, and let the engine play neither color",
        |console, _, _, _| {
            console.settings_mut().mode = Mode::Neither;
            Ok(())
        },
    ),
    row(
        &["analyze", "a"],
        "[N]",
        "compare the last N moves of the game with the others",
        |console, value, session, output| {
            let review = Review::of(session.game(), number_or(usize::MAX, value)?);
            review.write_head(output);
            console.continue_review(review, session, output);
            Ok(())
        },
    ),
    row(
        &["solve"],
        "FILE",
        "solve the positions of an OBF file",
        |console, value, session, output| {
            console.solve(value, session, output);
            Ok(())
        },
    ),
    row(
        &["save", "s"],
        "FILE",
        "save the game; the extension selects the format",
        |_, value, session, output| {
            if let Err(problem) = files::save(session.game(), Path::new(value), true) {
                warn(&problem, output);
            }
            Ok(())
        },
    ),
    row(
        &["load", "open", "o"],
        "FILE",
        "load the first game of a file",
        |console, value, session, output| {
            console.load(value, session, output);
            Ok(())
        },
    ),
    row(
        &["book", "b"],
        "on|off",
        "play by the opening book, or not",
        |console, value, session, _| console.book(value, session),
    ),
    row(
        &["opening", "ouverture"],
        "",
        "print a question mark: this program knows no names of openings",
        |_, _, _, output| {
            say("?", &mut output.replies);
            Ok(())
        },
    ),
    row(
        &["options"],
        "",
        "list the options, each of which is set by its name and a value",
        |_, _, _, output| {
            list_options(output);
            Ok(())
        },
    ),
    row(
        &["version", "v"],
        "",
        "print the version on standard error",
        |_, _, _, output| {
            tell_version(output);
            Ok(())
        },
    ),
    row(
        &["help", "?"],
        "",
        "list the commands",
        |_, _, _, output| {
            list_commands(output);
            Ok(())
        },
    ),
];

pub(super) fn tell_version(output: &mut Output) {
    let text = format!("{NAME} version {VERSION}\n");
    output.remarks.extend_from_slice(text.as_bytes());
}

fn list_commands(output: &mut Output) {
    let mut list = |names: &str, variable: &str, summary: &str| {
        let usage = format!("{names} {variable}");
        say(&format!("{usage:<20} {summary}"), &mut output.replies);
    };
    list("D3", "", "play a move; PS is a pass");
    for command in COMMANDS {
        list(&command.names.join(", "), command.variable, command.summary);
    }
    list("quit, q, exit", "", "end the dialogue");
}

fn list_options(output: &mut Output) {
    for flag in settings::GROUPS.iter().flat_map(|group| group.flags) {
        let names = format!("{} {}", flag.names.join(", "), flag.variable);
        let line = format!("{names:<26} {}", flag.summary);
        say(&line, &mut output.replies);
    }
}
