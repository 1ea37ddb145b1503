//! A book in a file, in which [positions can be found](super::stored) without reading all of
//! it.
//!
//! | bytes of the header | |
//! |------:|------|
//! |  0–7  | magic: `OBVBOOK` and a line feed |
//! |  8–11 | version: 3 |
//! | 12–19 | number of positions |
//! | 20–27 | length of the file |
//! | 28–31 | number of blocks |
//! | 32–35 | CRC-32 of the index |
//! | 36–39 | CRC-32 of the header up to here |
//!
//! The index follows, with 28 bytes for each block: the discs of its first position (16), the
//! place of the block in the file (8), and its CRC-32 (4). Blocks have at most
//! [`BLOCK_POSITIONS`] positions, one after another, each followed by its moves.
//!
//! | bytes of a position | |
//! |------:|------|
//! |  0–7  | discs of the side to move, a1 in the lowest bit, h8 in the highest |
//! |  8–15 | discs of the other side |
//! |    16 | how many moves are known |
//!
//! | bytes of a move | |
//! |------:|------|
//! | 0 | square: a1 is 0, b1 is 1, h8 is 63 |
//! | 1 | value in discs, signed |
//! | 2 | level of the search that found the value, or 255 if it is exact |
//!
//! Numbers are little-endian. Positions are canonical and sorted by their discs, moves by
//! their squares. The versions before are in [`old_file`].

use std::io::{self, Read};
use std::path::Path;

use super::error::{BookError, BookErrorKind};
use super::rows::{MOVE_BYTES, move_bytes, moves_of};
use super::{Book, BookMove, Discs, old_file};
use crate::files::sealed::{SealError, checksum};
use crate::files::{open_named, read_named};

/// The name of such files in messages.
const NAME: &str = "a book of openings";
const MAGIC: [u8; 8] = *b"OBVBOOK\n";
const VERSION: u32 = 3;
const OLDEST_VERSION: u32 = 1;

/// The longest file that is read as a whole.
pub(crate) const LONGEST_FILE: u64 = 4 << 30;

pub(super) const HEADER_BYTES: usize = 40;
pub(super) const INDEX_ROW_BYTES: usize = 28;
const BLOCK_POSITIONS: usize = 128;
const POSITION_BYTES: usize = 17;

pub(super) const DAMAGED: BookErrorKind = BookErrorKind::Seal(SealError::Damaged { name: NAME });

/// What the header says.
pub(super) struct Header {
    pub(super) positions: u64,
    /// The length of the file.
    pub(super) length: u64,
    pub(super) blocks: usize,
    index_checksum: u32,
}

/// A block, as the index describes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct IndexRow {
    /// The discs of the first position.
    pub(super) first: Discs,
    /// The place of the block in the file.
    pub(super) start: u64,
    pub(super) checksum: u32,
}

impl Book {
    /// Reads a file that the tool `book` has written. If its content is invalid, the error
    /// contains a [`BookError`].
    pub fn open(path: &Path) -> io::Result<Book> {
        let mut start = Vec::new();
        open_named(path, "a book")?
            .take(HEADER_BYTES as u64)
            .read_to_end(&mut start)?;
        // Whatever else it is need not be read as a whole.
        let file = match Book::is_in(&start) || start.is_empty() {
            true => read_named(path, "a book", LONGEST_FILE)?,
            false => start,
        };
        Book::read(&file).map_err(io::Error::other)
    }

    /// Whether these are the first bytes of such a file.
    pub fn is_in(file: &[u8]) -> bool {
        file.starts_with(&MAGIC)
    }

    /// Reads a book from the bytes of such a file.
    pub fn read(file: &[u8]) -> Result<Book, BookError> {
        let book = match Header::read(file)? {
            Some(header) => read_blocks(&header, file),
            None => old_file::read(file),
        };
        Ok(book.map_err(|problem| problem.or_foreign(file))?)
    }

