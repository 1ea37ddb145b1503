//! `obverse book stats`: how large a book is, and what its values are like.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::io::Write;

use super::expansion::plies;
use super::{OneBook, inspection, level, load};
use crate::flags::Syntax;
use crate::search::engine::book::{Book, Certainty};
use crate::tools::{Body, Row, ToolError};

pub(super) const ROW: Row = Row {
    name: "stats",
    summary: "counts positions by plies and value, and moves by the level of their search",
    details: "",
    exit_statuses: &[],
    body: Body::Arguments(&SYNTAX, run),
};

const SYNTAX: Syntax<OneBook> = inspection("book stats");

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let file = SYNTAX.parse(words)?.arguments.file;
    output.write_all(Stats::of(&load(&file)?).to_string().as_bytes())?;
    Ok(output.flush()?)
}

#[derive(Default)]
struct Stats {
    moves: u64,
    /// Legal moves that are not in the book.
    unknown: u64,
    plies: BTreeMap<u32, u64>,
    levels: BTreeMap<Certainty, u64>,
    values: BTreeMap<i8, u64>,
}

impl Stats {
    fn of(book: &Book) -> Stats {
        let mut stats = Stats::default();
        for (position, moves) in book.positions() {
            stats.moves += moves.len() as u64;
            stats.unknown += u64::from(position.moves().len()) - moves.len() as u64;
            *stats.plies.entry(plies(&position)).or_default() += 1;
            for known in moves {
                *stats.levels.entry(known.certainty).or_default() += 1;
            }
            if let Some(value) = moves.iter().map(|known| known.value).max() {
                *stats.values.entry(value).or_default() += 1;
            }
        }
        stats
    }
}

impl Display for Stats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let positions: u64 = self.plies.values().sum();
        let (moves, unknown) = (self.moves, self.unknown);
        writeln!(
            f,
            "positions {positions}, moves {moves}, unknown moves {unknown}"
        )?;
        f.write_str(&table("plies", "positions", &self.plies, u32::to_string))?;
        f.write_str(&table("level", "moves", &self.levels, |&certainty| {
            level(certainty)
        }))?;
        f.write_str(&table("value", "positions", &self.values, |value| {
            format!("{value:+}")
        }))
    }
}

fn table<K>(
    name: &str,
    counted: &str,
    counts: &BTreeMap<K, u64>,
    text: impl Fn(&K) -> String,
) -> String {
    let mut table = format!("\n{name:>5} {counted:>10}\n");
    for (key, count) in counts {
        writeln!(table, "{:>5} {count:>10}", text(key)).expect("a string takes everything");
    }
    table
}
