//! The protocol of the GUI NBoard, version 2, which some match runners speak, too.
//!
//! The client sends the whole game once and then each move, including the engine's own,
//! since `go` only suggests a move. Before the game changes, the client sends `ping`, which
//! stops the running search; nothing is sent about that search after the answer. Unknown
//! commands are ignored, and errors are shown in the status line.

mod replies;

use std::time::Duration;

use super::limits::set_strength;
use super::text::say;
use super::{Dialogue, Flow, Line, Output, Protocol, Row, starts_with};
use crate::board::{Game, Move, Position};
use crate::formats::{GameRecord, ggf};
use crate::score::Score;
use crate::search::analysis::{Goal, Scope};
use crate::search::clock::TimeControl;
use crate::search::report::{Report, Source};
use crate::search::value::{Unit, Value};
use crate::session::{Answer, SearchFailed, Session, Task};
use crate::version::NAME;

pub(super) const ROW: Row = Row {
    name: "nboard",
    summary: "NBoard, version 2, and reversi-arena",
    openings: &["nboard ..."],
    is_opened_by: |line| starts_with(line, &["nboard"]),
    dialogue: Dialogue::InTurn(|| Box::new(NBoard::default())),
};

/// The state of the dialogue.
#[derive(Default)]
struct NBoard {
    /// The depth of `set depth`.
    depth: Option<u32>,
    running: Option<Running>,
    /// Whether the status line is not empty.
    has_status: bool,
}

/// The command that started the running search.
enum Running {
    Hint(Position),
    Go(Position),
    /// The positions that are still to be evaluated, each with the number of moves before
    /// it and [its forced moves](after_forced_moves) made. The last element is the next.
    Analyze(Vec<(usize, Position)>),
}

impl Protocol for NBoard {
    fn line(&mut self, line: &Line, session: &mut Session, output: &mut Output) -> Flow {
        let Some(text) = line.text() else {
            self.show_status("line too long", &mut output.replies);
            return Flow::Continue;
        };
        let (command, rest) = text.split_once(' ').unwrap_or((&text, ""));
        let rest = rest.trim_start();
        let replies = &mut output.replies;
        let result = match command {
            "nboard" => {
                say(&format!("set myname {NAME}"), replies);
                // Until a status comes, the window says that the engine is loading.
                say("status Ready", replies);
                Ok(())
            }
            "set" => self.set(rest, session, replies),
            "move" => play_move(rest, session),
            "hint" => self.hint(rest, session, replies),
            "go" => {
                self.go(session, replies);
                Ok(())
            }
            "analyze" => {
                self.show_status("Analyzing", replies);
                self.analyze(positions(session.game()), session, replies);
                Ok(())
            }
            "learn" => {
                say("learned", replies);
                Ok(())
            }
            "ping" => {
                self.clear_status(replies);
                say(&format!("pong {rest}"), replies);
                Ok(())
            }
            "quit" => return Flow::Quit,
            // In version 1 a move is sent without the word `move`.
            _ if command.len() == 2 && ggf::read_move(&text).is_some() => play_move(&text, session),
            _ => Ok(()),
        };
        if let Err(problem) = result {
            self.show_status(&format!("{command}: {problem}"), replies);
        }
        Flow::Continue
    }

    fn tell(&mut self, report: &Report, output: &mut Output) {
        let replies = &mut output.replies;
        match &self.running {
            Some(Running::Hint(_) | Running::Go(_)) if report.source == Source::Book => {
                replies::book(report, replies);
            }
            Some(Running::Hint(position) | Running::Go(position)) => {
                replies::search(report, position, replies);
            }
            // Only the value at the end is written.
            Some(Running::Analyze(_)) | None => {}
        }
    }

    fn finished(
        &mut self,
        answer: Result<Answer, SearchFailed>,
        session: &mut Session,
        output: &mut Output,
    ) {
        let replies = &mut output.replies;
        match (answer, self.running.take()) {
            (Ok(Answer::Found(_)), Some(Running::Hint(_))) => self.clear_status(replies),
            (Ok(Answer::Found(report)), Some(Running::Go(_))) => {
                replies::decision(&report, replies);
                self.clear_status(replies);
            }
            (Ok(Answer::Found(report)), Some(Running::Analyze(mut positions))) => {
                if let Some((made, position)) = positions.pop() {
                    replies::evaluation(made, &position, report.best().value, replies);
                }
                self.analyze(positions, session, replies);
            }
            (Err(SearchFailed), _) => self.show_status("the search failed", replies),
            // A search that was stopped has no result.
            (Ok(Answer::Stopped), _) | (_, None) => {}
        }
    }

    fn answer_during_search(&mut self, line: &Line, _: &Session, _: &mut Output) -> bool {
        line.is_blank()
    }

    fn is_stopped_by(&self, next: Option<&Line>) -> bool {
        let is_end = next.is_none_or(|line| line.begins_with(&["quit"]));
        let has_bound = self.depth.is_some();
        matches!(self.running, Some(Running::Hint(_))) && !(is_end && has_bound)
    }

    fn stops_searches(&self, line: &Line) -> bool {
        line.begins_with(&["ping"])
    }
}

