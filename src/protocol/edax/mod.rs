//! Edax's console, which more programs drive than any other protocol.
//!
//! The engine keeps the game and plays when it is told to `go`, or by itself in one of
//! the automatic modes. Before each command it shows the board, unless it is told to be
//! quiet, and a prompt of one byte, `>`. Clients wait for that byte, and for the line
//! feed that follows when a command was read.
//!
//! - [`settings`]: Edax's options, on the command line and in the console.
//! - `commands`: what a line asks for.
//! - `board` and `table`: the pictures that clients take apart column by column.
//! - `solve`: files of positions with known scores.
//! - `review`: the table of `analyze`.
//! - `forced`: moves that are played without a search.

mod board;
mod commands;
mod forced;
mod review;
pub(crate) mod settings;
mod solve;
mod table;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use self::forced::Forced;
use self::review::Review;
use self::settings::{Mode, Settings};
use self::solve::{SolveFile, Solving};
use super::limits;
use super::text::say;
use super::{Driver, Flow, Line, Output, Protocol, Row};
use crate::board::{Color, Game, Move, Position};
use crate::search::analysis::Scope;
use crate::search::report::Report;
use crate::session::{Answer, Pace, SearchFailed, Session, Task};

pub(super) const ROW: Row = Row {
    name: "edax",
    summary: "Edax's console, which most programs drive",
    openings: &["init", "mode ...", "hint ...", "setboard ...", "f5", "ps"],
    is_opened_by: commands::open_a_dialogue,
    build: || Box::new(Edax::new(None)),
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
    match settings.solve.clone() {
        None => driver.speak(&mut Edax::new(Some(settings)), input, output),
        Some(path) if is_standard_input(&path) => {
            driver.speak(&mut SolveFile::new(&path, settings), input, output)
        }
        Some(path) => {
            let named = |error| io::Error::other(format!("{}: {error}", path.display()));
            let file = File::open(existing(&path)).map_err(named)?;
            driver.speak(&mut SolveFile::new(&path, settings), file, output)
        }
    }
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new("/dev/stdin") || path == Path::new("-")
}

/// The path of a file, which may have been written for Windows.
fn existing(path: &Path) -> PathBuf {
    let with_slashes = PathBuf::from(path.to_string_lossy().replace('\\', "/"));
    match !path.exists() && with_slashes.exists() {
        true => with_slashes,
        false => path.to_path_buf(),
    }
}

/// Edax's console, until the client changes to another protocol.
struct Edax {
    console: Console,
    /// The protocol that the client has changed to.
    other: Option<Box<dyn Protocol>>,
}

impl Edax {
    fn new(settings: Option<Settings>) -> Edax {
        Edax {
            console: Console::new(settings),
            other: None,
        }
    }

    fn current(&mut self) -> &mut dyn Protocol {
        match &mut self.other {
            Some(other) => other.as_mut(),
            None => &mut self.console,
        }
    }
}

impl Protocol for Edax {
    fn line(&mut self, line: &Line, session: &mut Session, output: &mut Output) -> Flow {
        let text = line.text().unwrap_or_default();
        let is_console = self.other.is_none();
        let Some(row) = commands::other_protocol(&text).filter(|_| is_console) else {
            return self.current().line(line, session, output);
        };
        self.console.start(session);
        self.console.prompt(session, output);
        output.replies.push(b'\n');
        let other = self.other.insert((row.build)());
        other.line(line, session, output);
        Flow::ChangeProtocol
    }

    fn idle(&mut self, session: &mut Session, output: &mut Output) {
        self.current().idle(session, output);
    }

    fn input_ended(&mut self, session: &mut Session, output: &mut Output) {
        self.current().input_ended(session, output);
    }

    fn pace(&self) -> Option<Pace> {
        match &self.other {
            Some(other) => other.pace(),
            None => self.console.pace(),
        }
    }

    fn tell(&mut self, report: &Report, output: &mut Output) {
        self.current().tell(report, output);
    }

    fn finished(
        &mut self,
        answer: Result<Answer, SearchFailed>,
        session: &mut Session,
        output: &mut Output,
    ) {
        self.current().finished(answer, session, output);
    }

    fn answer_during_search(
        &mut self,
        line: &Line,
        session: &Session,
        output: &mut Output,
    ) -> bool {
        self.current().answer_during_search(line, session, output)
    }

    fn is_stopped_by(&self, next: Option<&Line>) -> bool {
        self.other
            .as_ref()
            .is_some_and(|other| other.is_stopped_by(next))
    }

