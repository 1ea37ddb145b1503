//! The protocol at a terminal: short forms, and GTP for all other lines.

use std::sync::Arc;
use std::time::Duration;

use super::forms::{self, Call, FollowUp, play_forced_pass};
use super::grading::Grading;
use super::kept::{Keeper, Players};
use super::play::Play;
use super::screen::Screen;
use super::{drawing, strength, words};
use crate::board::{Game, Move, Position};
use crate::protocol::gtp::{COMMANDS, Gtp};
use crate::protocol::text::decimal;
use crate::protocol::{Flow, Line, Output, Protocol};
use crate::search::analysis::{Goal, Scope};
use crate::search::report::{self, Report, Source};
use crate::search::value::Value;
use crate::session::options::{self, LEVEL, Options, Strength};
use crate::session::{Answer, Pace, SearchFailed, Session, Task};
use crate::text::plain_lines;
use crate::version::{NAME, VERSION};

/// How long a search must take before its progress is shown.
const PROGRESS_AFTER: Duration = Duration::from_millis(200);

/// The time between updates of the progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// The time limit of a hint, unless the options set a shorter one.
const HINT_TIME: Duration = Duration::from_secs(2);

/// The depth and the time limit of the search for a grade, unless the options set others.
const GRADE_DEPTH: u32 = 14;
const GRADE_TIME: Duration = Duration::from_secs(1);

/// How many moves of a principal variation are shown.
const SHOWN_MOVES: usize = 6;

/// GTP, extended for a person.
pub(super) struct Terminal {
    gtp: Gtp,
    screen: Arc<Screen>,
    /// Whether standard error is this terminal, so that remarks appear on the screen.
    shows_remarks: bool,
    play: Play,
    keeper: Keeper,
    /// The purpose of the running search, if it was started by a short form or a move.
    purpose: Option<Purpose>,
    /// The game when the board was last shown; `None` if it must be shown again.
    shown: Option<Game>,
    /// Whether the person knows that the game is over.
    was_over: bool,
}

/// What a search is for.
enum Purpose {
    Move,
    Hint,
    Grades(Grading),
}

impl Terminal {
    pub(super) fn new(screen: Arc<Screen>, shows_remarks: bool, keeper: Keeper) -> Terminal {
        // The greeting shows the start position.
        let start = Game::default();
        screen.update_status(&start, false);
        Terminal {
            gtp: Gtp::default(),
            screen,
            shows_remarks,
            play: Play::default(),
            keeper,
            purpose: None,
            shown: Some(start),
            was_over: false,
        }
    }

    /// What is shown before the first prompt.
    pub(super) fn greeting(&self, options: &Options) -> String {
        let row = strength(options);
        let values = match *row == LEVEL {
            true => format!(" ({}; {} N sets another)", row.kind(), row.name),
            false => String::new(),
        };
        format!(
            "{NAME} {VERSION}, {} {}{values}.\n\
             Type a move, such as d3; go lets the engine begin; help lists the rest.\n\
             {}{}",
            row.name,
            row.get(options),
            drawing::board(&Game::default(), None, self.screen.style),
            self.keeper.offer().unwrap_or_default()
        )
    }