    /// The bytes of a file for this book.
    pub fn write(&self) -> Vec<u8> {
        let mut index = Vec::new();
        let mut blocks = Vec::new();
        let count = self.entries.len().div_ceil(BLOCK_POSITIONS);
        let start = HEADER_BYTES + count * INDEX_ROW_BYTES;
        let mut entries = self.entries.iter().peekable();
        while let Some((first, _)) = entries.peek() {
            index.extend(first.map(u64::to_le_bytes).concat());
            let place = blocks.len();
            for (discs, moves) in entries.by_ref().take(BLOCK_POSITIONS) {
                blocks.extend(discs.map(u64::to_le_bytes).concat());
                blocks.push(moves.len() as u8);
                blocks.extend(moves.iter().flat_map(move_bytes));
            }
            index.extend(((start + place) as u64).to_le_bytes());
            index.extend(checksum(&blocks[place..]).to_le_bytes());
        }
        let mut file = MAGIC.to_vec();
        file.extend(VERSION.to_le_bytes());
        file.extend((self.entries.len() as u64).to_le_bytes());
        file.extend(((start + blocks.len()) as u64).to_le_bytes());
        file.extend((count as u32).to_le_bytes());
        file.extend(checksum(&index).to_le_bytes());
        file.extend(checksum(&file).to_le_bytes());
        file.extend(index);
        file.extend(blocks);
        file
    }
}

impl Header {
    /// The header at the start of a file, or `None` if the file has an older version or is
    /// not a book.
    pub(super) fn read(file: &[u8]) -> Result<Option<Header>, BookErrorKind> {
        let Some(&version) = file.strip_prefix(&MAGIC).and_then(<[u8]>::first_chunk) else {
            return Ok(None);
        };
        match u32::from_le_bytes(version) {
            VERSION => {}
            OLDEST_VERSION..VERSION => return Ok(None),
            found => {
                return Err(BookErrorKind::Seal(SealError::Version {
                    name: NAME,
                    found,
                    readable: [OLDEST_VERSION, VERSION],
                }));
            }
        }
        let bytes: &[u8; HEADER_BYTES] = file.first_chunk().ok_or(DAMAGED)?;
        let header = Header {
            positions: word(bytes, 12),
            length: word(bytes, 20),
            blocks: half_word(bytes, 28) as usize,
            index_checksum: half_word(bytes, 32),
        };
        let is_sound = half_word(bytes, 36) == checksum(&bytes[..36])
            && header.positions.div_ceil(BLOCK_POSITIONS as u64) == header.blocks as u64;
        is_sound.then_some(Some(header)).ok_or(DAMAGED)
    }

    /// The length of the index.
    pub(super) fn index_bytes(&self) -> usize {
        self.blocks * INDEX_ROW_BYTES
    }

    /// The index in these bytes.
    pub(super) fn index(&self, bytes: &[u8]) -> Result<Vec<IndexRow>, BookErrorKind> {
        if bytes.len() != self.index_bytes() || checksum(bytes) != self.index_checksum {
            return Err(DAMAGED);
        }
        let row = |bytes: &[u8]| IndexRow {
            first: [word(bytes, 0), word(bytes, 8)],
            start: word(bytes, 16),
            checksum: half_word(bytes, 24),
        };
        let index: Vec<IndexRow> = bytes.chunks_exact(INDEX_ROW_BYTES).map(row).collect();
        let first = (HEADER_BYTES + bytes.len()) as u64;
        let starts = || index.iter().map(|row| row.start).chain([self.length]);
        let is_sound = starts().next() == Some(first)
            && starts().is_sorted_by(|one, next| one < next)
            && index.is_sorted_by(|one, next| one.first < next.first);
        is_sound.then_some(index).ok_or(BookErrorKind::Impossible)
    }
}

impl IndexRow {
    /// The positions in the bytes of this block, with the bytes of their moves.
    pub(super) fn positions<'a>(
        &self,
        block: &'a [u8],
    ) -> Result<impl Iterator<Item = Result<(Discs, &'a [u8]), BookErrorKind>>, BookErrorKind> {
        if checksum(block) != self.checksum {
            return Err(DAMAGED);
        }
        let mut rest = block;
        Ok(std::iter::from_fn(move || {
            let (row, after) = rest.split_first_chunk::<POSITION_BYTES>()?;
            let discs = [word(row, 0), word(row, 8)];
            match after.split_at_checked(usize::from(row[16]) * MOVE_BYTES) {
                Some((moves, after)) => {
                    rest = after;
                    Some(Ok((discs, moves)))
                }
                None => {
                    rest = &[];
                    Some(Err(BookErrorKind::Impossible))
                }
            }
        }))
    }
}

