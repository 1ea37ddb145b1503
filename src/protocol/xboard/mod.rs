//! XBoard's protocol, also called CECP, for its variant `reversi`.
//!
//! The engine keeps track of the game and of its side, and answers moves with moves. Ranks
//! are our rows, but a board starts with row 8. The first player is white. A move drops a
//! disc, and a pass is `@@@@`.

mod clock;
mod replies;

use std::time::Duration;
use std::{error, fmt};

use super::fen::{self, Style};
use super::limits::Limits;
use super::text::say;
use super::{Dialogue, Flow, Line, Output, Protocol, Row, starts_with};
use crate::board::{Color, Game, Move, Position, Square};
use crate::search::analysis::Scope;
use crate::search::clock::TimeControl;
use crate::search::report::{Report, Source};
use crate::session::options::{self, HASH_MB, THREADS};
use crate::session::{Answer, SearchFailed, Session, Task};

pub(super) const ROW: Row = Row {
    name: "xboard",
    summary: "XBoard and WinBoard (CECP), variant reversi",
    openings: &["xboard"],
    is_opened_by: |line| starts_with(line, &["xboard"]),
    dialogue: Dialogue::InTurn(|| Box::new(XBoard::default())),
};

static BOARD: Style = Style {
    discs: ['P', 'p'],
    sides: ["w", "b"],
    is_top_first: false,
};

const VARIANT: &str = "reversi";

/// The state of the dialogue.
#[derive(Default)]
struct XBoard {
    /// The side that the engine plays; `None` after `force`.
    side: Option<Color>,
    limits: Limits,
    /// The number of moves in a period of the clock, or 0 for the whole game.
    stones: u32,
    is_analyzing: bool,
    /// Whether thinking output is shown.
    shows_thinking: bool,
    /// The move of a search that was stopped. The line that stopped the search has not been
    /// answered yet and decides whether the move is played.
    held: Option<Held>,
}

struct Held {
    position: Position,
    report: Report,
}

/// Why a line fails.
#[derive(Debug)]
enum LineError {
    Unknown,
    IllegalMove(String),
    IllegalPosition(String),
    Other(String),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Unknown => f.write_str("unknown command"),
            LineError::IllegalMove(reason) => write!(f, "illegal move: {reason}"),
            LineError::IllegalPosition(reason) => write!(f, "illegal position: {reason}"),
            LineError::Other(reason) => f.write_str(reason),
        }
    }
}

impl error::Error for LineError {}

impl Protocol for XBoard {
    fn line(&mut self, line: &Line, session: &mut Session, output: &mut Output) -> Flow {
        let replies = &mut output.replies;
        let text = line.text().unwrap_or_else(|| "line too long".to_string());
        if text == "quit" {
            return Flow::Quit;
        }
        let is_now = self.stops_searches(line);
        let held = self.held.take_if(|_| is_now).filter(|_| text == "?");
        if let Some(held) = held {
            self.play(held.report, session, replies);
        }
        if let Err(problem) = self.perform(&text, session, replies) {
            replies::problem(&problem, &text, replies);
        }
        self.think(session, replies);
        Flow::Continue
    }

    fn tell(&mut self, report: &Report, output: &mut Output) {
        if self.shows_thinking || self.is_analyzing {
            replies::thinking(report, &mut output.replies);
        }
    }

    fn finished(
        &mut self,
        answer: Result<Answer, SearchFailed>,
        session: &mut Session,
        output: &mut Output,
    ) {
        let replies = &mut output.replies;
        let position = *session.game().position();
        match answer {
            // An analysis, which has nothing more to say.
            Ok(_) if !self.is_ours(&position) => {}
            Ok(Answer::Found(report)) if session.was_interrupted() => {
                self.held = Some(Held { position, report });
            }
            Ok(Answer::Found(report)) => self.play(report, session, replies),
            Ok(Answer::Stopped) => {}
            Err(SearchFailed) => {
                say("telluser the search failed", replies);
                self.side = None;
                self.is_analyzing = false;
            }
        }
    }

    fn answer_during_search(
        &mut self,
        line: &Line,
        session: &Session,
        output: &mut Output,
    ) -> bool {
        let is_question = line.begins_with(&["."]);
        if is_question {
            replies::progress(session, &mut output.replies);
        }
        is_question || line.is_blank()
    }

    fn is_stopped_by(&self, _: Option<&Line>) -> bool {
        self.is_analyzing
    }

    fn stops_searches(&self, line: &Line) -> bool {
        line.begins_with(&[
            "?", "force", "new", "quit", "result", "setboard", "undo", "remove", "exit",
        ])
    }
}

