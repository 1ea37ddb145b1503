//! `obverse solve`: finds the values of positions, exactly or as bounds, compares them with
//! the scores in the files, and checks them by a second solver.
//!
//! [`input`] reads positions with what is known about them, [`work`] solves them, and the
//! [`answer`]s go to a [`journal`] and, in the order of the positions, to the output: a
//! [`table`], [`json`], [`csv`] or [`obf`]. A [`verdict`] compares an answer with the file,
//! and [`verify`] checks answers independently. A [`claim`] is what is known about a value, and
//! an [`estimate`] tells how long the rest takes.

mod answer;
mod arguments;
mod claim;
mod csv;
mod estimate;
mod input;
mod journal;
mod json;
mod obf;
mod order;
mod table;
mod verdict;
mod verify;
mod work;

use std::collections::HashMap;
use std::io::Write;
use std::ops::AddAssign;
use std::path::Path;
use std::time::Duration;

use super::broken_pipe::IgnoringBrokenPipe;
use super::interrupt::Interrupt;
use super::terminal::{self, Progress};
use super::{Body, Row, ToolError, file_arguments};
use crate::tools::json::seconds;
use answer::Answer;
use arguments::{Arguments, Output};
use input::Entry;
use journal::{Journal, Run};
use order::InOrder;
use verdict::Verdict;
use verify::Statement;
use work::{Division, Job, Solver};

pub(super) const ROW: Row = Row {
    name: "solve",
    summary: "solves positions exactly or within a window, and checks the scores in the files",
    details: "Positions are numbered from 1 across all files. Each one is solved with an empty \
              transposition table.",
    exit_statuses: &[
        (0, "no score is wrong"),
        (
            1,
            "at least one score is wrong, or an answer could not be written",
        ),
        (2, "the command line or a file is wrong"),
        (
            130,
            "interrupted by Ctrl-C; the current positions were written with the best moves so far",
        ),
    ],
    body: Body::Files(&arguments::SYNTAX, run),
};

/// A position with its answer.
struct Solved<'a> {
    entry: &'a Entry,
    answer: Answer,
    verdict: Verdict,
}

impl Solved<'_> {
    fn new(entry: &Entry, answer: Answer) -> Solved<'_> {
        Solved {
            verdict: Verdict::of(&entry.known, &answer),
            entry,
            answer,
        }
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
        let answer = &solved.answer;
        self.positions += 1;
        self.nodes = self.nodes.saturating_add(answer.nodes);
        let time = Duration::try_from_secs_f64(answer.seconds).unwrap_or_default();
        self.time = self.time.saturating_add(time);
        match solved.verdict {
            Verdict::Right => self.right += 1,
            Verdict::Wrong { .. } => self.wrong.push(answer.number),
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
    /// The last line, if there is one.
    fn total(&self, total: &Total) -> Option<String>;
}

/// A position of this run, with its number across all files.
type Chosen<'a> = (usize, &'a Entry);

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = arguments::parse(words)?;
    let entries = input::read(&arguments.files)?;
    let chosen = arguments.only.choose(&entries)?;
    let chosen: Vec<Chosen<'_>> = arguments.slice.of(chosen).collect();
    let interrupt = Interrupt::install();
    let Some(amount) = arguments.verify else {
        let total = match arguments.out {
            Some(_) => {
                let output = &mut IgnoringBrokenPipe(output);
                solve(&arguments, &chosen, &interrupt, output)?
            }
            None => solve(&arguments, &chosen, &interrupt, output)?,
        };
        return judge(&total.wrong);
    };
    let wrong = if arguments.out.is_some() {
        solve(&arguments, &chosen, &interrupt, &mut std::io::sink())?;
        let (_, answers) = open_journal(&arguments, &chosen)?;
        let statements = Statement::of_answers(&answers, &chosen, arguments.window);
        verify::run(&arguments, amount, statements, &interrupt, output)?
    } else {
        let statements = Statement::of_files(&chosen);
        verify::run(&arguments, amount, statements, &interrupt, output)?
    };
    judge(&wrong)
}

