//! `obverse solve`: solves the positions in OBF files, and compares the results with the
//! scores in the files.

mod arguments;
mod json;
mod table;
mod verdict;

use std::io::Write;
use std::ops::AddAssign;
use std::time::Duration;

use super::interrupt::Interrupt;
use super::terminal::{self, Progress};
use super::{Body, Row, ToolError, problems};
use crate::board::notation::obf::Problem;
use crate::search::control::Limits;
use crate::search::engine::{Effort, Engine, EngineOptions};
use crate::search::report::Report;
use verdict::Verdict;

pub(super) const ROW: Row = Row {
    name: "solve",
    summary: "solves the positions in OBF files and checks their scores",
    details: "Positions are numbered from 1 across all files. Each one is solved with an empty \
              transposition table.",
    exit_statuses: &[
        (0, "no score is wrong"),
        (1, "at least one score is wrong"),
        (2, "the command line or a file is wrong"),
        (
            130,
            "interrupted by Ctrl-C; the current position was written with the best move so far",
        ),
    ],
    body: Body::Arguments(&arguments::SYNTAX, run),
};

/// A position that was solved, or searched up to its limits.
struct Solved<'a> {
    /// Its number, counted from 1 across all files.
    number: usize,
    problem: &'a Problem,
    report: Report,
}

impl Solved<'_> {
    fn verdict(&self) -> Verdict {
        Verdict::of(self.problem, &self.report)
    }

    fn empties(&self) -> u32 {
        self.problem.position.empty().len()
    }
}

/// Totals over all positions.
#[derive(Default)]
struct Total {
    positions: usize,
    right: usize,
    /// The numbers of the positions with a wrong result.
    wrong: Vec<usize>,
    nodes: u64,
    time: Duration,
}

impl AddAssign<&Solved<'_>> for Total {
    fn add_assign(&mut self, solved: &Solved<'_>) {
        self.positions += 1;
        self.nodes += solved.report.nodes;
        self.time += solved.report.time;
        match solved.verdict() {
            Verdict::Right => self.right += 1,
            Verdict::Wrong { .. } => self.wrong.push(solved.number),
            Verdict::Open | Verdict::None => {}
        }
    }
}

/// The output format, with one line per position.
trait Format {
    /// The first line, if there is one.
    fn head(&self) -> Option<String>;
    /// One position.
    fn row(&self, solved: &Solved<'_>) -> String;
    /// The last line.
    fn total(&self, total: &Total) -> String;
}

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = arguments::SYNTAX.parse(words)?.arguments;
    let problems = problems::read(&arguments.files)?;
    let chosen = arguments.only.choose(&problems)?;
    let chosen: Vec<_> = arguments.slice.of(chosen).collect();
    let format: &dyn Format = match arguments.is_json {
        true => &json::Lines,
        false => &table::Table {
            width: terminal::width(),
        },
    };
    let mut solver = Solver {
        engine: Engine::new(),
        options: EngineOptions {
            threads: arguments.threads as usize,
            hash_mb: arguments.hash_mb as usize,
        },
        effort: arguments.effort,
        limit: arguments.limit,
        interrupt: Interrupt::install(),
        progress: Progress::new(chosen.len()),
    };
    let mut write = |solver: &Solver, text: String| solver.progress.line(output, &text);
    let mut total = Total::default();
    if let Some(head) = format.head() {
        write(&solver, head)?;
    }
    for (number, problem) in chosen {
        let solved = solver.solve(number, problem);
        total += &solved;
        write(&solver, format.row(&solved))?;
        solver.progress.step();
        if solver.interrupt.is_requested() {
            break;
        }
    }
    write(&solver, format.total(&total))?;
    match total.wrong.as_slice() {
        _ if solver.interrupt.is_requested() => Err(ToolError::Interrupted),
        [] => Ok(()),
        wrong => Err(ToolError::Failed(list_wrong_scores(wrong))),
    }
}

struct Solver {
    engine: Engine,
    options: EngineOptions,
    effort: Effort,
    /// The time limit for each position.
    limit: Option<Duration>,
    interrupt: Interrupt,
    progress: Progress,
}

impl Solver {
    /// Solves a position independently of those before it, so that its row does not depend
    /// on which others are selected.
    fn solve<'a>(&mut self, number: usize, problem: &'a Problem) -> Solved<'a> {
        let position = &problem.position;
        let empties = position.empty().len();
        let progress = &self.progress;
        progress.set_message(|| format!("{number}: {empties} empties"));
        let mut on_report = |report: &Report| {
            progress.set_message(|| format!("{number}: {}", table::progress(empties, report)));
        };
        self.engine.clear();
        let control = self.interrupt.control(Limits {
            time: self.limit,
            ..Limits::default()
        });
        let options = self.options;
        let report = self
            .engine
            .solve(position, self.effort, options, &control, &mut on_report);
        Solved {
            number,
            problem,
            report,
        }
    }
}

/// Names the wrong positions, up to a limit.
fn list_wrong_scores(wrong: &[usize]) -> String {
    const MOST_NAMED: usize = 10;
    let named: Vec<String> = wrong
        .iter()
        .take(MOST_NAMED)
        .map(usize::to_string)
        .collect();
    let more = match wrong.len() > MOST_NAMED {
        true => ", ...",
        false => "",
    };
    format!("solve: {} wrong: {}{more}", wrong.len(), named.join(", "))
}
