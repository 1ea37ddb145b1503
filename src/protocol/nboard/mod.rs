//! The protocol of the GUI NBoard, version 2, which match runners speak as well.
//!
//! The client tells the whole game once and then each move, also the engine's own:
//! `go` only says a move. Before anything changes there is a `ping`, which ends what
//! is running; its answer tells that nothing more will come of it. What is not
//! known is passed over, and what is wrong is told in the status line.

mod report;

use std::time::Instant;

use super::news::News;
use super::text::say;
use super::{Flow, Line, Output, Protocol, Row};
use crate::board::{Game, Move, Position};
use crate::formats::{GameRecord, ggf};
use crate::score::Score;
use crate::search::analysis::{Analysis, Goal, Scope, Unit};
use crate::search::clock::TimeControl;
use crate::session::options::{HIGHEST_LEVEL, Options, Strength};
use crate::session::{Answer, Finished, Session, Task};
use crate::version::NAME;

pub(super) const ROW: Row = Row {
    name: "nboard",
    summary: "NBoard, version 2, and reversi-arena",
    opening: Some("nboard"),
    build: || Box::new(NBoard::default()),
};

/// From this level on it always plays the best move that it finds; below, a depth
/// is only a depth.
const LOWEST_CAREFUL_LEVEL: u32 = 5;

/// What the protocol has to remember between lines.
#[derive(Default)]
struct NBoard {
    /// `set depth`, if it was said.
    depth: Option<u32>,
    running: Option<Running>,
    /// Whether the status line shows something.
    has_status: bool,
}

/// A search, and what it was asked for.
struct Running {
    wish: Wish,
    news: News,
    started: Instant,
}

impl Running {
    fn tell_news(&mut self, unit: Unit, replies: &mut Vec<u8>) {
        if let Some(analysis) = self.news.take() {
            report::search(analysis, self.started.elapsed(), unit, replies);
        }
    }
}

