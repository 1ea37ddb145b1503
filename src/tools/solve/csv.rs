//! Answers as comma-separated values, for spreadsheets and data frames.

use csv::WriterBuilder;
use serde::{Deserialize, Serialize};

use super::answer::{Answer, MoveAnswer};
use super::claim::Relation;
use super::{Format, Solved, Total};
use crate::tools::formatting;

/// How the first line begins.
pub(super) const FIRST_COLUMNS: &str = "n,position,";

const COLUMNS: [&str; 13] = [
    "n",
    "position",
    "empties",
    "score",
    "bound",
    "move",
    "exact",
    "depth",
    "selectivity",
    "nodes",
    "seconds",
    "pv",
    "moves",
];

/// A row for each position, below the names of the columns.
pub(super) struct Table;

/// The fields of an answer, in the order of the columns.
#[derive(Serialize, Deserialize)]
struct Row {
    n: usize,
    position: String,
    empties: u32,
    score: i32,
    bound: Option<Relation>,
    r#move: String,
    exact: bool,
    depth: u32,
    selectivity: u32,
    nodes: u64,
    seconds: f64,
    pv: String,
    moves: String,
}

impl From<&Answer> for Row {
    fn from(answer: &Answer) -> Row {
        let moves: Vec<String> = answer.moves.iter().map(MoveAnswer::to_string).collect();
        Row {
            n: answer.number,
            position: answer.position.to_string(),
            empties: answer.empties,
            score: answer.score,
            bound: answer.relation,
            r#move: answer.best.map(|best| best.to_string()).unwrap_or_default(),
            exact: answer.exact,
            depth: answer.depth,
            selectivity: answer.selectivity,
            nodes: answer.nodes,
            seconds: answer.seconds,
            pv: formatting::moves(&answer.pv),
            moves: moves.join(" "),
        }
    }
}

impl TryFrom<Row> for Answer {
    type Error = String;

    fn try_from(row: Row) -> Result<Answer, String> {
        let best = Some(row.r#move.as_str()).filter(|best| !best.is_empty());
        let pv = row.pv.split_whitespace().map(str::parse);
        let moves = row.moves.split_whitespace().map(str::parse);
        Ok(Answer {
            number: row.n,
            position: row.position.parse().map_err(|error| format!("{error}"))?,
            empties: row.empties,
            score: row.score,
            relation: row.bound,
            best: best
                .map(str::parse)
                .transpose()
                .map_err(|error| format!("{error}"))?,
            exact: row.exact,
            depth: row.depth,
            selectivity: row.selectivity,
            nodes: row.nodes,
            seconds: row.seconds,
            pv: pv
                .collect::<Result<_, _>>()
                .map_err(|error| format!("{error}"))?,
            moves: moves.collect::<Result<_, _>>()?,
        })
    }
}

impl Format for Table {
    fn head(&self) -> Option<String> {
        Some(COLUMNS.join(","))
    }

    fn row(&self, solved: &Solved<'_>) -> String {
        let mut writer = WriterBuilder::new()
            .has_headers(false)
            .from_writer(Vec::new());
        writer
            .serialize(Row::from(&solved.answer))
            .expect("memory takes everything");
        let bytes = writer.into_inner().expect("memory takes everything");
        String::from_utf8_lossy(bytes.trim_ascii_end()).into_owned()
    }

    fn total(&self, _: &Total) -> Option<String> {
        None
    }
}

/// The answers in a table, with the numbers of their lines.
pub(super) fn read(text: &str) -> Vec<(usize, Result<Answer, String>)> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = (2..).zip(reader.deserialize());
    let answers = rows.map(|(next, row)| {
        let line = match &row {
            Err(error) => csv::Error::position(error).map(|place| place.line() as usize),
            Ok(_) => None,
        };
        let row: Result<Row, String> = row.map_err(|error| problem(&error));
        (line.unwrap_or(next), row.and_then(Answer::try_from))
    });
    answers.collect()
}

/// What is wrong, without the line, which the caller tells.
fn problem(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => match err.field() {
            Some(field) => format!("field {}: {}", field + 1, err.kind()),
            None => err.kind().to_string(),
        },
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("expected {expected_len} fields, got {len}"),
        _ => error.to_string(),
    }
}
