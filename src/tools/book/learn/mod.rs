//! `obverse book learn`: adds the positions of games to a book.
//!
//! Either the engine searches the positions, as [`grow`] does, or the moves get
//! the values that the [games] give them.

mod games;

use std::io::Write;

use super::grow::{self, Candidates, Plan};
use super::shared;
use crate::flags::{Count, File, Flag, Given, Group, OneOf, Operand, Place, Syntax, Whole};
use crate::session::options::{LEVELS, THREAD_COUNTS};
use crate::tools::arguments::{self, ONE_FOR_EACH_CORE};
use crate::tools::source::{Reading, Source};
use crate::tools::{Body, Row, ToolError};
use games::{Lessons, Tally};

pub(super) const ROW: Row = Row {
    name: "learn",
    summary: "adds the positions of games to the book FILE, which is created if it does not exist",
    details: "",
    exit_statuses: &[],
    body: Body::Arguments(&SYNTAX, run),
};

/// Where the values of moves come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Values {
    Search,
    Games,
}

struct Arguments {
    plan: Plan,
    games: Vec<String>,
    reading: Reading,
    values: Values,
    /// A position must occur in this many games.
    least: u32,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            plan: Plan::default(),
            games: Vec::new(),
            reading: Reading::default(),
            values: Values::Search,
            least: 1,
        }
    }
}

impl AsMut<Reading> for Arguments {
    fn as_mut(&mut self) -> &mut Reading {
        &mut self.reading
    }
}

const VALUES: OneOf<Values> = OneOf {
    all: || vec![Values::Search, Values::Games],
    name: |values| match values {
        Values::Search => "search",
        Values::Games => "games",
    },
};

const SYNTAX: Syntax<Arguments> = Syntax {
    command: "book learn",
    usage: &["FILE GAMES ... [FLAG ...]"],
    operands: &[
        Operand {
            name: "FILE",
            count: Count::One,
            summary: "the book, which is created if it does not exist",
            field: &Given {
                kind: File,
                set: |arguments: &mut Arguments, file| arguments.plan.file = file,
            },
        },
        Operand {
            name: "GAMES",
            count: Count::Some,
            summary: "files of games; - is standard input",
            field: &Given {
                kind: File,
                set: |arguments: &mut Arguments, file| arguments.games.push(file),
            },
        },
    ],
    groups: &[Group {
        title: "Flags of learn",
        flags: FLAGS,
    }],
};

const FLAGS: &[Flag<Arguments>] = &[
    arguments::from(),
    arguments::gogui_rows(),
    Flag::new(
        &["--plies"],
        "N",
        "add only positions that are fewer than this many plies from the start",
        &Place(Whole::new(1, 60), |arguments: &mut Arguments| {
            &mut arguments.plan.expansion.plies
        }),
    ),
    Flag::new(
        &["--min-games"],
        "N",
        "add only positions that occur in at least this many games",
        &Place(
            Whole::new(1, u32::MAX as u64),
            |arguments: &mut Arguments| &mut arguments.least,
        ),
    ),
    Flag::new(
        &["--values"],
        "FROM",
        "search every move of these positions, or take the values of the moves that were played \
         from the games",
        &Place(VALUES, |arguments: &mut Arguments| &mut arguments.values),
    )
    .details(
        "The value of a move is then the mean of those that the players have recorded for it or, \
         if there are none, of the results of the games; its level is 0.",
    ),
    arguments::level(
        "search at this level after each move",
        &Place(LEVELS, |arguments: &mut Arguments| {
            &mut arguments.plan.level
        }),
    ),
    arguments::work_threads(
        "search this many positions at once",
        &Place(THREAD_COUNTS, |arguments: &mut Arguments| {
            &mut arguments.plan.threads
        }),
    )
    .default(ONE_FOR_EACH_CORE),
];

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = SYNTAX.parse(words)?.arguments;
    let mut lessons = Lessons::new(arguments.plan.expansion.plies);
    for name in &arguments.games {
        lessons.take(&Source::read(name, arguments.reading)?)?;
    }
    let Tally { games, skipped } = lessons.tally;
    if games == skipped {
        let problem = "book learn: there are no games; the book was not changed";
        return Err(ToolError::Failed(problem.to_string()));
    }
    let positions = lessons.positions(arguments.least);
    match arguments.values {
        Values::Search => {
            let positions = positions.into_iter().map(|lesson| lesson.position);
            let listed = Candidates::Listed(positions.collect());
            grow::add(arguments.plan, listed, output)?;
        }
        Values::Games => {
            let (before, after) = shared::update(&arguments.plan.file, |book| {
                let before = book.len();
                for lesson in &positions {
                    book.insert(&lesson.position, &lesson.moves());
                }
                (before, book.len())
            })?;
            writeln!(output, "total: positions {after}, added {}", after - before)?;
            output.flush()?;
        }
    }
    match skipped {
        0 => Ok(()),
        some => Err(ToolError::Failed(format!(
            "book learn: {some} of {games} games skipped"
        ))),
    }
}
