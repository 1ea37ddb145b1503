//! Files of positions with known scores: the console's `solve`, and `-solve FILE`, which
//! also answers positions one by one as they come in.

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

/// The positions of a file, and what was found so far.
pub(super) struct Solving {
    name: String,
    verbose: u32,
    style: Style,
    lines: std::vec::IntoIter<String>,
    problem: Option<Problem>,
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
        while let Some(line) = self.lines.next() {
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
        let Some(problem) = read(line, output) else {
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

    pub(super) fn write_totals(&self, output: &mut Output) {
        const LONGEST_NAME: usize = 30;
        if self.verbose == 1 {
            say(SOLVE_RULE, &mut output.replies);
        }
        let name: String = self.name.chars().take(LONGEST_NAME).collect();
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
        if self.number == 0 {
            let text = format!("{name}: no position found; expected one on each line, in OBF");
            warn(&text, output);
        }
    }
}

/// The position of a line, with the scores given there. Whatever else follows a position is
/// reported, and the position is solved nevertheless.
fn read(line: &str, output: &mut Output) -> Option<Problem> {
    let problem = match line.parse() {
        Ok(problem) => return Some(problem),
        Err(problem) => problem,
    };
    warn(&format!("{line}: {problem}"), output);
    let board = line.split(';').next().unwrap_or_default();
    let position: Position = board.parse().ok()?;
    Some(Problem {
        position,
        scores: Vec::new(),
        comment: None,
    })
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
            None => warn("line too long", output),
        }
        Flow::Continue
    }

    fn idle(&mut self, _: &mut Session, output: &mut Output) {
        self.begin(output);
    }

    fn input_ended(&mut self, _: &mut Session, output: &mut Output) {
        self.solving.write_totals(output);
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