enum Wish {
    Hint,
    Go,
    /// The positions that are still to be judged, each with the moves made before
    /// it; the last one first.
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
                Ok(())
            }
            "set" => self.set(rest, session, replies),
            "move" => hear_move(rest, session),
            "hint" => self.hint(rest, session, replies),
            "go" => {
                self.go(session, replies);
                Ok(())
            }
            "analyze" => {
                self.show_status("Analyzing", replies);
                self.judge(positions(session.game()), session, replies);
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
            // Version 1 says a move without a word before it.
            _ if command.len() == 2 && ggf::read_move(&text).is_some() => hear_move(&text, session),
            _ => Ok(()),
        };
        if let Err(problem) = result {
            self.show_status(&format!("{command}: {problem}"), replies);
        }
        Flow::Continue
    }

    fn finished(&mut self, finished: Finished, session: &mut Session, output: &mut Output) {
        let Some(mut running) = self.running.take() else {
            return;
        };
        let replies = &mut output.replies;
        let answer = session.finish(finished);
        let unit = session.unit();
        match (answer, &mut running.wish) {
            (Ok(Answer::Told), Wish::Hint) => {
                running.tell_news(unit, replies);
                self.clear_status(replies);
            }
            (Ok(Answer::Move(report, time)), Wish::Go) => {
                if report.is_from_book {
                    report::book(&report, unit, replies);
                } else if report.score.is_some() {
                    running.news.hear((&report).into());
                    running.tell_news(unit, replies);
                }
                report::decision(&report, time, unit, replies);
                self.clear_status(replies);
            }
            (Ok(Answer::Move(report, _)), Wish::Analyze(positions)) => {
                if let Some((made, position)) = positions.pop() {
                    let score = report.score.unwrap_or(Score::estimate(0));
                    let own = if position.must_pass() { -score } else { score };
                    report::judgement(made, own, unit, replies);
                }
                self.judge(std::mem::take(positions), session, replies);
            }
            (Err(_), _) => self.show_status("the search has failed", replies),
            // Whoever stopped it does not want to hear of it.
            _ => {}
        }
    }

    fn progress(&mut self, analysis: Analysis) {
        if let Some(running) = &mut self.running {
            running.news.hear(analysis);
        }
    }

    fn tell(&mut self, session: &Session, output: &mut Output) -> Option<Instant> {
        let running = self.running.as_mut()?;
        if !matches!(running.wish, Wish::Analyze(_)) {
            running.tell_news(session.unit(), &mut output.replies);
        }
        None
    }

    fn answer_aside(&mut self, line: &Line, _: &Session, _: &mut Output) -> bool {
        line.is_blank()
    }

    fn is_interruptible(&self) -> bool {
        let is_hint = |running: &Running| matches!(running.wish, Wish::Hint);
        self.running.as_ref().is_some_and(is_hint)
    }

    fn ends_searches(&self, line: &Line) -> bool {
        line.begins_with(&["ping", "quit"])
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
            // `contempt` would colour the draws of a book: here a draw is a draw.
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
                .ok_or("expected how many moves to show")?,
        };
        let asked = *session.game().position();
        if let Some(start) = asked.turn() {
            let scope = Scope {
                moves: start.moves(),
                lines,
            };
            let goal = Goal {
                depth: self.depth,
                selectivity: 100,
            };
            self.show_status("Analyzing", replies);
            self.start(Wish::Hint, Task::Survey(scope, goal), asked, session);
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
        self.start(Wish::Go, Task::TentativeMove, position, session);
    }

    /// Judges the positions, as many as can be without a search; the next one is
    /// searched, and the others wait for it.
    fn judge(
        &mut self,
        mut positions: Vec<(usize, Position)>,
        session: &mut Session,
        replies: &mut Vec<u8>,
    ) {
        while let Some((made, position)) = positions.last().copied() {
            if !position.is_over() {
                let wish = Wish::Analyze(positions);
                self.start(wish, Task::Opinion, position, session);
                return;
            }
            let result = Score::result(position.result());
            report::judgement(made, result, Unit::Percent, replies);
            positions.pop();
        }
        self.clear_status(replies);
    }

    fn start(&mut self, wish: Wish, task: Task, asked: Position, session: &mut Session) {
        let start = asked.turn().expect("the game is not over");
        self.running = Some(Running {
            wish,
            news: News::new(&asked),
            started: Instant::now(),
        });
        session.start(task, start);
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

/// A depth in the midgame stands for a level, which says how deep to search in the
/// endgame.
fn set_strength(depth: u32, options: &mut Options) {
    match depth < LOWEST_CAREFUL_LEVEL {
        true => options.strength = Strength::Depth(depth),
        false => options.set_level(depth.min(HIGHEST_LEVEL)),
    }
}

/// The game, with the time that its moves have left.
fn set_game(read: &GameRecord, session: &mut Session) -> Result<(), String> {
    let control = match &read.clock {
        None => TimeControl::Unlimited,
        Some(text) => {
            let clock = ggf::read_clock(text);
            let (main, increment) = clock.ok_or(format!("{text:?} is no clock"))?;
            TimeControl::Fischer {
                main,
                increment,
                cap: None,
                longest: None,
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

fn hear_move(text: &str, session: &mut Session) -> Result<(), String> {
    let read = ggf::read_move(text);
    let (played, _, time) = read.ok_or_else(|| format!("{text:?} is no move"))?;
    let color = session.game().player_of(played);
    let result = session.play(color, played);
    result.map_err(|error| format!("{played}: {error}"))?;
    if played != Move::Pass {
        session.clock.spend(color, time.unwrap_or_default());
    }
    Ok(())
}

/// All positions of the game, each with the moves made before it.
fn positions(game: &Game) -> Vec<(usize, Position)> {
    let mut position = *game.start();
    let mut positions = vec![(0, position)];
    for (index, (_, played)) in game.moves().enumerate() {
        position = position.after(played);
        positions.push((index + 1, position));
    }
    positions
}
