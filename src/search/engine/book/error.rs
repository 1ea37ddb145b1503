//! Why a file does not contain a book.

use std::{error, fmt};

use super::foreign;
use crate::files::sealed::SealError;

/// Why a file does not contain a book. Its text says what is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookError(pub(super) BookErrorKind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BookErrorKind {
    /// The header or the checksum is wrong.
    Seal(SealError),
    /// It is a book of the program with this name.
    Foreign(&'static str),
    /// The content cannot be decompressed.
    Packing,
    /// There are positions or moves that are impossible by the rules.
    Impossible,
}

impl BookErrorKind {
    /// The same, but it names the program that a file of unknown kind is from, if its first
    /// bytes tell.
    pub(super) fn or_foreign(self, file: &[u8]) -> BookErrorKind {
        match (self, foreign::find(file)) {
            (BookErrorKind::Seal(SealError::WrongMagic { .. }), Some(format)) => {
                BookErrorKind::Foreign(format.program)
            }
            _ => self,
        }
    }
}

impl fmt::Display for BookErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookErrorKind::Seal(error) => error.fmt(f),
            BookErrorKind::Foreign(program) => {
                write!(f, "a book of {program}; `obverse book import` converts it")
            }
            BookErrorKind::Packing => f.write_str("the book cannot be decompressed"),
            BookErrorKind::Impossible => {
                f.write_str("the book has positions or moves that the rules do not allow")
            }
        }
    }
}

impl error::Error for BookErrorKind {}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl error::Error for BookError {}

impl From<BookErrorKind> for BookError {
    fn from(problem: BookErrorKind) -> BookError {
        BookError(problem)
    }
}