    /// The prompt, for terminals without an editor.
    pub(super) fn prompt(&self) -> &'static str {
        self.screen.plain_prompt()
    }

    /// Answers a short form or an option; `None` if the line is neither.
    fn answer(&mut self, text: &str, session: &mut Session, reply: &mut String) -> Option<Flow> {
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        let mut call = Call {
            session,
            play: &mut self.play,
            keeper: &mut self.keeper,
            rest: rest.trim_start(),
            text: reply,
        };
        let result = if let Some(placed) = forms::place(&mut call, text) {
            placed.map_err(|refusal| refusal.to_string())
        } else if let Some(form) = forms::find(name) {
            form.perform(&mut call)
        } else if let Ok(row) = options::find(name) {
            forms::option(&mut call, row)
        } else {
            return None;
        };
        match result {
            Ok(FollowUp::Nothing) => {}
            Ok(FollowUp::ShowBoard) => self.shown = None,
            Ok(FollowUp::Think) => self.think(session),
            Ok(FollowUp::Compare(count)) => self.compare(count, session),
            Ok(FollowUp::Grade) => self.start_grading(session, reply),
            Ok(FollowUp::Quit) => {
                if self.keeper.is_kept() {
                    *reply += KEPT;
                }
                return Some(Flow::Quit);
            }
            Err(problem) => *reply += &format!("? {}\n", plain_lines(&problem)),
        }
        Some(Flow::Continue)
    }

    fn think(&mut self, session: &mut Session) {
        let position = *session.game().position();
        session.start(Task::Move, position);
        self.purpose = Some(Purpose::Move);
    }

    /// Compares the best moves up to the time limit of a hint.
    fn compare(&mut self, count: usize, session: &mut Session) {
        let position = *session.game().position();
        analyze(session, position, count, None, HINT_TIME);
        self.purpose = Some(Purpose::Hint);
    }

    /// Starts to grade the moves of the game, including those that were taken back.
    fn start_grading(&mut self, session: &mut Session, reply: &mut String) {
        let game = session.game();
        let moves = game.moves().chain(self.play.ahead(game));
        let person = self.play.person.filter(|_| self.play.engine_replies);
        let grading = Grading::new(game.start(), moves, person);
        if grading.is_empty() {
            *reply += "? there is no move to grade\n";
        } else {
            self.grade(grading, session, reply);
        }
    }

    /// Searches the next position to grade, or shows the grades.
    fn grade(&mut self, mut grading: Grading, session: &mut Session, reply: &mut String) {
        let Some(position) = grading.next() else {
            *reply += &grading.table();
            return;
        };
        self.screen.show_progress(Some(grading.progress()));
        let all = position.moves().len() as usize;
        analyze(session, position, all, Some(GRADE_DEPTH), GRADE_TIME);
        self.purpose = Some(Purpose::Grades(grading));
    }

    /// Plays the engine's move and explains it.
    fn play(&mut self, report: Report, session: &mut Session, reply: &mut String) {
        let color = session.game().position().to_move();
        let words = explain(&report);
        let played = report.best_move();
        let (Some(played), Ok(())) = (played, session.play_generated(color, report)) else {
            *reply += FAILED;
            return;
        };
        self.play.is_in_progress = true;
        *reply += &format!("{color} plays {played}{words}\n");
        play_forced_pass(session, reply);
        let position = session.game().position();
        if self.play.engine_replies && position.to_move() == color && !position.is_over() {
            self.think(session);
        }
    }

    /// Ends an answer with the board, if it has changed, and the prompt.
    fn finish_answer(&mut self, session: &Session, reply: &mut String) {
        let game = session.game();
        let resigned = self.play.resigned(game);
        let is_over = self.play.is_over(game);
        if self.play.is_in_progress && is_over {
            self.keeper.discard();
        }
        if self.shown.as_ref() != Some(game) {
            if self.play.is_in_progress && !is_over {
                self.keeper.keep(game, &self.players(session.options()));
            }
            self.shown = Some(game.clone());
            *reply += &drawing::board(game, resigned, self.screen.style);
        }
        if is_over && !self.was_over {
            *reply += AT_THE_END;
        }
        self.was_over = is_over;
        self.screen.update_status(game, is_over);
        if !session.is_searching() && !self.screen.has_editor() {
            *reply += self.prompt();
        }
    }

    /// Who plays, for the file in which the game is kept.
    fn players(&self, options: &Options) -> Players {
        let row = strength(options);
        Players {
            person: self.play.person.filter(|_| self.play.engine_replies),
            strength: format!("{} {}", row.name, row.get(options)),
        }
    }
}

/// Starts to compare the best moves, to the depth that was set or else this one. A level has
/// no single depth.
fn analyze(
    session: &mut Session,
    position: Position,
    count: usize,
    depth: Option<u32>,
    time: Duration,
) {
    let mut options = session.options().clone();
    let scope = Scope {
        moves: position.moves(),
        lines: count,
    };
    let goal = Goal {
        depth: match options.strength {
            Strength::Depth(depth) => Some(depth),
            _ => depth,
        },
        selectivity: 100,
    };
    options.move_time = options.move_time.into_iter().chain([time]).min();
    session.start_under(&options, Task::LimitedAnalysis(scope, goal), position);
}

const FAILED: &str = "? search failed\n";

/// What to do with an unfinished game next time.
const KEPT: &str = "The game is kept: resume continues it next time.\n";

/// What to do when the game is over.
const AT_THE_END: &str =
    "grades rates your moves, save FILE keeps the game, new starts another one\n";

impl Protocol for Terminal {
    fn line(&mut self, line: &Line, session: &mut Session, output: &mut Output) -> Flow {
        let mut reply = String::new();
        let text = line.text().unwrap_or_default();
        // A comment, as in GTP.
        let text = text.split('#').next().unwrap_or_default().trim();
        let answered = self.answer(text, session, &mut reply);
        output.replies.extend_from_slice(reply.as_bytes());
        let flow = match answered {
            Some(flow) => flow,
            None => match unknown(text) {
                Some(hint) => {
                    output.remarks.extend_from_slice(hint.as_bytes());
                    Flow::Continue
                }
                None => self.gtp.line(line, session, output),
            },
        };
        if self.shows_remarks {
            output.replies.append(&mut output.remarks);
        }
        if flow == Flow::Continue {
            let mut reply = String::new();
            self.finish_answer(session, &mut reply);
            output.replies.extend_from_slice(reply.as_bytes());
        }
        flow
    }

