//! `obverse evaltest`: the errors of the engine's evaluation against known scores.

mod arguments;
mod engine;
mod figures;
mod table;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::Write;

use super::interrupt::Interrupt;
use super::terminal::Progress;
use super::threads::share;
use super::{Body, Row, ToolError, problems};
use crate::board::notation::obf::Problem;
use arguments::Arguments;
use engine::EngineUnderTest;
use figures::Figures;

pub(super) const ROW: Row = Row {
    name: "evaltest",
    summary: "measures the engine's evaluation against the scores in OBF files",
    details: "The error is the evaluation minus the best score that the file has for the position, \
              in discs. For each number of empty squares, and for all positions together, a row \
              shows the mean error (bias), the mean absolute error (mae), the root mean square \
              error (rmse), and how often the error is at most 3 discs (within3). Positions \
              without a score are only counted (unscored).\n\nWith --depth, the rows also show \
              how often the engine chose a best move in positions with more than one legal move \
              (choices). A move that the file does not list (unlisted) counts as not best, so a \
              file may omit bad moves.",
    exit_statuses: &[
        (0, "the results were written"),
        (1, "the results could not be written"),
        (2, "the command line or a file is wrong"),
        (
            130,
            "interrupted by Ctrl-C; the results so far were written",
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
    match interrupt.is_requested() {
        true => Err(ToolError::Interrupted),
        false => Ok(()),
    }
}

/// The figures of all positions, or of those that were finished when the user interrupted.
/// They are sums, so it does not matter which thread takes which position.
fn measure(arguments: &Arguments, problems: &[&Problem], interrupt: &Interrupt) -> Stages {
    let mut stages = Stages::new();
    let progress = Progress::new(problems.len());
    let workers = (0..arguments.threads).map(|_| {
        let hash_mb = arguments.hash_mb as usize;
        let mut engine = EngineUnderTest::new(arguments.depth, hash_mb, interrupt);
        move |problem: &&Problem| {
            let figures = figures(&mut engine, problem)?;
            Some((problem.position.empty().len(), figures))
        }
    });
    let Ok(()) = share(interrupt, problems.iter(), workers, |(empties, figures)| {
        *stages.entry(empties).or_default() += figures;
        progress.step();
        Ok::<(), Infallible>(())
    });
    stages
}

/// The figures of one position; `None` if the user has interrupted the search.
fn figures(engine: &mut EngineUnderTest<'_>, problem: &Problem) -> Option<Figures> {
    match problem.best_score() {
        Some(score) => {
            let evaluation = engine.evaluate(&problem.position)?;
            Some(Figures::of(problem, score, &evaluation))
        }
        None => Some(Figures::unscored()),
    }
}