impl NBoard {
    fn set(
        &mut self,
        words: &str,
        session: &mut Session,
        replies: &mut Vec<u8>,
    ) -> Result<(), String> {
        let (name, value) = words.split_once(' ').unwrap_or((words, ""));
        match name {
            "depth" => {
                let depth: u32 = value
                    .trim()
                    .parse()
                    .ok()
                    .filter(|&depth| depth > 0)
                    .ok_or("depth: expected a whole number above 0")?;
                set_strength(depth, session.options_mut());
                self.depth = Some(depth);
                say(&format!("set myname {NAME}{depth}"), replies);
            }
            "game" => {
                let read = ggf::read(value).map_err(|error| error.to_string());
                let is_set = read.and_then(|read| set_game(&read, session));
                is_set.map_err(|problem| format!("game: {problem}"))?;
            }
            // `contempt`, the value of a draw to a book, has no meaning here.
            _ => {}
        }
        Ok(())
    }

    fn hint(
        &mut self,
        count: &str,
        session: &mut Session,
        replies: &mut Vec<u8>,
    ) -> Result<(), String> {
        let lines: usize = match count {
            "" => 1,
            _ => count
                .parse()
                .ok()
                .filter(|&lines| lines > 0)
                .ok_or("expected the number of moves to show")?,
        };
        let position = *session.game().position();
        if !position.is_over() {
            let scope = Scope {
                moves: position.moves(),
                lines,
            };
            let goal = Goal {
                depth: self.depth,
                selectivity: 100,
            };
            self.show_status("Analyzing", replies);
            self.running = Some(Running::Hint(position));
            session.start(Task::LimitedAnalysis(scope, goal), position);
        }
        Ok(())
    }

    fn go(&mut self, session: &mut Session, replies: &mut Vec<u8>) {
        let position = *session.game().position();
        if position.moves().is_empty() {
            say("=== PA", replies);
            return;
        }
        self.show_status("Thinking", replies);
        self.running = Some(Running::Go(position));
        session.start(Task::CancellableMove, position);
    }

    /// Evaluates the positions in which the game is over, up to the next one that needs a
    /// search, and starts that search.
    fn analyze(
        &mut self,
        mut positions: Vec<(usize, Position)>,
        session: &mut Session,
        replies: &mut Vec<u8>,
    ) {
        while let Some((made, position)) = positions.last().copied() {
            if !position.is_over() {
                self.running = Some(Running::Analyze(positions));
                session.start(Task::Evaluation, position);
                return;
            }
            let result = Value {
                score: Score::result(position.result()),
                unit: Unit::DISCS,
            };
            replies::evaluation(made, &position, Some(result), replies);
            positions.pop();
        }
        self.clear_status(replies);
    }

    fn show_status(&mut self, text: &str, replies: &mut Vec<u8>) {
        self.has_status = true;
        say(&format!("status {text}"), replies);
    }

    fn clear_status(&mut self, replies: &mut Vec<u8>) {
        if std::mem::take(&mut self.has_status) {
            say("status", replies);
        }
    }
}

/// Takes over a game and the state of the clocks after its moves.
fn set_game(read: &GameRecord, session: &mut Session) -> Result<(), String> {
    let control = match &read.clock {
        None => TimeControl::Unlimited,
        Some(text) => {
            let clock = ggf::read_clock(text);
            match clock.ok_or(format!("{text:?} is not a clock"))? {
                // Nobody plays without any time.
                (Duration::ZERO, Duration::ZERO) => TimeControl::Unlimited,
                (main, increment) => TimeControl::Fischer {
                    main,
                    increment,
                    cap: None,
                    longest: None,
                },
            }
        }
    };
    session.clock.set(control);
    let mut game = Game::new(read.start);
    for ply in &read.moves {
        let is_legal = game.play(ply.color, ply.action).is_ok();
        debug_assert!(is_legal, "the reader has checked it");
        if ply.action != Move::Pass {
            session.clock.spend(ply.color, ply.time.unwrap_or_default());
        }
    }
    session.replace_game(game);
    Ok(())
}

fn play_move(text: &str, session: &mut Session) -> Result<(), String> {
    let read = ggf::read_move(text);
    let (played, _, time) = read.ok_or_else(|| format!("{text:?} is not a move"))?;
    let color = session.game().player_of(played);
    let result = session.play(color, played);
    result.map_err(|error| format!("{played}: {error}"))?;
    if played != Move::Pass {
        session.clock.spend(color, time.unwrap_or_default());
    }
    Ok(())
}

/// All positions of the game, each with the number of moves before it and [its forced
/// moves](after_forced_moves) made.
fn positions(game: &Game) -> Vec<(usize, Position)> {
    let mut position = *game.start();
    let mut positions = vec![(0, after_forced_moves(position))];
    for (index, (_, played)) in game.moves().enumerate() {
        position = position.after(played);
        positions.push((index + 1, after_forced_moves(position)));
    }
    positions
}

/// The next position with a choice, or the end of the game, which has the same value. The
/// search plays an only move at once and has no value for it.
fn after_forced_moves(mut position: Position) -> Position {
    while let Some(only) = only_move(&position) {
        position = position.after(only);
    }
    position
}

/// The move or pass of a position without a choice.
fn only_move(position: &Position) -> Option<Move> {
    let moves = position.moves();
    match moves.len() {
        0 => position.must_pass().then_some(Move::Pass),
        1 => moves.first().map(Move::from),
        _ => None,
    }
}