    fn stops_searches(&self, line: &Line) -> bool {
        match &self.other {
            Some(other) => other.stops_searches(line),
            None => self.console.stops_searches(line),
        }
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
    /// The moves that were taken back, the last one first.
    undone: Vec<(Color, Move)>,
    /// The time that Black and White have spent.
    spent: [Duration; 2],
}

/// What the running search is for.
enum Running {
    Go(Position),
    Hint(Position),
    Review(Review),
    Solve(Solving),
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
            Some(text) => self.perform(&text, session, output),
            None => {
                warn("line too long", output);
                Flow::Continue
            }
        };
        self.write_remarks();
        flow
    }

    fn idle(&mut self, session: &mut Session, output: &mut Output) {
        self.start(session);
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
        let style = self.style();
        let is_quiet = self.settings().verbose == 0;
        match &mut self.running {
            // Who wants only what is needed learns the move.
            Some(Running::Go(_)) if is_quiet => {}
            Some(Running::Go(position) | Running::Hint(position)) => {
                write_rows(style, position, report, output);
            }
            Some(Running::Solve(solving)) => solving.tell(report, output),
            // Only the values at the end are written.
            Some(Running::Review(_)) | None => {}
        }
    }

    fn finished(
        &mut self,
        answer: Result<Answer, SearchFailed>,
        session: &mut Session,
        output: &mut Output,
    ) {
        let running = self.running.take();
        let report = match answer {
            Ok(Answer::Found(report)) => report,
            Ok(Answer::Stopped) => return,
            Err(SearchFailed) => return warn("the search failed", output),
        };
        match running {
            Some(Running::Go(position)) => {
                self.end_table(output);
                self.play_ours(position, report, session, output);
            }
            Some(Running::Hint(_)) => self.end_table(output),
            Some(Running::Review(mut review)) => {
                review.add(&report, self.style(), output);
                self.review(review, session, output);
            }
            Some(Running::Solve(mut solving)) => {
                solving.finish(&report, output);
                self.solve_next(solving, session, output);
            }
            None => {}
        }
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

    /// Takes over the options of the session, unless that was done.
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

    fn write_remarks(&mut self) {
        for remark in self.settings_mut().remarks.drain(..) {
            log::warn!("{remark}");
        }
    }

    fn style(&self) -> table::Style {
        self.settings().style()
    }

    /// Writes the board, if boards are wanted.
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

    fn begin_table(&self, output: &mut Output) {
        if self.settings().verbose > 0 {
            say(table::HEADER, &mut output.replies);
            say(table::RULE, &mut output.replies);
        }
    }

    fn end_table(&self, output: &mut Output) {
        if self.settings().verbose > 0 {
            say(table::RULE, &mut output.replies);
        }
    }

    /// Plays a move for the side to move: a forced one, or one that is searched for.
    fn go(&mut self, session: &mut Session, output: &mut Output) {
        let position = *session.game().position();
        if position.is_over() {
            return output.replies.extend_from_slice(b"\n*** Game Over ***\n");
        }
        if position.must_pass() {
            return self.play_without_search(Move::Pass, session, output);
        }
        if let Some(played) = self.forced.next(session.game()) {
            return self.play_without_search(played, session, output);
        }
        self.begin_table(output);
        self.running = Some(Running::Go(position));
        let scope = Scope {
            moves: position.moves(),
            lines: 1,
        };
        // An only move is searched as well if a table must show its value.
        match scope.moves.len() == 1 && self.settings().verbose > 0 {
            true => self.analyze(scope, &position, session),
            false => session.start(Task::Move, position),
        }
    }

    /// Shows the best moves.
    fn hint(&mut self, lines: usize, session: &mut Session, output: &mut Output) {
        let position = *session.game().position();
        if position.is_over() {
            return;
        }
        self.begin_table(output);
        if position.must_pass() {
            return self.end_table(output);
        }
        self.running = Some(Running::Hint(position));
        let scope = Scope {
            moves: position.moves(),
            lines,
        };
        self.analyze(scope, &position, session);
    }

    /// Starts a search for a table, for which a clock gives it the time of a move.
    fn analyze(&self, scope: Scope, position: &Position, session: &mut Session) {
        let mut options = session.options().clone();
        let budget = session
            .clock
            .budget(position.to_move(), position.empty().len());
        let soft = budget.map(|budget| budget.soft);
        options.move_time = soft.into_iter().chain(options.move_time).min();
        let goal = limits::goal(&options, position, self.settings().confidence);
        session.start_under(&options, Task::LimitedAnalysis(scope, goal), *position);
    }

    fn play_without_search(&mut self, played: Move, session: &mut Session, output: &mut Output) {
        let color = session.game().position().to_move();
        if session.play(color, played).is_ok() {
            self.undone.clear();
            self.announce(played, output);
        }
    }

    fn play_ours(
        &mut self,
        position: Position,
        report: Report,
        session: &mut Session,
        output: &mut Output,
    ) {
        let color = position.to_move();
        let (played, time) = (report.best_move(), report.time);
        let is_same = *session.game().position() == position;
        if let Some(played) = played.filter(|_| is_same)
            && session.play_generated(color, report).is_ok()
        {
            self.undone.clear();
            self.spent[color as usize] += time;
            self.announce(played, output);
        }
    }

    fn announce(&mut self, played: Move, output: &mut Output) {
        let settings = self.settings();
        let text = format!(
            "\n{} plays {}",
            settings.name,
            table::name(played, settings.pass)
        );
        say(&text, &mut output.replies);
        self.is_prompt_due = true;
    }

    /// Begins a game from this position.
    fn begin(&mut self, start: Position, session: &mut Session) {
        session.start_game();
        session.replace_game(Game::new(start));
        self.settings().apply_clock(session);
        self.undone.clear();
        self.spent = [Duration::ZERO; 2];
    }

    fn review(&mut self, review: Review, session: &mut Session, output: &mut Output) {
        match review.next() {
            Some((position, moves)) => {
                let scope = Scope { moves, lines: 1 };
                self.running = Some(Running::Review(review));
                self.analyze(scope, &position, session);
            }
            None => review.write_totals(output),
        }
    }

    fn solve_next(&mut self, mut solving: Solving, session: &mut Session, output: &mut Output) {
        let is_started = solving.start_next(self.settings(), session, output);
        match is_started {
            true => self.running = Some(Running::Solve(solving)),
            false => solving.write_totals(output),
        }
    }
}

fn write_rows(style: table::Style, position: &Position, report: &Report, output: &mut Output) {
    for line in &report.lines {
        let row = table::row(style, position, report, line);
        output.replies.extend_from_slice(row.as_bytes());
        output.replies.push(b'\n');
    }
}

/// Warns about a command in the form in which Edax does: on the standard error stream.
fn warn(text: &str, output: &mut Output) {
    const LONGEST: usize = 200;
    let text: String = text.chars().take(LONGEST).collect();
    let text = format!("\nWARNING: {text}\n");
    output.remarks.extend_from_slice(text.as_bytes());
}
