//! The protocol of the GUI Cassio, whose lines all start with `ENGINE-PROTOCOL`.
//!
//! There is no game: each search has its own position, depth and selectivity. The engine
//! sends `ready.` whenever it becomes idle.

use super::text::{confidence, discs, say, short};
use super::{Dialogue, Flow, Line, Output, Protocol, Row, starts_with};
use crate::board::{Color, Move, Position};
use crate::score::{Bound, Score};
use crate::search::analysis::{Goal, Scope};
use crate::search::report::{self, Report};
use crate::search::value::Value;
use crate::session::{Answer, Pace, SearchFailed, Session, Task};
use crate::version::{NAME, VERSION};

pub(super) const ROW: Row = Row {
    name: "cassio",
    summary: "Cassio: one search per position, no game",
    openings: &["ENGINE-PROTOCOL init"],
    is_opened_by: |line| starts_with(line, &["ENGINE-PROTOCOL", "init"]),
    dialogue: Dialogue::InTurn(|| Box::new(Cassio::default())),
};

const PREFIX: &str = "ENGINE-PROTOCOL";

/// The state of the dialogue.
#[derive(Default)]
struct Cassio {
    running: Option<Running>,
    /// Whether the last search was stopped by a line that has not been answered yet.
    was_stopped: bool,
}

struct Running {
    /// The position as the client wrote it.
    text: String,
    position: Position,
}

impl Protocol for Cassio {
    fn line(&mut self, line: &Line, session: &mut Session, output: &mut Output) -> Flow {
        let replies = &mut output.replies;
        let result = match line.text() {
            None => Err("line too long".to_string()),
            Some(text) => match text.strip_prefix(PREFIX) {
                Some(" quit") => {
                    say("bye bye.", replies);
                    return Flow::Quit;
                }
                Some(command) => self.perform(command, session, replies),
                None if text.is_empty() => Ok(true),
                None => Err(format!("expected {PREFIX}")),
            },
        };
        self.was_stopped = false;
        match result {
            Ok(true) => say("ready.", replies),
            Ok(false) => {}
            Err(problem) => {
                say(&format!("ERROR: {problem}"), replies);
                say("ready.", replies);
            }
        }
        Flow::Continue
    }

    /// Clients expect one line for each search, and then `ready.`.
    fn pace(&self) -> Option<Pace> {
        None
    }

    fn tell(&mut self, report: &Report, output: &mut Output) {
        if let Some(running) = &self.running {
            running.tell(report.best(), report, &mut output.replies);
        }
    }

    fn input_ended(&mut self, _: &mut Session, output: &mut Output) {
        say("bye bye.", &mut output.replies);
    }

    fn finished(
        &mut self,
        answer: Result<Answer, SearchFailed>,
        session: &mut Session,
        output: &mut Output,
    ) {
        let replies = &mut output.replies;
        if answer.is_err() {
            say("ERROR: search failed", replies);
        }
        self.was_stopped = session.was_interrupted();
        self.running = None;
        say("ready.", replies);
    }

    fn answer_during_search(
        &mut self,
        line: &Line,
        session: &Session,
        output: &mut Output,
    ) -> bool {
        let replies = &mut output.replies;
        if line.is_blank() {
            say("ok.", replies);
            return true;
        }
        let is_question = is_command(line, &["get-search-infos"]);
        if is_question {
            let progress = session.progress();
            let nodes = progress.newest().map_or(0, |report| report.nodes);
            let seconds = progress.elapsed().as_secs_f64();
            say(&format!("node {nodes}, time {seconds:.3}"), replies);
        }
        is_question
    }

    fn stops_searches(&self, line: &Line) -> bool {
        is_command(line, &["stop"])
    }
}

impl Cassio {
    /// Answers a command, and returns whether the engine is idle afterwards because no search
    /// was started.
    fn perform(
        &mut self,
        command: &str,
        session: &mut Session,
        replies: &mut Vec<u8>,
    ) -> Result<bool, String> {
        let command = glued(command);
        let words: Vec<&str> = command.split_whitespace().collect();
        match words[..] {
            ["init" | "new-position" | "get-search-infos"] => {}
            ["get-version"] => say(&format!("version: {NAME} {VERSION}"), replies),
            ["midgame-search", board, alpha, beta, depth, precision] => {
                let depth = number(depth, "depth")?.max(1);
                return self.search(board, [alpha, beta], Some(depth), precision, session);
            }
            // Some clients send the depth here, too.
            ["endgame-search", board, alpha, beta, .., precision] if words.len() <= 6 => {
                return self.search(board, [alpha, beta], None, precision, session);
            }
            // If it has stopped a search, that has already sent `ready.`.
            ["stop"] => return Ok(!self.was_stopped),
            // The results of other engines are not used.
            ["feed-hash", ..] => return Ok(false),
            ["empty-hash"] => session.clear_cache(),
            _ => return Err(format!("unknown command or wrong arguments: {command}")),
        }
        Ok(true)
    }

