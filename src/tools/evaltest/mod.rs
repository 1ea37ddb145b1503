//! `obverse evaltest`: how far the engine's opinion of positions is from the
//! scores that files give them.

mod arguments;
mod figures;
mod judge;
mod table;

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::interrupt::Interrupt;
use super::terminal::Progress;
use super::{Body, Row, ToolError, problems};
use crate::board::notation::obf::Problem;
use arguments::Arguments;
use figures::Figures;
use judge::Judge;

pub(super) const ROW: Row = Row {
    name: "evaltest",
    summary: "measures the engine's evaluation against the scores in OBF files",
    details: "An error is the evaluation minus the best score of the position in the file, in discs. A \
              row for each number of empty squares, and one for all, has the mean error (bias), \
              the mean absolute error (mae), the root mean square error (rmse), and how often the \
              error is at most 3 discs (within3). Positions without a score count as \
              unscored.\n\nWith a depth, the rows also say how often the best move is found, \
              among all positions with more than one legal move (choices). A move is best if it \
              has the best score in the file; one that the file does not list counts as not best \
              (unlisted), so a file can leave out bad moves.",
    exit_statuses: &[
        (0, "the figures were written"),
        (1, "they could not be written"),
        (2, "the command line or a file is wrong"),
        (
            130,
            "interrupted by Ctrl-C; the figures so far were written",
        ),
    ],
    body: Body::Arguments(&arguments::SYNTAX, run),
};

/// The figures for each number of empty squares.
type Stages = BTreeMap<u32, Figures>;

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = arguments::SYNTAX.parse(words)?.arguments;
    let problems = problems::read(&arguments.files)?;
    let chosen = arguments.only.choose(&problems)?;
    let chosen: Vec<&Problem> = chosen.into_iter().map(|(_, problem)| problem).collect();
    let interrupt = Interrupt::install();
    let stages = measure(&arguments, &chosen, &interrupt);
    table::write(&stages, arguments.depth > 0, output)?;
    match interrupt.is_asked() {
        true => Err(ToolError::Interrupted),
        false => Ok(()),
    }
}

/// The figures of all positions, or of those that are done when the user wants an
/// end. They are sums, so that it does not matter which thread takes which.
fn measure(arguments: &Arguments, problems: &[&Problem], interrupt: &Interrupt) -> Stages {
    let stages = Mutex::new(Stages::new());
    let progress = Progress::new(problems.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut judge = Judge::new(arguments.depth, arguments.hash_mb, interrupt);
        while !interrupt.is_asked()
            && let Some(problem) = problems.get(next.fetch_add(1, Relaxed))
            && let Some(figures) = figures(&mut judge, problem)
        {
            let empties = problem.position.empty().len();
            *lock(&stages).entry(empties).or_default() += figures;
            progress.step();
        }
    };
    thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(work);
        }
    });
    let stages = lock(&stages);
    stages.clone()
}

/// Those of one position; `None` if the user has ended the search.
fn figures(judge: &mut Judge<'_>, problem: &Problem) -> Option<Figures> {
    match problem.best_score() {
        Some(score) => {
            let opinion = judge.opinion(&problem.position)?;
            Some(Figures::of(problem, score, &opinion))
        }
        None => Some(Figures::unscored()),
    }
}

/// A sum is in order even if somebody panicked beside it.
fn lock(stages: &Mutex<Stages>) -> MutexGuard<'_, Stages> {
    stages.lock().unwrap_or_else(PoisonError::into_inner)
}
