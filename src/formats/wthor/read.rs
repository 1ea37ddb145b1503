//! Reads WTHOR.

use super::names::{self, PLAYER, TOURNAMENT};
use super::{HEADER, MOVES, PLAYERS, RECORD, TOURNAMENTS};
use crate::board::{Move, Position, Square};
use crate::formats::error::{ReadError, ReadErrorKind};
use crate::formats::record::Replay;
use crate::formats::{Context, GameRecord, Outcome, Ply};

/// Whether the header agrees with the length of the file.
pub(super) fn recognises(file: &[u8]) -> bool {
    file.len() >= HEADER
        && (file.len() - HEADER).is_multiple_of(RECORD)
        && count(file) == (file.len() - HEADER) / RECORD
        && is_usual_size(file)
}

/// Whether these can be the first bytes of an archive with games.
pub(crate) fn begins(file: &[u8]) -> bool {
    let [_, _, month, day, ..] = *file else {
        return false;
    };
    file.len() >= HEADER && is_usual_size(file) && count(file) > 0 && month <= 12 && day <= 31
}

/// The number of games according to the header.
fn count(file: &[u8]) -> usize {
    u32::from_le_bytes([file[4], file[5], file[6], file[7]]) as usize
}

fn is_usual_size(file: &[u8]) -> bool {
    matches!(file[12], 0 | 8)
}

/// Iterates over the games of a file.
pub(super) struct Games<'a> {
    records: std::slice::Chunks<'a, u8>,
    /// An error of the file as a whole, which is reported after the games.
    file_error: Option<ReadErrorKind>,
    year: Option<String>,
    players: Vec<Option<String>>,
    tournaments: Vec<Option<String>>,
}

impl<'a> Games<'a> {
    pub(super) fn new(file: &'a [u8], context: &Context) -> Games<'a> {
        let read_names = |extension: &str, width| {
            let file = context
                .companions
                .iter()
                .find(|(name, _)| *name == extension);
            file.map_or(Vec::new(), |(_, file)| names::read(file, width))
        };
        let (records, file_error) = match file.split_at_checked(HEADER) {
            None => {
                let (expected, found) = (HEADER, file.len());
                (&[][..], Some(ReadErrorKind::Header { expected, found }))
            }
            Some(_) if !is_usual_size(file) => (&[][..], Some(ReadErrorKind::Size)),
            Some((_, records)) => {
                // A last game that is cut off is not missing: it has its own error.
                let (expected, found) = (count(file), records.len().div_ceil(RECORD));
                let missing = ReadErrorKind::MissingGames { expected, found };
                (records, (found < expected).then_some(missing))
            }
        };
        let year = file
            .get(10..12)
            .map_or(0, |year| u16::from_le_bytes([year[0], year[1]]));
        Games {
            records: records.chunks(RECORD),
            file_error,
            year: (year > 0).then(|| year.to_string()),
            players: read_names(PLAYERS, PLAYER),
            tournaments: read_names(TOURNAMENTS, TOURNAMENT),
        }
    }

    fn game(&self, record: &[u8]) -> Result<GameRecord, ReadErrorKind> {
        if record.len() < RECORD {
            return Err(ReadErrorKind::Incomplete {
                missing: "a record of 68 bytes",
            });
        }
        let name = |names: &[Option<String>], place: usize| {
            let number = u16::from_le_bytes([record[place], record[place + 1]]);
            names.get(usize::from(number)).cloned().flatten()
        };
        let black_discs = i32::from(record[6]);
        Ok(GameRecord {
            moves: moves(&record[MOVES..])?,
            event: name(&self.tournaments, 0),
            black: name(&self.players, 2),
            white: name(&self.players, 4),
            date: self.year.clone(),
            result: (black_discs <= 64).then(|| Outcome::from_lead(2 * black_discs - 64)),
            ..GameRecord::new(Position::START)
        })
    }
}

impl Iterator for Games<'_> {
    type Item = Result<GameRecord, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = match self.records.next() {
            Some(record) => self.game(record),
            None => Err(self.file_error.take()?),
        };
        Some(game.map_err(|kind| ReadError { place: None, kind }))
    }
}

fn moves(codes: &[u8]) -> Result<Vec<Ply>, ReadErrorKind> {
    let mut replay = Replay::new(Position::START);
    let played = codes.iter().take_while(|&&code| code != 0);
    for (number, &code) in (1..).zip(played) {
        let action = Move::Place(square(code).ok_or(ReadErrorKind::Move { number })?);
        let color = replay.player_of(action);
        replay
            .play(Ply::new(color, action))
            .map_err(|_| ReadErrorKind::Illegal {
                number,
                color,
                action,
            })?;
    }
    Ok(replay.moves)
}

/// 11 is a1, 18 is h1, 88 is h8.
fn square(code: u8) -> Option<Square> {
    let (row, column) = (code / 10, code % 10);
    let is_on_board = (1..=8).contains(&row) && (1..=8).contains(&column);
    is_on_board.then(|| Square::at(column - 1, row - 1))
}