    /// Starts a search; without a depth, to the end of the game.
    fn search(
        &mut self,
        board: &str,
        window: [&str; 2],
        depth: Option<u32>,
        precision: &str,
        session: &mut Session,
    ) -> Result<bool, String> {
        let asked: Position = board
            .parse()
            .map_err(|error| format!("position: {error}"))?;
        for bound in window {
            // The search finds the exact value, whatever the window.
            bound
                .parse::<f64>()
                .map_err(|_| format!("{bound:?} is not a number of discs"))?;
        }
        let selectivity = number(precision, "precision")?.min(100);
        if asked.is_over() {
            return Ok(true);
        }
        let empty = asked.empty().len();
        let goal = Goal {
            depth: Some(depth.unwrap_or(empty).min(empty)),
            selectivity,
        };
        self.running = Some(Running {
            text: board.to_string(),
            position: asked,
        });
        let scope = Scope {
            moves: asked.moves(),
            lines: 1,
        };
        session.start(Task::LimitedAnalysis(scope, goal), asked);
        Ok(false)
    }
}

impl Running {
    /// Writes a line of a report, unless its move has no value.
    fn tell(&self, line: &report::Line, report: &Report, replies: &mut Vec<u8>) {
        let Some(value) = line.value else {
            return;
        };
        let text = format!(
            "{}, move {}, depth {}, @{}%, {}, {}, node {}, time {:.3}",
            self.text,
            short(line.moves[0]),
            line.depth,
            confidence(line),
            bounds(value, line.bound, self.position.to_move()),
            colored(&self.position, &line.moves),
            report.nodes,
            report.time.as_secs_f64(),
        );
        say(&text, replies);
    }
}

/// The bounds of a value of the side to move: `B+1.50 <= v <= B+1.50`.
fn bounds(value: Value, bound: Bound, side: Color) -> String {
    let letter = match side {
        Color::Black => 'B',
        Color::White => 'W',
    };
    let result = |discs| Value {
        score: Score::result(discs),
        ..value
    };
    let [least, greatest] = match bound {
        Bound::Exact => [value, value],
        Bound::Lower => [value, result(64)],
        Bound::Upper => [result(-64), value],
    };
    let signed = |value| {
        let text = discs(value);
        let sign = if text.starts_with('-') { "" } else { "+" };
        format!("{letter}{sign}{text}")
    };
    format!("{} <= v <= {}", signed(least), signed(greatest))
}

/// The moves in one word: black's in upper case, white's in lower case.
fn colored(start: &Position, moves: &[Move]) -> String {
    let mut position = *start;
    let mut text = String::new();
    for &played in moves {
        let word = short(played);
        text += &match position.to_move() {
            Color::Black => word,
            Color::White => word.to_lowercase(),
        };
        position = position.after(played);
    }
    text
}

/// A command in which the side to move is glued to the board, even if the client has left
/// a space between them.
fn glued(command: &str) -> String {
    let mut words = command.split_whitespace();
    let name = words.next().unwrap_or_default();
    let board = words.next().unwrap_or_default();
    let mut rest: Vec<&str> = words.collect();
    let is_side = board.len() == 64 && rest.first().is_some_and(|word| word.len() == 1);
    let side = if is_side { rest.remove(0) } else { "" };
    format!("{name} {board}{side} {}", rest.join(" "))
        .trim_end()
        .to_string()
}

fn number(text: &str, what: &str) -> Result<u32, String> {
    let number = text.parse();
    number.map_err(|_| format!("{what}: expected a whole number"))
}

fn is_command(line: &Line, names: &[&str]) -> bool {
    let text = line.text().unwrap_or_default();
    let command = text.strip_prefix(PREFIX).map(str::trim);
    command.is_some_and(|command| names.contains(&command))
}
