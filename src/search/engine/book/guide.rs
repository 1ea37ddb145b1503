//! How the engine plays by a book.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::{Book, best, embedded};
use crate::search::{Report, Request, Ties};
use crate::system::read_named;

/// Which book there is.
#[derive(Clone, Debug)]
pub enum Source {
    /// The one in this program.
    Embedded,
    /// One from a file.
    File(Arc<FromFile>),
}

/// A book from a file.
#[derive(Debug)]
pub struct FromFile {
    path: String,
    book: Book,
}

impl Source {
    /// The word for the book in this program.
    pub const EMBEDDED: &str = "embedded";

    /// The book with this name, or what is wrong with it.
    pub fn find(name: &str) -> Result<Source, String> {
        if name == Source::EMBEDDED {
            return Ok(Source::Embedded);
        }
        let fail = |problem: &dyn fmt::Display| format!("{name}: {problem}");
        let bytes =
            read_named(Path::new(name), "a book", LONGEST_FILE).map_err(|error| fail(&error))?;
        let book = Book::read(&bytes).map_err(|error| fail(&error))?;
        Ok(Source::File(Arc::new(FromFile {
            path: name.to_string(),
            book,
        })))
    }

    /// What is known.
    pub fn book(&self) -> &Book {
        match self {
            Source::Embedded => embedded(),
            Source::File(file) => &file.book,
        }
    }
}

/// No file with a book is longer.
const LONGEST_FILE: u64 = 256 << 20;

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Embedded => f.write_str(Source::EMBEDDED),
            Source::File(file) => f.write_str(&file.path),
        }
    }
}

/// A book to play by, and how.
#[derive(Clone, Debug)]
pub struct Guide {
    /// The book.
    pub source: Source,
    /// Under [`Ties::Random`], moves may be played that are so many discs worse
    /// than the best.
    pub variety: u32,
}

impl Guide {
    /// A move of the book, if the position is there.
    pub(in crate::search::engine) fn advise(&self, request: &Request) -> Option<Report> {
        let book = self.source.book();
        let position = &request.position;
        let ties = request.settings.ties;
        let mut moves = book.moves(position);
        let greatest = best(&moves)?.value;
        let allowed_loss = match ties {
            Ties::First => 0,
            Ties::Random => self.variety,
        };
        moves.retain(|known| u32::from(greatest.abs_diff(known.value)) <= allowed_loss);
        let chosen = ties.choose(&moves, request.dice);
        Some(Report {
            best: chosen.square,
            score: Some(chosen.score()),
            depth: 0,
            nodes: 0,
            line: book.line(position, chosen.square),
            is_from_book: true,
        })
    }
}
