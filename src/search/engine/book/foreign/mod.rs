//! The books of other programs.
//!
//! ```
//! use obverse::search::engine::book::{embedded, foreign};
//!
//! let edax = foreign::FORMATS.iter().find(|format| format.program == "Edax");
//! let edax = edax.expect("it is in the table");
//! let file = edax.write(embedded());
//! assert!(foreign::find(&file).is_some_and(|found| found.program == "Edax"));
//! assert!(edax.read(&file).is_ok());
//! ```

mod edax;
mod egaroucid;
mod lines;
mod reader;

use std::path::Path;
use std::{error, fmt};

use super::Book;

/// How another program stores books.
#[derive(Debug)]
pub struct Format {
    /// The name of the program.
    pub program: &'static str,
    /// The end of file names, without the dot.
    pub extension: &'static str,
    /// What the files hold, and what is lost when one is written.
    pub summary: &'static str,
    /// The first bytes of a file.
    magic: &'static [u8],
    read: fn(&[u8]) -> Result<Book, ForeignError>,
    write: fn(&Book) -> Vec<u8>,
}

/// The formats, in the order of the documents.
pub static FORMATS: &[Format] = &[edax::FORMAT, egaroucid::FORMAT];

/// The format of a file with this content.
pub fn find(file: &[u8]) -> Option<&'static Format> {
    FORMATS.iter().find(|format| file.starts_with(format.magic))
}

/// The format of files with the extension of this path.
pub fn of_path(path: &Path) -> Option<&'static Format> {
    let extension = path.extension()?;
    FORMATS
        .iter()
        .find(|format| extension.eq_ignore_ascii_case(format.extension))
}

impl Format {
    /// Reads a book from the bytes of a file. Its values are as in the file; they have not
    /// been [propagated](Book::propagate_values).
    pub fn read(&self, file: &[u8]) -> Result<Book, ForeignError> {
        (self.read)(file)
    }

    /// The bytes of a file for this book, whose values have been
    /// [propagated](Book::propagate_values).
    pub fn write(&self, book: &Book) -> Vec<u8> {
        (self.write)(book)
    }
}

/// Why a file cannot be read as the book of another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignError(String);

impl fmt::Display for ForeignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl error::Error for ForeignError {}

/// The highest level of both programs: a search to the end of the game.
const HIGHEST_LEVEL: u8 = 60;

/// The number of the square after H8, for no move, in both programs.
const NO_MOVE: u8 = 65;
