//! Playing from a book.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::{Book, Certainty, best, embedded};
use crate::search::report::{self, Line, Report};
use crate::search::{Request, Ties};

/// Where a book comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// It is built into the program.
    Embedded,
    /// It was read from a file, or made by a program that uses the library.
    File {
        /// The name of the file.
        name: String,
        /// The book.
        book: Arc<Book>,
    },
}

impl Source {
    /// The name of the built-in book.
    pub const EMBEDDED: &str = "embedded";

    /// The built-in book, or the book in the file with this name.
    pub fn find(name: &str) -> Result<Source, String> {
        if name == Source::EMBEDDED {
            return Ok(Source::Embedded);
        }
        let book = Book::open(Path::new(name)).map_err(|error| format!("{name}: {error}"))?;
        Ok(Source::File {
            name: name.to_string(),
            book: Arc::new(book),
        })
    }

    /// The book itself.
    pub fn book(&self) -> &Book {
        match self {
            Source::Embedded => embedded(),
            Source::File { book, .. } => book,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Embedded => f.write_str(Source::EMBEDDED),
            Source::File { name, .. } => f.write_str(name),
        }
    }
}

/// A book to play from, and how to choose moves from it.
#[derive(Clone, Debug)]
pub struct Guide {
    /// The book.
    pub source: Source,
    /// With [`Ties::Random`], how many discs worse than the best a move may be and still
    /// be played.
    pub variety: u32,
}

impl Guide {
    /// A move from the book, if the position is in it.
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
        let chosen = ties.choose(&moves, request.seed);
        let line = Line {
            value: Some(chosen.as_searched()),
            is_exact: chosen.certainty == Certainty::Exact,
            ..Line::new(book.line(position, chosen.square))
        };
        Some(Report::new(report::Source::Book, vec![line]))
    }
}
