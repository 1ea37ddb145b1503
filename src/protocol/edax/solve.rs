//! Files of positions with known scores: the console's `solve`, and `-solve FILE`, which
//! also answers positions one by one as they come in.

use std::io;
use std::path::Path;
use std::time::Duration;

use super::settings::Settings;
use super::table::{self, HEADER, SOLVE_RULE, Style, clock};
use super::{Output, warn};
use crate::board::notation::obf::Problem;
use crate::board::{Color, Position};
use crate::protocol::limits;
use crate::protocol::text::say;
use crate::protocol::{Flow, Line, Protocol};
use crate::search::analysis::{Goal, Scope};
use crate::search::report::{Report, Source};
use crate::session::{Answer, Pace, SearchFailed, Session, Task};
use crate::text::plain;

/// How much narrower a principal variation is after the number of the position.
const NUMBER_WIDTH: usize = 4;

/// From this verbosity on each position is shown, with a table of its own.
const SHOWS_POSITIONS: u32 = 2;

/// The number of lines in a row that are named if they are no positions.
const MOST_NAMED: usize = 10;

/// The number of lines in a row that may be no positions. A file with more is another one.
const MOST_UNREADABLE: usize = 1000;

/// The positions of a file, and what was found so far.
pub(super) struct Solving {
    name: String,
    verbose: u32,
    style: Style,
    lines: std::vec::IntoIter<String>,
    problem: Option<Problem>,
    /// The number of lines before the next one that are no positions.
    unreadable: usize,
    /// The last row that was written for the problem.
    number: usize,
    nodes: u64,
    time: Duration,
    wrong_moves: u32,
    wrong_scores: u32,
    move_error: i32,
    score_error: i32,
}

impl Solving {
    /// The lines of this text.
    pub(super) fn new(path: &Path, settings: &Settings, text: String) -> Solving {
        let lines: Vec<String> = text.lines().map(str::to_string).collect();
        Solving {
            name: plain(&path.display().to_string()).into_owned(),
            verbose: settings.verbose,
            style: Style {
                width: settings.width.saturating_sub(NUMBER_WIDTH),
                pass: settings.pass,
            },
            lines: lines.into_iter(),
            problem: None,
            unreadable: 0,
            number: 0,
            nodes: 0,
            time: Duration::ZERO,
            wrong_moves: 0,
            wrong_scores: 0,
            move_error: 0,
            score_error: 0,
        }
    }

    pub(super) fn write_head(&self, output: &mut Output) {
        if self.verbose == 1 {
            say(
                &format!(" # |{HEADER}\n---+{SOLVE_RULE}"),
                &mut output.replies,
            );
        }
    }

    /// Starts the search of the next position; false if there is none.
    pub(super) fn start_next(
        &mut self,
        settings: &Settings,
        session: &mut Session,
        output: &mut Output,
    ) -> bool {
        while !self.is_given_up()
            && let Some(line) = self.lines.next()
        {
            if self.start(&line, settings, session, output) {
                return true;
            }
        }
        false
    }

    /// Starts the search of the position of a line; false if no search is needed.
    fn start(
        &mut self,
        line: &str,
        settings: &Settings,
        session: &mut Session,
        output: &mut Output,
    ) -> bool {
        let line = line.trim();
        if line.is_empty() || line.starts_with('%') {
            return false;
        }
        let Some(problem) = self.read(line, output) else {
            return false;
        };
        self.number += 1;
        let position = problem.position;
        if self.verbose >= SHOWS_POSITIONS {
            let picture = picture(&position, self.number);
            output.replies.extend_from_slice(picture.as_bytes());
            say(&format!("{HEADER}\n{SOLVE_RULE}"), &mut output.replies);
        }
        self.problem = Some(problem);
        if position.is_over() {
            self.finish(&final_report(&position), output);
            return false;
        }
        // Each position is searched as if it were the only one.
        session.clear_cache();
        session.clock.restart();
        let scope = Scope {
            moves: position.moves(),
            lines: 1,
        };
        let goal = match settings.solves_exactly {
            true => Goal {
                depth: None,
                selectivity: 100,
            },
            false => limits::goal(session.options(), &position, settings.confidence),
        };
        session.start(Task::LimitedAnalysis(scope, goal), position);
        true
    }

