//! What games tell about positions and moves.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io;

use super::super::expansion::plies;
use crate::board::symmetry::canonical;
use crate::board::{Color, Move, Position, Square};
use crate::formats::{GameRecord, Ply};
use crate::search::engine::book::{BookMove, Certainty, Discs, canonical_discs, position};
use crate::tools::source::Source;

/// The positions of some games.
pub(super) struct Lessons {
    plies: u32,
    /// The moves that were played, in the canonical view.
    positions: HashMap<Discs, HashMap<Square, Record>>,
    pub(super) tally: Tally,
}

/// The games that were read.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) games: usize,
    pub(super) skipped: usize,
}

/// A position, in the canonical view, and its moves.
pub(super) struct Lesson {
    pub(super) position: Position,
    games: u32,
    records: Vec<(Square, Record)>,
}

/// How often a move was played, and what for the player came of it.
#[derive(Clone, Copy, Default)]
struct Record {
    games: u32,
    expected: Mean,
    results: Mean,
}

#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    count: u32,
}

impl Lessons {
    /// From the positions that are fewer than this many plies from the start.
    pub(super) fn new(plies: u32) -> Lessons {
        Lessons {
            plies,
            positions: HashMap::new(),
            tally: Tally::default(),
        }
    }

    /// Reads the games of a file. Those that are wrong are reported and skipped.
    pub(super) fn take(&mut self, source: &Source) -> io::Result<()> {
        for (number, game) in (1..).zip(source.games()) {
            self.tally.games += 1;
            match game {
                Ok(game) => self.add(&game),
                Err(problem) => {
                    self.tally.skipped += 1;
                    source.skip(number, problem)?;
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, game: &GameRecord) {
        let result = game.outcome().filter(|outcome| outcome.early.is_none());
        let mut position = game.start;
        for ply in &game.moves {
            if let Move::Place(square) = ply.action
                && plies(&position) < self.plies
            {
                let (view, symmetry) = canonical(&position);
                let moves = self.positions.entry(canonical_discs(&view)).or_default();
                let record = moves.entry(symmetry.square(square)).or_default();
                record.add(ply, result.map(|outcome| outcome.lead));
            }
            position = position.after(ply.action);
        }
    }

    /// The positions that occur in at least this many games, the most frequent first.
    pub(super) fn positions(self, least: u32) -> Vec<Lesson> {
        let lessons = self.positions.into_iter().map(|(discs, moves)| {
            let mut records: Vec<(Square, Record)> = moves.into_iter().collect();
            records.sort_unstable_by_key(|&(square, _)| square);
            Lesson {
                position: position(discs),
                games: records.iter().map(|(_, record)| record.games).sum(),
                records,
            }
        });
        let mut lessons: Vec<Lesson> = lessons.filter(|lesson| lesson.games >= least).collect();
        lessons.sort_unstable_by_key(|lesson| {
            (Reverse(lesson.games), canonical_discs(&lesson.position))
        });
        lessons
    }
}

impl Lesson {
    /// The moves that have a value.
    pub(super) fn moves(&self) -> Vec<BookMove> {
        let known = |&(square, record): &(Square, Record)| {
            let value = record.expected.value().or(record.results.value())?;
            Some(BookMove {
                square,
                value,
                certainty: Certainty::Level(0),
            })
        };
        self.records.iter().filter_map(known).collect()
    }
}

impl Record {
    fn add(&mut self, ply: &Ply, lead: Option<f64>) {
        self.games += 1;
        if let Some(expected) = ply.value {
            self.expected.add(expected);
        }
        if let Some(lead) = lead {
            self.results.add(match ply.color {
                Color::Black => lead,
                Color::White => -lead,
            });
        }
    }
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn value(self) -> Option<i8> {
        let mean = self.sum / f64::from(self.count);
        (self.count > 0).then(|| mean.round().clamp(-64.0, 64.0) as i8)
    }
}
