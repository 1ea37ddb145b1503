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
use super::{Row, ToolError, problems};
use crate::board::notation::obf::Problem;
use arguments::Arguments;
use figures::Figures;
use judge::Judge;

pub(super) const ROW: Row = Row {
    name: "evaltest",
    args: "FILE ... [--depth N] [--only NUMBERS] [--threads N] [--hash-mb N]",
    summary: "measures how far the engine's opinion is from the scores in OBF files",
    help: HELP,
    run,
};

const HELP: &str = "
  FILE            lines of a board and its scores; - is the standard input
  --depth N       look N plies ahead, as a dialogue does with this depth; 0 is the
                  evaluation alone (default: 0)
  --only NUMBERS  only these positions, such as 3 or 40-49,52
  --threads N     how many positions are judged at once (default: 1)
  --hash-mb N     how many megabytes each of these has to remember what it
                  has seen (default: 16)

An error is the opinion less the best score of the position in the file, in
discs. A row for each number of empty squares, and one for all, has its mean
(bias), the mean of its size (mae), the root of its mean square (rmse), and how
often it is 3 discs at most (within3). Positions without scores are unscored.

With a search it is also told how often the best move is found. All positions
with more than one legal move count (choices). A move is best if the file gives
it the best score of the position; if the file does not have it, it counts as
not best (unlisted). So a file may leave out moves that are not best.

Exit status: 0 the figures are written, 1 that failed, 2 the command line or a
file is bad, 130 ended by Ctrl-C, with the figures so far.
";

/// The figures for each number of empty squares.
type Stages = BTreeMap<u32, Figures>;

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = arguments::parse(words)?;
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