impl XBoard {
    fn perform(
        &mut self,
        text: &str,
        session: &mut Session,
        replies: &mut Vec<u8>,
    ) -> Result<(), LineError> {
        let (command, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        match command {
            // These need no answer, or have become irrelevant.
            "" | "?" | "xboard" | "accepted" | "rejected" | "random" | "computer" | "name"
            | "rating" | "ics" | "draw" | "hint" | "bk" | "otim" | "." => {}
            "protover" => replies::features(session.options(), replies),
            "variant" if rest == VARIANT => replies::setup(replies),
            "variant" => return Err(LineError::Other(format!("expected {VARIANT}"))),
            "new" => {
                session.start_game();
                self.limits = Limits::default();
                self.side = Some(Color::White);
                self.is_analyzing = false;
            }
            "setboard" => {
                // Some clients send 64 squares instead.
                let position = fen::read(rest, &BOARD)
                    .or_else(|error| rest.parse().map_err(|_| error))
                    .map_err(|error| LineError::IllegalPosition(error.to_string()))?;
                session.replace_game(Game::new(position));
            }
            "force" | "result" => self.side = None,
            "go" => self.side = Some(session.game().position().to_move()),
            "playother" => self.side = Some(!session.game().position().to_move()),
            "usermove" => play_move(rest, session, replies)?,
            "undo" => take_back(1, session)?,
            "remove" => take_back(2, session)?,
            "post" | "nopost" => self.shows_thinking = command == "post",
            "hard" | "easy" => session.options_mut().ponder = command == "hard",
            "analyze" => {
                self.is_analyzing = true;
                self.side = None;
            }
            "exit" => self.is_analyzing = false,
            "ping" => say(&format!("pong {rest}"), replies),
            "memory" => set(&HASH_MB, rest, session)?,
            "cores" => set(&THREADS, rest, session)?,
            "option" => {
                let pair = rest.split_once('=');
                let (name, value) = pair.ok_or(LineError::Other("expected NAME=VALUE".into()))?;
                let row = options::find(name.trim());
                let row = row.map_err(|error| LineError::Other(error.to_string()))?;
                set(row, value.trim(), session)?;
            }
            "level" => {
                let (control, stones) = clock::level(rest).map_err(LineError::Other)?;
                session.clock.set(control);
                self.stones = stones;
            }
            "st" => {
                let period = clock::seconds(rest).map_err(LineError::Other)?;
                let main = Duration::ZERO;
                session.clock.set(TimeControl::Byoyomi { main, period });
                self.stones = 1;
            }
            "sd" => self.limits.depth = Some(clock::depth(rest).map_err(LineError::Other)?),
            "time" => {
                let left = clock::centiseconds(rest).map_err(LineError::Other)?;
                let side = self.side.unwrap_or(session.game().position().to_move());
                let stones = clock::stones_left(self.stones, side, session.game());
                session.clock.set_time_left(side, left, stones);
            }
            // Clients without the feature `usermove` send just the move.
            _ if read_move(text).is_some() => play_move(text, session, replies)?,
            _ => return Err(LineError::Unknown),
        }
        Ok(())
    }

    /// Moves, passes or starts a search if it is the engine's turn.
    fn think(&mut self, session: &mut Session, replies: &mut Vec<u8>) {
        let position = *session.game().position();
        let is_ours = self.is_ours(&position);
        let is_held = |held: &Held| held.position == position;
        let is_idle = !is_ours && !self.is_analyzing;
        if is_idle || position.is_over() {
            return;
        }
        if self.held.as_ref().is_some_and(is_held) {
            return;
        }
        if is_ours && position.must_pass() {
            return self.pass(session, replies);
        }
        let scope = Scope {
            moves: position.moves(),
            lines: 1,
        };
        let task = match is_ours {
            true => Task::Move,
            false => Task::Analysis(scope),
        };
        let options = self.limits.options(session.options());
        session.start_under(&options, task, position);
    }

    fn is_ours(&self, position: &Position) -> bool {
        self.side == Some(position.to_move())
    }

    fn play(&mut self, report: Report, session: &mut Session, replies: &mut Vec<u8>) {
        let color = session.game().position().to_move();
        let Some(played) = report.best_move() else {
            return;
        };
        if session.play_generated(color, report).is_ok() {
            say(&format!("move {}", write_move(played)), replies);
            replies::result(session.game(), replies);
        }
    }

    fn pass(&mut self, session: &mut Session, replies: &mut Vec<u8>) {
        let pass = Report::unvalued(Source::Forced, Move::Pass);
        self.play(pass, session, replies);
    }
}

fn set(row: &'static options::Row, value: &str, session: &mut Session) -> Result<(), LineError> {
    let is_set = session.set_option(row, value);
    is_set.map_err(|error| LineError::Other(error.to_string()))
}

fn play_move(text: &str, session: &mut Session, replies: &mut Vec<u8>) -> Result<(), LineError> {
    let illegal = |why: String| LineError::IllegalMove(why);
    let played = read_move(text).ok_or(illegal("expected a move such as P@f5".to_string()))?;
    let color = session.game().player_of(played);
    let result = session.play(color, played);
    result.map_err(|error| illegal(error.to_string()))?;
    replies::result(session.game(), replies);
    Ok(())
}

fn take_back(count: u64, session: &mut Session) -> Result<(), LineError> {
    let is_undone = session.undo(count);
    let problem = LineError::Other("there are not that many moves".to_string());
    is_undone.then_some(()).ok_or(problem)
}

fn write_move(played: Move) -> String {
    match played {
        Move::Place(square) => format!("P@{square:#}"),
        Move::Pass => "@@@@".to_string(),
    }
}

/// A drop or a pass; or a square alone, or `ps`, as some clients send it.
fn read_move(text: &str) -> Option<Move> {
    if ["@@@@", "ps", "pa"].contains(&text.to_ascii_lowercase().as_str()) {
        return Some(Move::Pass);
    }
    let drop = text.strip_prefix("P@").or_else(|| text.strip_prefix("p@"));
    let square: Square = drop.unwrap_or(text).parse().ok()?;
    Some(Move::Place(square))
}
