//! Writes WTHOR.

use super::names::{Names, PLAYER, TOURNAMENT};
use super::{HEADER, MOVES, PLAYERS, RECORD, TOURNAMENTS};
use crate::board::{Move, Position};
use crate::formats::{Files, GameRecord, WriteError, Writer};

/// A file that is being written.
#[derive(Default)]
pub(super) struct Archive {
    records: Vec<u8>,
    year: Option<u16>,
    players: Names,
    tournaments: Names,
}

impl Writer for Archive {
    fn add(&mut self, game: &GameRecord) -> Result<(), WriteError> {
        if game.start != Position::START {
            return Err(WriteError::Start);
        }
        let black_discs = black_discs(game).ok_or(WriteError::Score)?;
        let numbers = [
            self.tournaments.number(game.event.as_deref(), TOURNAMENT)?,
            self.players.number(game.black.as_deref(), PLAYER)?,
            self.players.number(game.white.as_deref(), PLAYER)?,
        ];
        let mut record = [0; RECORD];
        for (place, number) in record.chunks_exact_mut(2).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        record[6..MOVES].fill(black_discs);
        let discs = game.actions().filter_map(|action| match action {
            Move::Place(square) => Some(11 + 10 * square.row() + square.column()),
            Move::Pass => None,
        });
        for (place, code) in record[MOVES..].iter_mut().zip(discs) {
            *place = code;
        }
        self.records.extend(record);
        self.year = self.year.or_else(|| game.year());
        Ok(())
    }

    fn finish(self: Box<Self>) -> Files {
        let year = self.year.unwrap_or_default();
        // A fixed day instead of today's, because the same games must give the same file.
        let made = [(year / 100) as u8, (year % 100) as u8, 1, 1];
        let games = (self.records.len() / RECORD) as u32;
        let mut main = vec![0; HEADER];
        main[..4].copy_from_slice(&made);
        main[4..8].copy_from_slice(&games.to_le_bytes());
        main[10..12].copy_from_slice(&year.to_le_bytes());
        main[12] = 8;
        main.extend(self.records);
        Files {
            main,
            companions: vec![
                (PLAYERS, self.players.file(made)),
                (TOURNAMENTS, self.tournaments.file(made)),
            ],
        }
    }
}

/// Black's discs at the end; the winner gets the empty squares.
fn black_discs(game: &GameRecord) -> Option<u8> {
    let discs = (game.outcome()?.lead + 64.0) / 2.0;
    let is_possible = (0.0..=64.0).contains(&discs) && discs.fract() == 0.0;
    is_possible.then_some(discs as u8)
}
