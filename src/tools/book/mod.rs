//! `obverse book`: builds opening books and shows what they contain.
//!
//! [`grow`] adds positions that the engine searches, chosen by [`expansion`], and [`learn`]
//! those of games; [`exchange`] converts books to and from [`text`] and the files of other
//! programs; [`show`], [`stats`] and [`check`] inspect a book. [`shared`] lets several processes
//! change the same book.

mod check;
mod exchange;
mod expansion;
mod grow;
mod learn;
mod shared;
mod show;
mod stats;
mod text;

use super::file_arguments::value_error;
use super::{Body, Row, ToolError};
use crate::flags::{Count, File, Given, Operand, Syntax};
use crate::search::engine::book::{Book, Certainty, Source};

pub(super) const ROW: Row = Row {
    name: "book",
    summary: "builds opening books and shows what they contain",
    details: "The actions export, show, stats and check also accept the word embedded as FILE, \
              which stands for the built-in book. OTHER is a text, or a book of Edax (.dat) or \
              Egaroucid (.egbk3); it can be -, for standard input or, as text, standard output.",
    exit_statuses: &[
        (0, "success"),
        (
            1,
            "the book is inconsistent, does not contain the position, could not be written, is \
             being grown by another process, or games were skipped",
        ),
        (2, "the command line or a file is wrong"),
        (130, "interrupted by Ctrl-C"),
    ],
    body: Body::Commands(ACTIONS),
};

/// The arguments of an action that only looks at a book.
#[derive(Default)]
struct OneBook {
    file: String,
}

const fn inspection(command: &'static str) -> Syntax<OneBook> {
    Syntax {
        command,
        usage: &["FILE"],
        operands: &[Operand {
            name: "FILE",
            count: Count::One,
            summary: "the book",
            field: &Given {
                kind: File,
                set: |arguments: &mut OneBook, file| arguments.file = file,
            },
        }],
        groups: &[],
    }
}

static ACTIONS: &[Row] = &[
    grow::ROW,
    learn::ROW,
    exchange::EXPORT,
    exchange::IMPORT,
    show::ROW,
    stats::ROW,
    check::ROW,
];

/// The book in a file, or the built-in one.
fn find(file: &str) -> Result<Source, ToolError> {
    Source::find(file).map_err(ToolError::Value)
}

/// The whole book in a file, or the built-in one.
fn load(file: &str) -> Result<Book, ToolError> {
    let source = find(file)?;
    let book = source.load().map_err(|error| value_error(file, error))?;
    Ok(book.into_owned())
}

/// The word that replaces the level of an exact value.
const EXACT: &str = "exact";

fn level(certainty: Certainty) -> String {
    match certainty {
        Certainty::Level(level) => level.to_string(),
        Certainty::Exact => EXACT.to_string(),
    }
}