    /// The position of a line, with the scores given there. Whatever else follows a position is
    /// reported, and the position is solved nevertheless.
    fn read(&mut self, line: &str, output: &mut Output) -> Option<Problem> {
        let problem = match line.parse() {
            Ok(problem) => {
                self.count_unnamed(output);
                return Some(problem);
            }
            Err(problem) => format!("{line}: {problem}"),
        };
        let board = line.split(';').next().unwrap_or_default();
        let Ok(position) = board.parse::<Position>() else {
            self.refuse(&problem, output);
            return None;
        };
        self.count_unnamed(output);
        warn(&problem, output);
        Some(Problem {
            position,
            scores: Vec::new(),
            comment: None,
        })
    }

    /// Reports a line that is no position.
    fn refuse(&mut self, problem: &str, output: &mut Output) {
        self.unreadable += 1;
        if self.unreadable <= MOST_NAMED {
            warn(problem, output);
        }
    }

    /// Tells how many of the last lines are no positions, if not all of them were named.
    fn count_unnamed(&mut self, output: &mut Output) {
        let unnamed = std::mem::take(&mut self.unreadable).saturating_sub(MOST_NAMED);
        if unnamed > 0 {
            let text = format!(
                "{}: {unnamed} more lines are no positions",
                self.short_name()
            );
            warn(&text, output);
        }
    }

    /// Whether the rest is not read, because this is no file of positions.
    fn is_given_up(&self) -> bool {
        self.unreadable > MOST_UNREADABLE
    }

    /// What is wrong with the whole file.
    fn problem(&self) -> Option<String> {
        let problem = match (self.is_given_up(), self.number) {
            (true, _) => {
                let count = self.unreadable;
                format!("{count} lines in a row are no positions, and the rest was not read")
            }
            (false, 0) => "no position found".to_string(),
            (false, _) => return None,
        };
        let name = self.short_name();
        Some(format!(
            "{name}: {problem}; expected one on each line, in OBF"
        ))
    }

    /// The beginning of the name, since it may be longer than a line.
    fn short_name(&self) -> String {
        const LONGEST_NAME: usize = 30;
        self.name.chars().take(LONGEST_NAME).collect()
    }

    /// Writes a report of the running search, if each depth is wanted.
    pub(super) fn tell(&mut self, report: &Report, output: &mut Output) {
        if let Some(problem) = &self.problem
            && self.verbose >= SHOWS_POSITIONS
        {
            table::write_rows(self.style, &problem.position, report, output);
        }
    }

    /// Writes the end of a search.
    pub(super) fn finish(&mut self, report: &Report, output: &mut Output) {
        let Some(problem) = self.problem.take() else {
            return;
        };
        self.nodes += report.nodes;
        self.time += report.time;
        let complaint = self.judge(&problem, report);
        if self.verbose >= SHOWS_POSITIONS {
            if !complaint.is_empty() {
                say(complaint.trim_start(), &mut output.replies);
            }
            say(&format!("\n{SOLVE_RULE}"), &mut output.replies);
        } else if self.verbose == 1 || !complaint.is_empty() {
            let row = table::row(self.style, &problem.position, report, report.best());
            let row = format!("{:3}|{row}{complaint}\n", self.number);
            output.replies.extend_from_slice(row.as_bytes());
        }
    }

    /// Compares an exact report with the scores of the file.
    fn judge(&mut self, problem: &Problem, report: &Report) -> String {
        let Some(expected) = problem.best_score().filter(|_| report.is_exact()) else {
            return String::new();
        };
        let found = report.discs();
        if found != expected {
            self.wrong_scores += 1;
            self.score_error += (found - expected).abs();
            return format!(" Erroneous score: {expected:+} expected");
        }
        let played = report.best_move();
        let Some(score) = played.and_then(|played| problem.score_of(played)) else {
            return String::new();
        };
        if score == expected {
            return String::new();
        }
        self.wrong_moves += 1;
        self.move_error += expected - score;
        let best = problem.scores.iter();
        let best: Vec<String> = best
            .filter(|&&(_, score)| score == expected)
            .map(|&(played, _)| table::name(played, self.style.pass))
            .collect();
        format!(
            " Erroneous move: {} expected, with score {expected:+}, error = {:+}",
            best.join(" "),
            expected - score
        )
    }

    /// Writes the totals, and what is wrong with the file.
    pub(super) fn end(&mut self, output: &mut Output) {
        self.write_totals(output);
        match self.problem() {
            Some(problem) => warn(&problem, output),
            None => self.count_unnamed(output),
        }
    }

