//! Files of labelled positions, the training data of the network.
//!
//! A file starts with [`MAGIC`] and has no other header, because games are appended to it.
//! Records of [`Record::BYTES`] bytes follow, with little-endian numbers:
//!
//! | bytes | |
//! |------:|------|
//! |  0–7  | discs of the side to move, a1 in the lowest bit, h8 in the highest |
//! |  8–15 | discs of its opponent |
//! | 16–17 | value, signed |
//! |    18 | result, signed |
//! |    19 | flags: 1 the value is exact, 2 first position of a game |
//!
//! The positions of a game are stored in order. Those of a side line come after the position
//! in which it deviates from the game. In each position, the side to move has a legal move.

use std::io::{self, BufReader, Read};
use std::{fmt, iter};

use crate::board::{Bitboard, Color, Position, Square};

/// The first bytes of a file.
pub(super) const MAGIC: &[u8; 8] = b"OBVPOS1\n";

/// A position with its labels, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) mover: Bitboard,
    pub(super) opponent: Bitboard,
    /// The expected lead of the side to move; [`Record::UNITS_PER_DISC`] units are a disc.
    pub(super) value: i16,
    /// The result of the game in discs; in a side line, the result under best play.
    pub(super) result: i8,
    /// Whether the value is the result under best play.
    pub(super) is_exact: bool,
    /// Whether it is the first position of a game.
    pub(super) is_first: bool,
}

const EXACT: u8 = 1;
const FIRST: u8 = 2;

impl Record {
    /// The size of a record in bytes.
    pub(super) const BYTES: usize = 20;

    /// The resolution of values.
    pub(super) const UNITS_PER_DISC: i16 = 256;

    pub(super) fn pack(&self) -> [u8; Record::BYTES] {
        let mut bytes = [0; Record::BYTES];
        bytes[..8].copy_from_slice(&self.mover.bits().to_le_bytes());
        bytes[8..16].copy_from_slice(&self.opponent.bits().to_le_bytes());
        bytes[16..18].copy_from_slice(&self.value.to_le_bytes());
        bytes[18] = self.result as u8;
        bytes[19] = (u8::from(self.is_exact) * EXACT) | (u8::from(self.is_first) * FIRST);
        bytes
    }

    /// Reads a record; an error describes what is wrong with it.
    pub(super) fn unpack(bytes: &[u8; Record::BYTES]) -> Result<Record, &'static str> {
        let word = |at: usize| {
            let bytes = bytes[at..at + 8].try_into().expect("eight bytes");
            Bitboard::from_bits(u64::from_le_bytes(bytes))
        };
        let flags = bytes[19];
        let record = Record {
            mover: word(0),
            opponent: word(8),
            value: i16::from_le_bytes([bytes[16], bytes[17]]),
            result: bytes[18] as i8,
            is_exact: flags & EXACT != 0,
            is_first: flags & FIRST != 0,
        };
        if !record.mover.is_disjoint(record.opponent) {
            Err("two discs on a square")
        } else if record.value.unsigned_abs() > 64 * Record::UNITS_PER_DISC as u16 {
            Err("the value is out of range")
        } else if record.result.unsigned_abs() > 64 {
            Err("the result is out of range")
        } else if flags & !(EXACT | FIRST) != 0 {
            Err("unknown flag")
        } else {
            Ok(record)
        }
    }

    /// The position. Colours do not matter, so black is to move.
    pub(super) fn position(&self) -> Position {
        Position::new(self.mover, self.opponent, Color::Black).expect("no square is both")
    }
}

/// Reads the records of a file one by one, up to an incomplete one at its end, whose bytes are
/// then in `rest`.
pub(super) struct RawRecords<R> {
    input: BufReader<R>,
    rest: Vec<u8>,
}

impl<R: Read> RawRecords<R> {
    /// `None` if the file does not begin like a file of positions. Nothing more of it is read
    /// then, and its first bytes are the error.
    pub(super) fn new(file: R) -> io::Result<Result<RawRecords<R>, Vec<u8>>> {
        let mut input = BufReader::new(file);
        let mut head = Vec::new();
        let length = MAGIC.len() as u64;
        input.by_ref().take(length).read_to_end(&mut head)?;
        Ok(match head == MAGIC {
            true => Ok(RawRecords {
                input,
                rest: Vec::new(),
            }),
            false => Err(head),
        })
    }

    pub(super) fn next(&mut self) -> io::Result<Option<[u8; Record::BYTES]>> {
        self.rest.clear();
        let mut input = self.input.by_ref().take(Record::BYTES as u64);
        input.read_to_end(&mut self.rest)?;
        Ok(self.rest.as_slice().try_into().ok())
    }
}

/// The reason why a file cannot be used for training.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PositionsError {
    Empty,
    NotPositions,
    /// A position, numbered from 1, and what is wrong with it.
    Invalid(usize, &'static str),
    /// The file ends in the middle of a position, after this many complete ones.
    Truncated(usize),
    /// It cannot be read, for this reason.
    Unreadable(String),
}

impl From<io::Error> for PositionsError {
    fn from(error: io::Error) -> PositionsError {
        PositionsError::Unreadable(error.to_string())
    }
}

