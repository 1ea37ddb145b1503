//! A book in a file.
//!
//! A head of 16 bytes, all numbers in little endian: 8 bytes that tell the kind of
//! the file, the version (4), a checksum of all that follows (4). Then how many
//! positions there are (4) and how many moves in all (4), and the positions and
//! moves, compressed.
//!
//! Bytes that mean the same stand together, since they are alike: the first byte of
//! each position, the second of each, and so on, then those of the moves.
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
//! | 1 | value in discs, with a sign |
//! | 2 | the level of the search that found it, or 255 if it is exact |
//!
//! Positions are canonical and in the order of their numbers, moves in the order of
//! their squares.

use std::fmt;
use std::io::{Read, Write};

use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use super::{Book, BookMove, Certainty, Discs, canonical_discs, position};
use crate::board::{Bitboard, Square};
use crate::search::engine::levels;

const MAGIC: [u8; 8] = *b"OBVBOOK\n";
const VERSION: u32 = 1;
const POSITION_BYTES: usize = 17;
const MOVE_BYTES: usize = 3;
const EXACT: u8 = 255;

/// No book has more bytes when it is unpacked.
const MOST_BYTES: u64 = 1 << 30;

/// Why there is no book in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookError {
    /// It begins otherwise.
    NotBook,
    /// It was written in another form.
    Version(u32),
    /// It has changed since it was written.
    Damaged,
    /// The checksum is right, but what is there cannot be.
    Impossible,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::NotBook => f.write_str("not a book of openings"),
            BookError::Version(version) => {
                write!(
                    f,
                    "a book of version {version}; this program reads {VERSION}"
                )
            }
            BookError::Damaged => f.write_str("the book is damaged or cut off"),
            BookError::Impossible => f.write_str("the book has what the rules do not allow"),
        }
    }
}

impl std::error::Error for BookError {}

impl Book {
    /// The book in a file.
    pub fn read(file: &[u8]) -> Result<Book, BookError> {
        let rest = file.strip_prefix(&MAGIC).ok_or(BookError::NotBook)?;
        let (version, rest) = number(rest)?;
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        let (expected, rest) = number(rest)?;
        if expected != checksum(rest) {
            return Err(BookError::Damaged);
        }
        let (positions, rest) = number(rest)?;
        let (moves, packed) = number(rest)?;
        let heads = u64::from(positions) * POSITION_BYTES as u64;
        let bytes = unpack(packed, heads + u64::from(moves) * MOVE_BYTES as u64)?;
        let (heads, known) = bytes.split_at(heads as usize);
        Book::from_columns(heads, known)
    }

    /// The file for this book.
    pub fn write(&self) -> Vec<u8> {
        let moves = || self.entries.values().flatten();
        let mut rest = Vec::new();
        for count in [self.entries.len(), moves().count()] {
            rest.extend((count as u32).to_le_bytes());
        }
        let mut packer = DeflateEncoder::new(rest, Compression::best());
        let heads: Vec<_> = self.entries.iter().map(head).collect();
        let known: Vec<_> = moves().map(move_bytes).collect();
        for columns in [columns(&heads), columns(&known)] {
            packer.write_all(&columns).expect("there is memory");
        }
        let rest = packer.finish().expect("there is memory");
        let mut file = MAGIC.to_vec();
        file.extend(VERSION.to_le_bytes());
        file.extend(checksum(&rest).to_le_bytes());
        file.extend(rest);
        file
    }

    fn from_columns(heads: &[u8], known: &[u8]) -> Result<Book, BookError> {
        let mut known = rows::<MOVE_BYTES>(known);
        let mut entries = Vec::new();
        let mut last = None;
        for head in rows::<POSITION_BYTES>(heads) {
            let word = |at: usize| {
                let bytes = head[at..at + 8].try_into().expect("it is so long");
                u64::from_le_bytes(bytes)
            };
            let discs = [word(0), word(8)];
            let moves: Option<Vec<BookMove>> = known
                .by_ref()
                .take(head[16].into())
                .map(book_move)
                .collect();
            let moves = moves.ok_or(BookError::Impossible)?;
            let is_whole = moves.len() == usize::from(head[16]);
            if !is_whole || last >= Some(discs) || !is_possible(discs, &moves) {
                return Err(BookError::Impossible);
            }
            last = Some(discs);
            entries.push((discs, moves));
        }
        match known.next() {
            Some(_) => Err(BookError::Impossible),
            None => Ok(Book {
                entries: entries.into_iter().collect(),
            }),
        }
    }
}

/// Whether the rules allow these moves, and the view is the canonical one.
fn is_possible([mover, opponent]: Discs, moves: &[BookMove]) -> bool {
    if mover & opponent != 0 || moves.is_empty() {
        return false;
    }
    let position = position([mover, opponent]);
    let squares: Bitboard = moves.iter().map(|known| known.square).collect();
    squares & !position.moves() == Bitboard::EMPTY
        && moves.is_sorted_by(|one, next| one.square < next.square)
        && canonical_discs(&position) == [mover, opponent]
}

fn head((discs, moves): (&Discs, &Vec<BookMove>)) -> [u8; POSITION_BYTES] {
    let mut head = [0; POSITION_BYTES];
    head[..8].copy_from_slice(&discs[0].to_le_bytes());
    head[8..16].copy_from_slice(&discs[1].to_le_bytes());
    head[16] = moves.len() as u8;
    head
}

fn move_bytes(known: &BookMove) -> [u8; MOVE_BYTES] {
    let certainty = match known.certainty {
        Certainty::Level(level) => level,
        Certainty::Exact => EXACT,
    };
    [known.square.index() as u8, known.value as u8, certainty]
}