/// Fails if any position is wrong.
fn judge(wrong: &[usize]) -> Result<(), ToolError> {
    match wrong {
        [] => Ok(()),
        wrong => Err(ToolError::Failed(list_wrong_scores(wrong))),
    }
}

/// Solves the positions that have no answer in the journal yet, and writes all answers.
fn solve(
    arguments: &Arguments,
    chosen: &[Chosen<'_>],
    interrupt: &Interrupt,
    output: &mut dyn Write,
) -> Result<Total, ToolError> {
    Division::of(arguments, chosen.len())?;
    let (mut journal, known) = open_journal(arguments, chosen)?;
    let format: &dyn Format = match arguments.output {
        Output::Table => &table::Table {
            width: terminal::width(),
            has_moves: arguments.has_moves,
        },
        Output::Json => &json::Lines,
        Output::Csv => &csv::Table,
        Output::Obf => &obf::Lines,
    };
    let mut known: HashMap<usize, Answer> = known
        .into_iter()
        .map(|answer| (answer.number, answer))
        .collect();
    let progress = Progress::new(chosen.len());
    progress.start_at(known.len());
    let mut write = |text: Option<String>| match text {
        Some(text) => progress.line(output, &text),
        None => Ok(()),
    };
    write(format.head())?;
    let mut total = Total::default();
    let mut order = InOrder::new();
    let mut jobs = Vec::new();
    let mut pass_on = |solved: Vec<Solved<'_>>| {
        solved.into_iter().try_for_each(|solved| {
            total += &solved;
            write(Some(format.row(&solved)))
        })
    };
    for (index, &(number, entry)) in chosen.iter().enumerate() {
        match known.remove(&number) {
            Some(answer) => pass_on(order.add(index, Solved::new(entry, answer)))?,
            None => jobs.push(Job {
                index,
                number,
                position: entry.position,
            }),
        }
    }
    let solver = Solver {
        arguments,
        division: Division::of(arguments, jobs.len())?,
        interrupt,
        progress: &progress,
    };
    solver.solve(&jobs, |found| {
        if let Some(journal) = &mut journal
            && found.is_final
        {
            journal.add(&found.answer)?;
        }
        let (_, entry) = chosen[found.index];
        Ok(pass_on(
            order.add(found.index, Solved::new(entry, found.answer)),
        )?)
    })?;
    pass_on(order.rest().collect())?;
    write(format.total(&total))?;
    match interrupt.is_requested() {
        true => Err(ToolError::Interrupted),
        false => Ok(total),
    }
}

/// The journal that the command line names, with the answers in it.
fn open_journal(
    arguments: &Arguments,
    chosen: &[Chosen<'_>],
) -> Result<(Option<Journal>, Vec<Answer>), ToolError> {
    let Some(name) = &arguments.out else {
        return Ok((None, Vec::new()));
    };
    if let Some(file) = arguments
        .files
        .iter()
        .find(|file| file_arguments::is_input(Path::new(name), Path::new(file)))
    {
        return Err(file_arguments::value_error(
            file,
            "it is also given to --out",
        ));
    }
    let positions = || {
        chosen
            .iter()
            .map(|&(number, entry)| (number, &entry.position))
    };
    let run = Run {
        journal: Run::VERSION,
        positions: chosen.len(),
        checksum: Run::checksum(positions()),
        level: arguments.level,
        alpha: arguments.window.alpha,
        beta: arguments.window.beta,
        limit: arguments.limit.map(seconds),
        moves: arguments.has_moves,
    };
    let positions = positions().map(|(number, position)| (number, *position));
    let (journal, answers) = Journal::open(name, &run, &positions.collect())?;
    Ok((Some(journal), answers))
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
