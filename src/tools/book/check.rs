//! `obverse book check`: checks a book and counts what it contains.

use std::collections::BTreeMap;
use std::io::Write;

use super::expansion::plies;
use super::{OneBook, inspection, load};
use crate::board::Position;
use crate::flags::Syntax;
use crate::search::engine::book::{Book, BookMove, Certainty};
use crate::tools::{Body, Row, ToolError};

/// Counts for the positions after the same number of plies.
#[derive(Clone, Copy, Default)]
struct Counts {
    positions: usize,
    moves: usize,
    /// Legal moves that are not in the book.
    unknown: usize,
    exact: usize,
    /// Positions whose value is 0.
    even: usize,
}

pub(super) const ROW: Row = Row {
    name: "check",
    summary: "checks whether a book is consistent, and counts what it contains",
    details: "",
    exit_statuses: &[],
    body: Body::Arguments(&SYNTAX, run),
};

const SYNTAX: Syntax<OneBook> = inspection("book check");

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let file = SYNTAX.parse(words)?.arguments.file;
    let book = load(&file)?;
    let mut stages: BTreeMap<u32, Counts> = BTreeMap::new();
    let mut all = Counts::default();
    for (position, moves) in book.positions() {
        stages
            .entry(plies(&position))
            .or_default()
            .add(&position, moves);
        all.add(&position, moves);
    }
    writeln!(
        output,
        "{:>5} {:>9} {:>9} {:>7} {:>7} {:>7}",
        "plies", "positions", "moves", "unknown", "exact", "even"
    )?;
    for (plies, counts) in &stages {
        writeln!(output, "{}", counts.row(&plies.to_string()))?;
    }
    writeln!(output, "{}", all.row("all"))?;
    output.flush()?;
    match count_inconsistent_values(&book) {
        0 => Ok(()),
        some => Err(ToolError::Failed(format!(
            "{file}: {some} values differ from those of best play within the book"
        ))),
    }
}

impl Counts {
    fn add(&mut self, position: &Position, moves: &[BookMove]) {
        let is_exact = |known: &&BookMove| known.certainty == Certainty::Exact;
        self.positions += 1;
        self.moves += moves.len();
        self.unknown += position.moves().len() as usize - moves.len();
        self.exact += moves.iter().filter(is_exact).count();
        self.even += usize::from(moves.iter().map(|known| known.value).max() == Some(0));
    }

    fn row(&self, name: &str) -> String {
        format!(
            "{name:>5} {:>9} {:>9} {:>7} {:>7} {:>7}",
            self.positions, self.moves, self.unknown, self.exact, self.even
        )
    }
}

/// Counts the moves whose value differs from that of best play within the book.
fn count_inconsistent_values(book: &Book) -> usize {
    let mut propagated = book.clone();
    propagated.propagate_values();
    let pairs = book.positions().zip(propagated.positions());
    pairs
        .flat_map(|((_, moves), (_, right))| moves.iter().zip(right))
        .filter(|(known, right)| known != right)
        .count()
}