/// The inverse of [`move_bytes`].
fn book_move([square, value, certainty]: [u8; MOVE_BYTES]) -> Option<BookMove> {
    Some(BookMove {
        square: Square::new(square)?,
        value: Some(value as i8).filter(|value| (-64..=64).contains(value))?,
        certainty: match certainty {
            EXACT => Certainty::Exact,
            level if u32::from(level) <= levels::HIGHEST => Certainty::Level(level),
            _ => return None,
        },
    })
}

/// The first byte of each row, then the second of each, and so on.
fn columns<const N: usize>(rows: &[[u8; N]]) -> Vec<u8> {
    let column = |place: usize| rows.iter().map(move |row| row[place]);
    (0..N).flat_map(column).collect()
}

/// The inverse of [`columns`].
fn rows<const N: usize>(columns: &[u8]) -> impl Iterator<Item = [u8; N]> {
    let count = columns.len() / N;
    (0..count).map(move |row| std::array::from_fn(|place| columns[place * count + row]))
}

fn unpack(packed: &[u8], expected: u64) -> Result<Vec<u8>, BookError> {
    if expected > MOST_BYTES {
        return Err(BookError::Impossible);
    }
    let mut bytes = Vec::new();
    // Not more than is expected, nor is room made for it before it is there.
    let mut source = DeflateDecoder::new(packed).take(expected + 1);
    let result = source.read_to_end(&mut bytes);
    match result.is_ok() && bytes.len() as u64 == expected {
        true => Ok(bytes),
        false => Err(BookError::Damaged),
    }
}

fn number(file: &[u8]) -> Result<(u32, &[u8]), BookError> {
    let (bytes, rest) = file.split_first_chunk().ok_or(BookError::Damaged)?;
    Ok((u32::from_le_bytes(*bytes), rest))
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut checksum = Crc::new();
    checksum.update(bytes);
    checksum.sum()
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use crate::board::Position;
    use proptest::prelude::*;

    /// The first moves, of which no two are worth the same.
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

    #[test]
    fn no_byte_may_change_or_be_missing() {
        let mut file = book().write();
        assert_eq!(Book::read(&file), Ok(book()));
        for place in 0..file.len() {
            assert!(Book::read(&file[..place]).is_err(), "cut at {place}");
            for change in [1, 0x80, 0xff] {
                file[place] ^= change;
                assert!(Book::read(&file).is_err(), "{place} {change}");
                file[place] ^= change;
            }
        }
        file.push(0);
        assert_eq!(Book::read(&file), Err(BookError::Damaged));
    }

    #[test]
    fn says_what_is_wrong() {
        let good = book().write();
        let changed = |place: usize| {
            let mut file = good.clone();
            file[place] ^= 4;
            Book::read(&file).expect_err("it is changed").to_string()
        };
        assert_eq!(changed(0), "not a book of openings");
        let version = "a book of version 5; this program reads 1";
        assert_eq!(changed(MAGIC.len()), version);
        assert_eq!(changed(30), "the book is damaged or cut off");
        assert_eq!(Book::read(b""), Err(BookError::NotBook));
    }

    /// Whoever makes a file on purpose also makes its checksum.
    #[test]
    fn a_right_checksum_is_not_trusted() {
        let bytes = |heads: &[[u8; POSITION_BYTES]], known: &[[u8; MOVE_BYTES]]| {
            Book::from_columns(&columns(heads), &columns(known))
        };
        let good = book();
        let heads: Vec<_> = good.entries.iter().map(head).collect();
        let known: Vec<_> = good.entries.values().flatten().map(move_bytes).collect();
        assert_eq!(bytes(&heads, &known), Ok(good));
        let reversed: Vec<_> = heads.iter().rev().copied().collect();
        assert_eq!(bytes(&reversed, &known), Err(BookError::Impossible));
        let mut two_discs = heads.clone();
        two_discs[0].copy_within(..8, 8);
        assert_eq!(bytes(&two_discs, &known), Err(BookError::Impossible));
        let mut no_move = heads.clone();
        no_move[0][16] = 0;
        assert_eq!(bytes(&no_move, &known[3..]), Err(BookError::Impossible));
        // Upside down it is another view.
        let [mut view, _] = heads[..] else {
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
        assert_eq!(bytes(&[view], &moves), Err(BookError::Impossible));
        for (place, byte) in [(0, 64), (0, 0), (1, 65), (1, -65i8 as u8), (2, 31)] {
            let mut known = known.clone();
            known[1][place] = byte;
            assert_eq!(bytes(&heads, &known), Err(BookError::Impossible), "{place}");
        }
        for count in 0..known.len() {
            assert_eq!(bytes(&heads, &known[..count]), Err(BookError::Impossible));
        }
        let too_many = [&known[..], &known[..1]].concat();
        assert_eq!(bytes(&heads, &too_many), Err(BookError::Impossible));

        // So much is not there, and no memory is taken for it.
        for (count, error) in [(0xff, BookError::Impossible), (1, BookError::Damaged)] {
            let mut file = book().write();
            file[18..20].fill(count);
            let checksum = checksum(&file[16..]);
            file[12..16].copy_from_slice(&checksum.to_le_bytes());
            assert_eq!(Book::read(&file), Err(error));
        }
    }

    proptest! {
        #[test]
        fn reads_what_it_wrote(book in sample::books()) {
            prop_assert_eq!(Book::read(&book.write()), Ok(book));
        }
    }
}