impl std::error::Error for PositionsError {}

impl fmt::Display for PositionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionsError::Empty => {
                f.write_str("it is empty; obverse selfplay writes files of positions")
            }
            PositionsError::NotPositions => f.write_str("not a file of positions"),
            PositionsError::Invalid(number, problem) => write!(f, "position {number}: {problem}"),
            PositionsError::Truncated(count) => {
                write!(f, "it is truncated after {count} positions")
            }
            PositionsError::Unreadable(problem) => f.write_str(problem),
        }
    }
}

/// The records of a file, as long as they are valid and each position can be reached from an
/// earlier one of its game. After an error, the rest of the file is not read.
pub(super) fn read(
    file: impl Read,
) -> Result<impl Iterator<Item = Result<Record, PositionsError>>, PositionsError> {
    let mut records = match RawRecords::new(file)? {
        Ok(records) => records,
        Err(head) if head.is_empty() => return Err(PositionsError::Empty),
        Err(_) => return Err(PositionsError::NotPositions),
    };
    let mut before = Vec::new();
    let mut count = 0;
    let mut next = move || {
        let Some(bytes) = records.next()? else {
            return match records.rest.is_empty() {
                true => Ok(None),
                false => Err(PositionsError::Truncated(count)),
            };
        };
        count += 1;
        let record =
            Record::unpack(&bytes).and_then(|record| check_against_game(&mut before, record));
        let record = record.map_err(|problem| PositionsError::Invalid(count, problem))?;
        Ok(Some(record))
    };
    Ok(iter::from_fn(move || next().transpose()))
}

/// Checks a record, given the positions before it in its game.
fn check_against_game(before: &mut Vec<Position>, record: Record) -> Result<Record, &'static str> {
    let position = record.position();
    if !CENTRE.is_subset(record.mover | record.opponent) {
        return Err("the centre is empty");
    }
    if position.moves().is_empty() {
        return Err("the side to move has no move");
    }
    if record.result % 2 != 0 {
        return Err("no game can have this result");
    }
    if record.is_exact && record.value != i16::from(record.result) * Record::UNITS_PER_DISC {
        return Err("the exact value differs from the result");
    }
    if record.is_first {
        before.clear();
    } else {
        // The positions in between belong to a side line.
        let from = before
            .iter()
            .rposition(|before| leads_to(before, &position));
        let from = from.ok_or("the position does not follow from an earlier one")?;
        before.truncate(from + 1);
    }
    before.push(position);
    Ok(record)
}

const CENTRE: Bitboard = Bitboard::from_bits(0x0000_0018_1800_0000);

fn leads_to(before: &Position, after: &Position) -> bool {
    let discs = |position: &Position| (position.mover(), position.opponent());
    let is_after =
        |square: Square| next_turn(before, square).is_some_and(|next| discs(&next) == discs(after));
    before.moves().into_iter().any(is_after)
}

/// The next position with a move after this one; `None` if the game is over.
pub(super) fn next_turn(position: &Position, square: Square) -> Option<Position> {
    let after = position.play(square);
    let next = if after.must_pass() {
        after.pass()
    } else {
        after
    };
    (!next.moves().is_empty()).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: Record = Record {
        mover: Bitboard::from_bits(0x0000_0008_1000_0001),
        opponent: Bitboard::from_bits(0x8000_0010_0800_0000),
        value: -300,
        result: -2,
        is_exact: false,
        is_first: true,
    };

    #[test]
    fn records_have_the_documented_layout() {
        let bytes = RECORD.pack();
        let discs = [1, 0, 0, 16, 8, 0, 0, 0, 0, 0, 0, 8, 16, 0, 0, 128];
        assert_eq!(bytes[..16], discs);
        assert_eq!(bytes[16..], [0xd4, 0xfe, 0xfe, 2]);
        assert_eq!(Record::unpack(&bytes), Ok(RECORD));
    }

    #[test]
    fn impossible_records_are_rejected() {
        for (place, byte, problem) in [
            (8, 1, "two discs on a square"),
            (17, 0x40, "the value is out of range"),
            (17, 0xbf, "the value is out of range"),
            (18, 65, "the result is out of range"),
            (18, 0x80, "the result is out of range"),
            (19, 4, "unknown flag"),
        ] {
            let mut bytes = RECORD.pack();
            bytes[place] = byte;
            assert_eq!(Record::unpack(&bytes), Err(problem), "{place}");
        }
    }

    #[test]
    fn records_are_read_one_by_one() {
        let file = [&MAGIC[..], &RECORD.pack(), &[7; 3]].concat();
        let records = RawRecords::new(&file[..]).expect("memory can be read");
        let mut records = records.expect("a file of positions");
        assert_eq!(records.next().expect("a record"), Some(RECORD.pack()));
        assert_eq!(records.next().expect("an incomplete one"), None);
        assert_eq!(records.rest, [7; 3]);
        for other in [&b"OBVPOS2\n"[..], b"OBV", b""] {
            let head = RawRecords::new(other).expect("memory can be read").err();
            assert_eq!(head.as_deref(), Some(other));
        }
        let endless = RawRecords::new(io::repeat(0)).expect("it can be read");
        assert!(endless.is_err());
    }
}
