//! Books of the versions 1 and 2, which are still read, as the one in the program is.
//!
//! After the [header](crate::files::sealed): the number of positions (4 bytes) and of
//! moves (4 bytes), little-endian like all numbers; then positions and moves, compressed.
//!
//! They are stored by columns, which compresses better: the first byte of every position,
//! the second of every position, and so on, then those of the moves.
//!
//! | bytes of a position | |
//! |------:|------|
//! |  0–7  | discs of the side to move, a1 in the lowest bit, h8 in the highest |
//! |  8–15 | discs of the other side |
//! |    16 | how many moves are known |
//!
//! Moves are stored as in [newer files](super::file), and everything is sorted as there.

use std::io::Read;

use flate2::read::DeflateDecoder;

use super::error::BookErrorKind;
use super::rows::{MOVE_BYTES, book_move, is_possible};
use super::{Book, BookMove};
use crate::files::sealed::Kind;

pub(super) const KIND: Kind = Kind {
    name: "a book of openings",
    magic: *b"OBVBOOK\n",
    version: 2,
    version_without_length: 1,
};

const POSITION_BYTES: usize = 17;

/// The maximum size of a decompressed book in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// Reads such a file.
pub(super) fn read(file: &[u8]) -> Result<Book, BookErrorKind> {
    let content = KIND.open(file).map_err(BookErrorKind::Seal)?;
    let (positions, rest) = number(content)?;
    let (moves, packed) = number(rest)?;
    let position_bytes = u64::from(positions) * POSITION_BYTES as u64;
    let bytes = unpack(
        packed,
        position_bytes + u64::from(moves) * MOVE_BYTES as u64,
    )?;
    let (positions, moves) = bytes.split_at(position_bytes as usize);
    from_columns(positions, moves)
}

fn from_columns(positions: &[u8], moves: &[u8]) -> Result<Book, BookErrorKind> {
    let mut move_rows = rows::<MOVE_BYTES>(moves);
    let mut entries = Vec::new();
    let mut last = None;
    for row in rows::<POSITION_BYTES>(positions) {
        let word = |at: usize| {
            let bytes = row[at..at + 8].try_into().expect("eight bytes");
            u64::from_le_bytes(bytes)
        };
        let discs = [word(0), word(8)];
        let moves: Option<Vec<BookMove>> = move_rows
            .by_ref()
            .take(row[16].into())
            .map(book_move)
            .collect();
        let moves = moves.ok_or(BookErrorKind::Impossible)?;
        let is_complete = moves.len() == usize::from(row[16]);
        if !is_complete || last >= Some(discs) || !is_possible(discs, &moves) {
            return Err(BookErrorKind::Impossible);
        }
        last = Some(discs);
        entries.push((discs, moves));
    }
    match move_rows.next() {
        Some(_) => Err(BookErrorKind::Impossible),
        None => Ok(Book {
            entries: entries.into_iter().collect(),
        }),
    }
}

/// The rows that are stored as these columns.
fn rows<const N: usize>(columns: &[u8]) -> impl Iterator<Item = [u8; N]> {
    let count = columns.len() / N;
    (0..count).map(move |row| std::array::from_fn(|place| columns[place * count + row]))
}

fn unpack(packed: &[u8], expected: u64) -> Result<Vec<u8>, BookErrorKind> {
    if expected > MOST_BYTES {
        return Err(BookErrorKind::Impossible);
    }
    let mut bytes = Vec::new();
    // The vector grows with the actual data: the counts in the file may be wrong.
    let mut source = DeflateDecoder::new(packed).take(expected + 1);
    let result = source.read_to_end(&mut bytes);
    match result.is_ok() && bytes.len() as u64 == expected {
        true => Ok(bytes),
        false => Err(BookErrorKind::Packing),
    }
}

fn number(bytes: &[u8]) -> Result<(u32, &[u8]), BookErrorKind> {
    let (bytes, rest) = bytes.split_first_chunk().ok_or(BookErrorKind::Packing)?;
    Ok((u32::from_le_bytes(*bytes), rest))
}

#[cfg(test)]
mod tests {
    use super::super::rows::move_bytes;
    use super::super::{Certainty, Discs};
    use super::*;
    use crate::board::{Position, Square};
    use flate2::Compression;
    use flate2::write::DeflateEncoder;
    use std::io::Write;