fn read_blocks(header: &Header, file: &[u8]) -> Result<Book, BookErrorKind> {
    if header.length != file.len() as u64 {
        return Err(DAMAGED);
    }
    let (index, _) = file[HEADER_BYTES..]
        .split_at_checked(header.index_bytes())
        .ok_or(DAMAGED)?;
    let index = header.index(index)?;
    let ends = index.iter().skip(1).map(|row| row.start);
    let mut entries: Vec<(Discs, Vec<BookMove>)> = Vec::new();
    for (row, end) in index.iter().zip(ends.chain([header.length])) {
        for known in row.positions(&file[row.start as usize..end as usize])? {
            let (discs, moves) = known?;
            let moves = moves_of(discs, moves).ok_or(BookErrorKind::Impossible)?;
            if entries.last().is_some_and(|(last, _)| *last >= discs) {
                return Err(BookErrorKind::Impossible);
            }
            entries.push((discs, moves));
        }
    }
    match entries.len() as u64 == header.positions {
        true => Ok(Book {
            entries: entries.into_iter().collect(),
        }),
        false => Err(BookErrorKind::Impossible),
    }
}

fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

fn half_word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

#[cfg(test)]
mod tests {
    use super::super::rows::is_possible;
    use super::super::{canonical_discs, sample};
    use super::*;
    use proptest::prelude::*;

    /// The checksums of a file with changes, made right again.
    fn resealed(mut file: Vec<u8>) -> Vec<u8> {
        let blocks = half_word(&file, 28) as usize;
        let index = HEADER_BYTES..HEADER_BYTES + blocks * INDEX_ROW_BYTES;
        for number in 0..blocks {
            let row = index.start + number * INDEX_ROW_BYTES;
            let next = row + INDEX_ROW_BYTES;
            let end = match next < index.end {
                true => word(&file, next + 16) as usize,
                false => file.len(),
            };
            let block = file.get(word(&file, row + 16) as usize..end);
            let sum = checksum(block.unwrap_or_default());
            file[row + 24..next].copy_from_slice(&sum.to_le_bytes());
        }
        let sum = checksum(&file[index]);
        file[32..36].copy_from_slice(&sum.to_le_bytes());
        let sum = checksum(&file[..36]);
        file[36..40].copy_from_slice(&sum.to_le_bytes());
        file
    }

    proptest! {
        #[test]
        fn reads_what_it_wrote(book in sample::books()) {
            prop_assert_eq!(Book::read(&book.write()), Ok(book.clone()));
            prop_assert_eq!(resealed(book.write()), book.write());
        }

        #[test]
        fn no_byte_may_change_or_be_missing(
            book in sample::books(),
            place in any::<prop::sample::Index>(),
            change in 1u8..,
        ) {
            let mut file = book.write();
            let place = place.index(file.len());
            prop_assert!(Book::read(&file[..place]).is_err());
            file[place] ^= change;
            prop_assert!(Book::read(&file).is_err());
            file[place] ^= change;
            file.push(0);
            prop_assert!(Book::read(&file).is_err());
        }

        /// A manipulated file can have correct checksums.
        #[test]
        fn correct_checksums_are_not_trusted(
            book in sample::books(),
            place in any::<prop::sample::Index>(),
            change in 1u8..,
        ) {
            let mut file = book.write();
            let place = place.index(file.len() - HEADER_BYTES + 1) + HEADER_BYTES - 1;
            if let Some(byte) = file.get_mut(place) {
                *byte ^= change;
            }
            if let Ok(read) = Book::read(&resealed(file)) {
                for (position, moves) in read.positions() {
                    prop_assert!(is_possible(canonical_discs(&position), moves));
                }
            }
        }
    }
}
