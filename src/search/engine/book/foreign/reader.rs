//! Reads fields of the books of other programs.

use super::super::{BookMove, Certainty, position};
use super::{ForeignError, HIGHEST_LEVEL};
use crate::board::{Position, Square};
use crate::search::engine::levels;

/// What has not been read yet, and how far reading has come.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
    /// How many positions the file should have.
    count: u32,
    /// The number of the current position, from 1.
    number: u32,
}

impl<'a> Reader<'a> {
    /// Reads the number of positions, which is at this place, and what follows.
    pub(super) fn new(file: &'a [u8], place: usize) -> Result<Reader<'a>, ForeignError> {
        let mut reader = Reader {
            rest: file.get(place..).unwrap_or_default(),
            count: 0,
            number: 0,
        };
        reader.count = u32::from_le_bytes(reader.bytes()?);
        Ok(reader)
    }

    /// Goes to the next position, if there is one.
    pub(super) fn next(&mut self) -> Result<bool, ForeignError> {
        if self.number < self.count {
            self.number += 1;
            return Ok(true);
        }
        match self.rest.len() {
            0 => Ok(false),
            more => Err(ForeignError(format!(
                "{more} bytes follow the last of {} positions",
                self.count
            ))),
        }
    }

    /// The next bytes.
    pub(super) fn bytes<const N: usize>(&mut self) -> Result<[u8; N], ForeignError> {
        let Some((bytes, rest)) = self.rest.split_first_chunk() else {
            return Err(ForeignError(match self.number {
                0 => "the file ends within its header".to_string(),
                number => format!("the file ends within position {number} of {}", self.count),
            }));
        };
        self.rest = rest;
        Ok(*bytes)
    }

    /// The discs of the side to move and of its opponent.
    pub(super) fn position(&mut self) -> Result<Position, ForeignError> {
        let discs = [self.bytes()?, self.bytes()?].map(u64::from_le_bytes);
        match discs[0] & discs[1] {
            0 => Ok(position(discs)),
            _ => Err(self.error("two discs are on the same square")),
        }
    }

    /// A move in this position.
    pub(super) fn known(
        &self,
        position: &Position,
        square: u8,
        value: i8,
        level: u8,
    ) -> Result<BookMove, ForeignError> {
        let legal = Square::new(square).filter(|&square| position.moves().contains(square));
        let square = legal.ok_or_else(|| match Square::new(square) {
            Some(square) => self.error(&format!("{square} is not a legal move")),
            None => self.error(&format!("there is no square {square}")),
        })?;
        if !(-64..=64).contains(&value) {
            let problem = format!("{square}: expected a value from -64 to 64, got {value}");
            return Err(self.error(&problem));
        }
        Ok(BookMove {
            square,
            value,
            certainty: certainty(level),
        })
    }

    /// The error that the current position is wrong.
    pub(super) fn error(&self, problem: &str) -> ForeignError {
        ForeignError(format!("position {}: {problem}", self.number))
    }
}

/// What corresponds to a level of another program, which has higher ones.
pub(super) fn certainty(level: u8) -> Certainty {
    match level {
        HIGHEST_LEVEL.. => Certainty::Exact,
        _ => Certainty::Level(level.min(levels::HIGHEST as u8)),
    }
}

/// The inverse of [`certainty`].
pub(super) fn level(certainty: Certainty) -> u8 {
    match certainty {
        Certainty::Level(level) => level,
        Certainty::Exact => HIGHEST_LEVEL,
    }
}
