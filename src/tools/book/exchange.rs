//! `obverse book export` and `book import`: books as text, and the books of other programs.

use std::io::Write;
use std::path::Path;

use super::{load, shared, text};
use crate::files;
use crate::flags::{Count, File, Given, Operand, Syntax};
use crate::search::engine::book::{Book, LONGEST_FILE, foreign};
use crate::tools::file_arguments::{self, STANDARD_STREAM, value_error};
use crate::tools::source::Input;
use crate::tools::{Body, Row, ToolError, problems};

pub(super) const EXPORT: Row = Row {
    name: "export",
    summary: "writes a book as text, a line for each position, or for Edax or Egaroucid",
    details: "",
    exit_statuses: &[],
    body: Body::Files(&EXPORT_SYNTAX, export),
};

pub(super) const IMPORT: Row = Row {
    name: "import",
    summary: "adds the positions of texts, or of books of this program, Edax or Egaroucid, to the \
              book FILE, which is created if it does not exist",
    details: "",
    exit_statuses: &[],
    body: Body::Arguments(&IMPORT_SYNTAX, import),
};

#[derive(Default)]
struct Arguments {
    file: String,
    others: Vec<String>,
}

const BOOK: Operand<Arguments> = Operand {
    name: "FILE",
    count: Count::One,
    summary: "the book",
    field: &Given {
        kind: File,
        set: |arguments: &mut Arguments, file| arguments.file = file,
    },
};

const OTHER: Operand<Arguments> = Operand {
    name: "OTHER",
    count: Count::One,
    summary: "the file to write: a book of Edax if its name ends in .dat, one of Egaroucid if it ends in .egbk3, and otherwise a text; - is standard output",
    field: &Given {
        kind: File,
        set: |arguments: &mut Arguments, other| arguments.others.push(other),
    },
};

const EXPORT_SYNTAX: Syntax<Arguments> = Syntax {
    command: "book export",
    usage: &["FILE OTHER"],
    operands: &[BOOK, OTHER],
    groups: &[],
};

const IMPORT_SYNTAX: Syntax<Arguments> = Syntax {
    command: "book import",
    usage: &["OTHER ... FILE"],
    operands: &[
        Operand {
            count: Count::Some,
            summary: "the files to read; - is standard input",
            ..OTHER
        },
        BOOK,
    ],
    groups: &[],
};

fn export(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = EXPORT_SYNTAX.parse(words)?.arguments;
    let (file, other) = (arguments.file, arguments.others.concat());
    let path = Path::new(&other);
    let book = load(&file)?;
    if other == STANDARD_STREAM {
        output.write_all(text::write(&book).as_bytes())?;
        return Ok(output.flush()?);
    }
    if files::is_same(path, Path::new(&file)) {
        return Err(value_error(path, "it is also the input file"));
    }
    file_arguments::check_output(path, [""; 0])?;
    let bytes = match foreign::of_path(path) {
        Some(format) => format.write(&book),
        None => text::write(&book).into_bytes(),
    };
    file_arguments::write(path, &bytes)
}

fn import(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let Arguments { file, others } = IMPORT_SYNTAX.parse(words)?.arguments;
    let mut added = Book::default();
    for name in &others {
        add(&mut added, name)?;
    }
    let (before, positions) = shared::update(&file, |book| {
        let before = book.len();
        book.merge(added);
        (before, book.len())
    })?;
    let added = positions - before;
    writeln!(output, "total: positions {positions}, added {added}")?;
    Ok(output.flush()?)
}

/// Adds what is in a file, whose first bytes tell its format.
fn add(book: &mut Book, name: &str) -> Result<(), ToolError> {
    let input = Input::open(name)?;
    if let Some(format) = foreign::find(input.head()) {
        let found = format.read(&input.bytes_up_to(LONGEST_FILE)?);
        book.merge(found.map_err(|error| value_error(name, error))?);
    } else if Book::is_in(input.head()) {
        let found = Book::read(&input.bytes_up_to(LONGEST_FILE)?);
        book.merge(found.map_err(|error| value_error(name, error))?);
    } else {
        problems::each(input, |problem| text::add(book, &problem))?;
    }
    Ok(())
}
