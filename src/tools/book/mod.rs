//! `obverse book`: builds opening books and shows what they contain.
//!
//! [`grow`] adds positions that the engine searches, chosen by [`expansion`]; [`text`]
//! converts books to and from text; [`show`] and [`check`] inspect a book.

mod check;
mod expansion;
mod grow;
mod show;
mod text;

use std::path::Path;

use super::file_arguments::{self, value_error};
use super::{Body, Row, ToolError};
use crate::search::engine::book::Book;
use crate::search::engine::book::Source;

pub(super) const ROW: Row = Row {
    name: "book",
    summary: "builds opening books and shows what they contain",
    details: "The actions export, show and check also accept the word embedded as FILE, which \
              stands for the built-in book. TEXT can be -, for standard input or output.",
    exit_statuses: &[
        (0, "success"),
        (
            1,
            "the book is inconsistent, does not contain the position, or could not be written",
        ),
        (2, "the command line or a file is wrong"),
        (130, "interrupted by Ctrl-C"),
    ],
    body: Body::Commands(ACTIONS),
};

static ACTIONS: &[Row] = &[grow::ROW, text::EXPORT, text::IMPORT, show::ROW, check::ROW];

/// The book in a file, or the built-in one.
fn find(file: &str) -> Result<Source, ToolError> {
    Source::find(file).map_err(ToolError::Value)
}

/// The book in a file that will be replaced, or an empty book if the file does not exist
/// yet.
fn open(file: &str) -> Result<Book, ToolError> {
    if file == Source::EMBEDDED {
        return Err(value_error(file, "the built-in book cannot be changed"));
    }
    let path = Path::new(file);
    file_arguments::check_output(path, [""; 0])?;
    match path.exists() {
        true => Ok(find(file)?.book().clone()),
        false => Ok(Book::default()),
    }
}

/// Replaces the whole file atomically.
fn save(book: &Book, file: &str) -> Result<(), ToolError> {
    file_arguments::write(file, &book.write())
}