    fn write_totals(&self, output: &mut Output) {
        if self.verbose == 1 {
            say(SOLVE_RULE, &mut output.replies);
        }
        let name = self.short_name();
        let mut total = format!("{name}: {} nodes in {}", self.nodes, clock(self.time));
        let speed = (u128::from(self.nodes) * 1000).checked_div(self.time.as_millis());
        if let Some(speed) = speed {
            total += &format!(" ({speed:8} nodes/s).");
        }
        say(&total, &mut output.replies);
        let mean = |sum: i32| f64::from(sum) / self.number.max(1) as f64;
        let positions = format!(
            "{} positions; {} erroneous move; {} erroneous score; \
             mean absolute score error = {:.3}; mean absolute move error = {:.3}",
            self.number,
            self.wrong_moves,
            self.wrong_scores,
            mean(self.score_error),
            mean(self.move_error),
        );
        say(&positions, &mut output.replies);
    }
}

/// The report of a position in which the game is over.
fn final_report(position: &Position) -> Report {
    use crate::score::Score;
    use crate::search::report;
    use crate::search::value::{Unit, Value};
    let value = Value {
        score: Score::result(position.result()),
        unit: Unit::DISCS,
    };
    let line = report::Line {
        value: Some(value),
        is_exact: true,
        ..report::Line::new(Vec::new())
    };
    Report::new(Source::Forced, vec![line])
}

/// The board of a problem.
fn picture(position: &Position, number: usize) -> String {
    let side = |color| match color {
        Color::Black => '*',
        Color::White => 'O',
    };
    let to_move = position.to_move();
    let empties = position.empty().len();
    let player = |color| {
        let discs = position.discs(color).len();
        let moves = position.moves_of(color).len();
        format!(" {}: discs = {discs:2}    moves = {moves:2}", side(color))
    };
    let mut text = format!("\n*** problem # {number} ***\n\n  A B C D E F G H\n");
    for (row, squares) in super::board::rows(position).enumerate() {
        let remark = match row {
            1 => format!(" {} to move", side(to_move)),
            3 => player(to_move),
            4 => player(!to_move),
            5 => format!(
                "  empties = {empties:2}      ply = {:2}",
                61 - empties.min(60)
            ),
            _ => String::new(),
        };
        let rank = row + 1;
        text += &format!("{rank} {squares}{rank}{remark}\n");
    }
    text + "  A B C D E F G H\n\n"
}

/// Solves positions line by line as they come in: `-solve FILE`.
pub(super) struct SolveFile {
    settings: Settings,
    solving: Solving,
    has_begun: bool,
}

impl SolveFile {
    pub(super) fn new(path: &Path, settings: Settings) -> SolveFile {
        SolveFile {
            solving: Solving::new(path, &settings, String::new()),
            settings,
            has_begun: false,
        }
    }

    /// An error if there were lines, but none of them, or none of too many, was a position.
    pub(super) fn result(&self) -> io::Result<()> {
        match self.solving.problem() {
            Some(problem) if self.solving.unreadable > 0 => Err(io::Error::other(problem)),
            _ => Ok(()),
        }
    }

    fn begin(&mut self, output: &mut Output) {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.solving.write_head(output);
        }
    }
}

impl Protocol for SolveFile {
    fn line(&mut self, line: &Line, session: &mut Session, output: &mut Output) -> Flow {
        self.begin(output);
        match line.text() {
            Some(text) => {
                self.solving.start(&text, &self.settings, session, output);
            }
            None => self.solving.refuse("line too long", output),
        }
        if self.solving.is_given_up() {
            self.solving.write_totals(output);
            return Flow::Quit;
        }
        Flow::Continue
    }

    fn idle(&mut self, _: &mut Session, output: &mut Output) {
        self.begin(output);
    }

    fn input_ended(&mut self, _: &mut Session, output: &mut Output) {
        match self.result() {
            Ok(()) => self.solving.end(output),
            Err(_) => self.solving.write_totals(output),
        }
    }

    fn pace(&self) -> Option<Pace> {
        (self.settings.verbose >= SHOWS_POSITIONS).then_some(Pace::EVERY_REPORT)
    }

    fn tell(&mut self, report: &Report, output: &mut Output) {
        self.solving.tell(report, output);
    }

    fn finished(
        &mut self,
        answer: Result<Answer, SearchFailed>,
        _: &mut Session,
        output: &mut Output,
    ) {
        match answer {
            Ok(Answer::Found(report)) => self.solving.finish(&report, output),
            Ok(Answer::Stopped) => {}
            Err(SearchFailed) => warn("the search failed", output),
        }
    }

    fn stops_searches(&self, _: &Line) -> bool {
        false
    }
}
