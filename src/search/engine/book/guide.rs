//! Playing from a book.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::{fmt, io};

use super::{Book, BookMove, Certainty, StoredBook, best, embedded, line};
use crate::board::{Move, Position, Square};
use crate::files::open_named;
use crate::search::report::{self, Line, Report};
use crate::search::{Request, Ties};

/// Where a book comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// It is built into the program.
    Embedded,
    /// It stays in its file.
    File {
        /// The name of the file.
        name: String,
        /// The book.
        book: Arc<StoredBook>,
    },
    /// It was read from a file of an older version, or made by a program that uses the
    /// library.
    Memory {
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
        Source::open(name).map_err(|error| format!("{name}: {error}"))
    }

    fn open(name: &str) -> io::Result<Source> {
        let path = Path::new(name);
        let name = name.to_string();
        Ok(match StoredBook::open(open_named(path, "a book")?)? {
            Some(book) => Source::File {
                name,
                book: Arc::new(book),
            },
            None => Source::Memory {
                name,
                book: Arc::new(Book::open(path)?),
            },
        })
    }

    /// The known moves of a position, sorted by square. Of a position in a part of the file
    /// that cannot be read, or is damaged, no moves are known.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        self.try_moves(position).unwrap_or_else(|error| {
            log::warn!("{self}: {error}");
            Vec::new()
        })
    }

    /// The known moves of a position, sorted by square.
    pub fn try_moves(&self, position: &Position) -> io::Result<Vec<BookMove>> {
        Ok(match self {
            Source::Embedded => embedded().moves(position),
            Source::Memory { book, .. } => book.moves(position),
            Source::File { book, .. } => book.moves(position)?,
        })
    }

    /// The best known line that starts with this legal move.
    pub fn line(&self, start: &Position, first: Square) -> Vec<Move> {
        line(start, first, |position| self.moves(position))
    }

    /// The whole book in memory.
    pub fn load(&self) -> io::Result<Cow<'_, Book>> {
        Ok(match self {
            Source::Embedded => Cow::Borrowed(embedded()),
            Source::Memory { book, .. } => Cow::Borrowed(book),
            Source::File { book, .. } => Cow::Owned(book.load()?),
        })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Embedded => f.write_str(Source::EMBEDDED),
            Source::File { name, .. } | Source::Memory { name, .. } => f.write_str(name),
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
        let position = &request.position;
        let ties = request.settings.ties;
        let mut moves = self.source.moves(position);
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
            ..Line::new(self.source.line(position, chosen.square))
        };
        Some(Report::new(report::Source::Book, vec![line]))
    }
}
