//! A book that stays in its file.
//!
//! Only the index is in memory, some 0.2 bytes for a position. A look-up reads and checks one
//! block.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Mutex, PoisonError};

use super::error::{BookError, BookErrorKind};
use super::file::{DAMAGED, HEADER_BYTES, Header, IndexRow};
use super::rows::moves_of;
use super::{Book, BookMove, Discs, canonical_discs, in_view};
use crate::board::Position;

/// A book in an open file.
#[derive(Debug)]
pub struct StoredBook {
    file: Mutex<File>,
    positions: u64,
    length: u64,
    index: Vec<IndexRow>,
}

impl StoredBook {
    /// The book in this file, of which the header and the index are read and checked; `None`
    /// if the file has an older version or is not a book.
    pub(super) fn open(mut file: File) -> io::Result<Option<StoredBook>> {
        let mut bytes = Vec::new();
        file.by_ref()
            .take(HEADER_BYTES as u64)
            .read_to_end(&mut bytes)?;
        let Some(header) = Header::read(&bytes).map_err(invalid)? else {
            return Ok(None);
        };
        let length = file.metadata()?.len();
        if header.length != length {
            return Err(invalid(DAMAGED));
        }
        bytes.clear();
        file.by_ref()
            .take(header.index_bytes() as u64)
            .read_to_end(&mut bytes)?;
        Ok(Some(StoredBook {
            index: header.index(&bytes).map_err(invalid)?,
            positions: header.positions,
            file: Mutex::new(file),
            length,
        }))
    }

    /// The number of positions.
    pub fn len(&self) -> u64 {
        self.positions
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions == 0
    }

    /// The known moves of a position, sorted by square.
    pub fn moves(&self, position: &Position) -> io::Result<Vec<BookMove>> {
        let moves = self.canonical_moves(canonical_discs(position))?;
        Ok(in_view(&moves, position))
    }

    /// The whole book. All of it is checked.
    pub fn load(&self) -> io::Result<Book> {
        let bytes = self.read(0, self.length)?;
        Book::read(&bytes).map_err(io::Error::other)
    }

    fn canonical_moves(&self, discs: Discs) -> io::Result<Vec<BookMove>> {
        let after = self.index.partition_point(|row| row.first <= discs);
        let Some(place) = after.checked_sub(1) else {
            return Ok(Vec::new());
        };
        let row = self.index[place];
        let end = self.index.get(after).map_or(self.length, |row| row.start);
        let block = self.read(row.start, end)?;
        for known in row.positions(&block).map_err(invalid)? {
            let (found, moves) = known.map_err(invalid)?;
            if found == discs {
                return moves_of(discs, moves).ok_or_else(|| invalid(BookErrorKind::Impossible));
            }
        }
        Ok(Vec::new())
    }

    fn read(&self, start: u64, end: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        // A panic of another thread leaves the file usable.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(start))?;
        file.by_ref().take(end - start).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

fn invalid(problem: BookErrorKind) -> io::Error {
    io::Error::other(BookError::from(problem))
}