    fn content(book: &Book) -> Vec<u8> {
        let moves = || book.entries.values().flatten();
        let mut counts = Vec::new();
        for count in [book.entries.len(), moves().count()] {
            counts.extend((count as u32).to_le_bytes());
        }
        let mut packer = DeflateEncoder::new(counts, Compression::best());
        let positions: Vec<_> = book.entries.iter().map(position_bytes).collect();
        let move_rows: Vec<_> = moves().map(move_bytes).collect();
        for columns in [columns(&positions), columns(&move_rows)] {
            packer
                .write_all(&columns)
                .expect("a vector takes everything");
        }
        packer.finish().expect("a vector takes everything")
    }

    fn position_bytes((discs, moves): (&Discs, &Vec<BookMove>)) -> [u8; POSITION_BYTES] {
        let mut bytes = [0; POSITION_BYTES];
        bytes[..8].copy_from_slice(&discs[0].to_le_bytes());
        bytes[8..16].copy_from_slice(&discs[1].to_le_bytes());
        bytes[16] = moves.len() as u8;
        bytes
    }

    /// The first byte of each row, then the second of each, and so on.
    fn columns<const N: usize>(rows: &[[u8; N]]) -> Vec<u8> {
        let column = |place: usize| rows.iter().map(move |row| row[place]);
        (0..N).flat_map(column).collect()
    }

    /// Two positions. In each of them, all moves have different values.
    fn book() -> Book {
        let mut book = Book::default();
        for position in [Position::START, Position::START.play(Square::at(3, 2))] {
            let moves = position.moves().into_iter().zip(-2..);
            let known = moves.map(|(square, value)| BookMove {
                square,
                value,
                certainty: Certainty::Level(9),
            });
            book.insert(&position, &known.collect::<Vec<_>>());
        }
        book
    }

    /// Files of version 1, which were written before headers had a length.
    #[test]
    fn older_files_are_read() {
        let small = include_bytes!("../../../../tests/books/small.book");
        let book = Book::read(small).expect("it is sound");
        assert_eq!(book.len(), 3);
        assert_eq!(Book::read(&book.write()), Ok(book));
    }

    /// A manipulated file can have a correct checksum.
    #[test]
    fn a_correct_checksum_is_not_trusted() {
        let bytes = |positions: &[[u8; POSITION_BYTES]], known: &[[u8; MOVE_BYTES]]| {
            from_columns(&columns(positions), &columns(known))
        };
        let good = book();
        let positions: Vec<_> = good.entries.iter().map(position_bytes).collect();
        let known: Vec<_> = good.entries.values().flatten().map(move_bytes).collect();
        assert_eq!(bytes(&positions, &known), Ok(good));
        let reversed: Vec<_> = positions.iter().rev().copied().collect();
        assert_eq!(bytes(&reversed, &known), Err(BookErrorKind::Impossible));
        let mut two_discs = positions.clone();
        two_discs[0].copy_within(..8, 8);
        assert_eq!(bytes(&two_discs, &known), Err(BookErrorKind::Impossible));
        let mut no_move = positions.clone();
        no_move[0][16] = 0;
        assert_eq!(bytes(&no_move, &known[3..]), Err(BookErrorKind::Impossible));
        // A view that is not canonical.
        let [mut view, _] = positions[..] else {
            panic!("two positions");
        };
        assert!(bytes(&[view], &known[..3]).is_ok());
        view[..8].reverse();
        view[8..16].reverse();
        let mut moves: Vec<_> = known[..3]
            .iter()
            .map(|&[square, value, level]| [square ^ 56, value, level])
            .collect();
        moves.sort_unstable();
        assert_eq!(bytes(&[view], &moves), Err(BookErrorKind::Impossible));
        for (place, byte) in [(0, 64), (0, 0), (1, 65), (1, -65i8 as u8), (2, 31)] {
            let mut known = known.clone();
            known[1][place] = byte;
            assert_eq!(
                bytes(&positions, &known),
                Err(BookErrorKind::Impossible),
                "{place}"
            );
        }
        for count in 0..known.len() {
            assert_eq!(
                bytes(&positions, &known[..count]),
                Err(BookErrorKind::Impossible)
            );
        }
        let too_many = [&known[..], &known[..1]].concat();
        assert_eq!(bytes(&positions, &too_many), Err(BookErrorKind::Impossible));

        // Nor are the counts: no memory is allocated for positions that are not there.
        for (count, error) in [
            (0xff, BookErrorKind::Impossible),
            (1, BookErrorKind::Packing),
        ] {
            let mut content = content(&book());
            content[2..4].fill(count);
            assert_eq!(read(&KIND.seal(&content)), Err(error));
        }
    }
}
