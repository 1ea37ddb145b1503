//! `obverse book`: makes books of openings, and shows what they hold.
//!
//! [`grow`] lets a book grow by the engine's own searches, [`wanted`] says where;
//! [`text`] is a form of it for people and scripts; [`show`] and [`check`] look into
//! one.

mod check;
mod grow;
mod show;
mod text;
mod wanted;

use std::io::Write;
use std::path::Path;

use super::{Row, ToolError};
use crate::files::atomic;
use crate::search::engine::book::Book;
use crate::search::engine::book::guide::Source;

pub(super) const ROW: Row = Row {
    name: "book",
    args: "grow FILE {--positions N | --hours H} [--OPTION VALUE ...] | export FILE TEXT \
           | import TEXT ... FILE | show FILE [MOVES] | check FILE",
    summary: "makes books of openings, and shows what they hold",
    help: HELP,
    run,
};

const HELP: &str = "
  grow FILE       searches more positions for the book in FILE, or begins one
    --positions N   how many there shall be in the book
    --hours H       how long to search
    --level N       how hard to search after each move, 0 to 30 (default: 14)
    --plies N       no moves after so many from the start, 1 to 60 (default: 20)
    --seed N        which of equally important positions come first (default: 1)
    --threads N     how many positions at once (default: all cores)
  export FILE TEXT
                  writes the book as text, a line for each position
  import TEXT ... FILE
                  adds what stands in texts to the book in FILE, or begins one
  show FILE MOVES the moves that are known after these, the best one first
  check FILE      looks whether a book is sound, and counts what it holds

FILE may be the word embedded, for the book in this program, where it is only
read. TEXT may be -, for standard input or output.

Exit status: 0 all went well, 1 the book is not sound or cannot be written, 2 the
command line is bad, or a file, 130 ended by Ctrl-C.
";

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let (action, rest) = words.split_first().ok_or(ToolError::Arguments)?;
    match (action.as_str(), rest) {
        ("grow", words) => grow::run(words, output),
        ("export", [file, text]) => text::export(file, text, output),
        ("import", [texts @ .., file]) if !texts.is_empty() => text::import(texts, file, output),
        ("show", [file, moves @ ..]) => show::run(file, &moves.concat(), output),
        ("check", [file]) => check::run(file, output),
        _ => Err(ToolError::Arguments),
    }
}

/// The book in a file, or the one in the program.
fn find(file: &str) -> Result<Source, ToolError> {
    Source::find(file).map_err(ToolError::Value)
}

/// The book in a file that is to be written; an empty one if there is no file yet.
fn open(file: &str) -> Result<Book, ToolError> {
    let fail = |problem: &str| ToolError::Value(format!("{file}: {problem}"));
    if file == Source::EMBEDDED {
        return Err(fail("the book in the program cannot be changed"));
    }
    let path = Path::new(file);
    atomic::check_writable(path).map_err(|error| fail(&error.to_string()))?;
    match path.exists() {
        true => Ok(find(file)?.book().clone()),
        false => Ok(Book::default()),
    }
}

/// Writes the book so that there is always the old file or the new one.
fn save(book: &Book, file: &str) -> Result<(), ToolError> {
    let fail = |error| ToolError::Failed(format!("{file}: {error}"));
    atomic::write(Path::new(file), &book.write()).map_err(fail)
}