    fn input_ended(&mut self, _: &mut Session, output: &mut Output) {
        if self.keeper.is_kept() {
            output.replies.extend_from_slice(KEPT.as_bytes());
        }
    }

    fn pace(&self) -> Option<Pace> {
        if self.gtp.has_info_lines() {
            return self.gtp.pace();
        }
        Some(Pace {
            first_after: PROGRESS_AFTER,
            interval: PROGRESS_INTERVAL,
        })
    }

    fn tell(&mut self, report: &Report, output: &mut Output) {
        self.gtp.tell(report, output);
        if matches!(self.purpose, Some(Purpose::Grades(_))) {
            return;
        }
        if report.time >= PROGRESS_AFTER {
            let best = value(report.best());
            let progress = format!("thinking: {best} (Ctrl-C: play now)");
            self.screen.show_progress(Some(progress));
        }
    }

    fn finished(
        &mut self,
        answer: Result<Answer, SearchFailed>,
        session: &mut Session,
        output: &mut Output,
    ) {
        let mut reply = String::new();
        self.screen.show_progress(None);
        match (self.purpose.take(), answer) {
            (None, answer) => self.gtp.finished(answer, session, output),
            (Some(Purpose::Move), Ok(Answer::Found(report))) => {
                self.play(report, session, &mut reply);
            }
            (Some(Purpose::Hint), Ok(Answer::Found(report))) => {
                let lines = report.lines.iter();
                reply.extend(lines.map(|line| format!("  {}\n", value(line))));
            }
            (Some(Purpose::Grades(mut grading)), Ok(Answer::Found(report))) => {
                if session.was_interrupted() {
                    reply += &grading.table();
                } else {
                    grading.add(&report);
                    self.grade(grading, session, &mut reply);
                }
            }
            (Some(_), Ok(Answer::Stopped) | Err(SearchFailed)) => reply += FAILED,
        }
        self.finish_answer(session, &mut reply);
        output.replies.extend_from_slice(reply.as_bytes());
    }

    fn is_stopped_by(&self, next: Option<&Line>) -> bool {
        self.gtp.is_stopped_by(next)
    }

    fn stops_searches(&self, line: &Line) -> bool {
        self.gtp.stops_searches(line)
    }
}

/// The message for a line that is not a command; `None` if GTP answers it.
fn unknown(text: &str) -> Option<String> {
    let mut words = text.split_ascii_whitespace();
    let name = words.next().unwrap_or_default();
    if name == "play"
        && let (Some(side), None) = (words.next(), words.next())
        && let Some(hint) = words::hint(side)
    {
        return Some(format!("? {hint}\n"));
    }
    let is_id = name.parse::<u32>().is_ok();
    if name.is_empty() || is_id || COMMANDS.iter().any(|command| command.name == name) {
        return None;
    }
    Some(match (words::hint(name), words::nearest(name)) {
        (Some(hint), _) => format!("? {hint}\n"),
        (None, Some(word)) => format!("? unknown command: {name}; did you mean {word}?\n"),
        (None, None) => format!("? unknown command: {name}; help lists all commands\n"),
    })
}

/// The explanation of a move: `: +1.50, depth 16, then D6 F5`.
fn explain(report: &Report) -> String {
    let best = report.best();
    let mut words: Vec<String> = best.value.map(lead).into_iter().collect();
    if report.source == Source::Book {
        words.push("from the book".to_string());
    } else {
        words.extend(effort(best));
    }
    words.extend(continuation(best));
    match words.is_empty() {
        true => String::new(),
        false => format!(": {}", words.join(", ")),
    }
}

/// A move and its value: `D3 +1.50, depth 16, then C3 C4`.
fn value(line: &report::Line) -> String {
    let lead = line.value.map(|value| format!(" {}", lead(value)));
    let best = format!("{}{}", line.moves[0], lead.unwrap_or_default());
    let words = [Some(best), effort(line), continuation(line)];
    words.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The depth of the search: `depth 16` or `solved`.
fn effort(line: &report::Line) -> Option<String> {
    match line.depth {
        _ if line.is_exact => Some("solved".to_string()),
        0 => None,
        depth => Some(format!("depth {depth}")),
    }
}

fn continuation(line: &report::Line) -> Option<String> {
    let rest = moves(line.moves.get(1..).unwrap_or_default());
    (!rest.is_empty()).then(|| format!("then{rest}"))
}

fn moves(moves: &[Move]) -> String {
    let shown = moves.iter().take(SHOWN_MOVES);
    shown.map(|played| format!(" {played}")).collect()
}

/// The lead in discs, with its sign, and without decimals if it is the result of the game.
fn lead(value: Value) -> String {
    let decimals = if value.score.discs().is_some() { 0 } else { 2 };
    let text = decimal(value.lead(), decimals);
    match text.starts_with('-') || text.bytes().all(|byte| matches!(byte, b'0' | b'.')) {
        true => text,
        false => format!("+{text}"),
    }
}
