//! The table of names, which is read when it is first used.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Opening;
use crate::board::notation::transcript;
use crate::board::symmetry::canonical;
use crate::board::{Move, Position};

pub(super) static FILE: &str = include_str!("names.tsv");

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(FILE).expect("a test has read it"));

/// The table of this program.
pub(super) fn table() -> &'static Table {
    &TABLE
}

pub(super) struct Table {
    pub(super) openings: Vec<Opening>,
    /// The canonical views of all positions on the way to a named one, the start included, and
    /// for a named one its place in `openings`.
    positions: HashMap<Position, Option<usize>>,
    /// The fewest empty squares of these positions.
    fewest_empty: u32,
}

impl Table {
    /// Reads a file; the error is its first wrong line, counted from 1.
    pub(super) fn read(file: &'static str) -> Result<Table, usize> {
        let mut table = Table {
            openings: Vec::new(),
            positions: HashMap::from([(canonical(&Position::START).0, None)]),
            fewest_empty: Position::START.empty().len(),
        };
        for (number, line) in file.lines().enumerate() {
            if !line.starts_with('#') {
                table.add(line).ok_or(number + 1)?;
            }
        }
        Ok(table)
    }

    /// `None` if the line has an error or names a position again.
    fn add(&mut self, line: &'static str) -> Option<()> {
        let mut columns = line.split('\t');
        let moves = columns.next()?;
        let mut name = || match columns.next()? {
            "-" => Some(None),
            "" => None,
            name => Some(Some(name)),
        };
        let opening = Opening {
            moves,
            english: name()?,
            french: name()?,
            japanese: name()?,
        };
        let mut position = Position::START;
        for played in transcript::parse(&Position::START, moves).ok()? {
            position = position.after(played);
            self.positions.entry(canonical(&position).0).or_default();
        }
        self.fewest_empty = self.fewest_empty.min(position.empty().len());
        let place = self.positions.get_mut(&canonical(&position).0)?;
        let is_new = place.is_none() && columns.next().is_none();
        *place = Some(self.openings.len());
        self.openings.push(opening);
        is_new.then_some(())
    }

    /// `None` if no line of the table passes the position, and `Some(None)` if it has no name.
    pub(super) fn find(&self, position: &Position) -> Option<Option<&Opening>> {
        if position.empty().len() < self.fewest_empty {
            return None;
        }
        let place = self.positions.get(&canonical(position).0)?;
        Some(place.map(|place| &self.openings[place]))
    }
}

/// The positions after each of these moves from the usual start.
pub(super) fn positions(moves: impl Iterator<Item = Move>) -> impl Iterator<Item = Position> {
    moves.scan(Position::START, |position, played| {
        *position = position.after(played);
        Some(*position)
    })
}
