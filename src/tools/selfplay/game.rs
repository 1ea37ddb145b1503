//! A game against oneself, and what its positions are worth.
//!
//! A search far from the end says little more than an opinion, and one near the
//! end says the truth. So a game is played to its end first, and then its
//! positions get their values from the last to the first: each has a part of the
//! value of the position after it, which is known better.

use crate::board::{Color, Move, Position, Square};
use crate::search::control::Control;
use crate::search::engine::{Effort, Engine, EngineOptions};
use crate::search::report::Report;
use crate::search::rng::{MoveSeed, Rng};
use crate::tools::positions::{Record, next_turn};

/// How games are played, and positions valued.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// How hard to search.
    pub(super) level: u32,
    /// From so many empty squares on everything is solved.
    pub(super) exact_from: u32,
    /// The chance of a position to be joined by lines after other moves, near the end.
    pub(super) siblings: f64,
    /// Which part of a value is that of the position after it.
    pub(super) mix: f64,
    /// What makes chance repeatable.
    pub(super) seed: u64,
}

/// Plays games, one after the other.
pub(super) struct Player {
    engine: Engine,
    rules: Rules,
}

/// A position of a game in which a move was made.
struct Turn {
    position: Position,
    /// What was found there, in discs for the side to move.
    value: i32,
    is_exact: bool,
    /// Lines after other moves.
    beside: Vec<Record>,
}

/// The table is cleared for each game, and a small one stays in the cache of the
/// CPU: games take 2 % less time at level 6, 7 % at level 8 than with 4.
const HASH_MB: usize = 1;

/// With fewer empty squares a line is not left again.
const LEAST_ASTRAY: u32 = 8;

impl Player {
    pub(super) fn new(rules: Rules) -> Player {
        Player {
            engine: Engine::new(),
            rules,
        }
    }

    /// The positions of a game from this start. They depend on nothing but the
    /// start and the rules. If the control says stop they are worth nothing.
    pub(super) fn play(&mut self, start: Position, control: &Control) -> Vec<Record> {
        // What was found in the last game would depend on which one it was.
        self.engine.clear();
        let mut turns = Vec::new();
        let mut position = start;
        while !position.moves().is_empty() {
            let found = self.search(&position, control);
            let (moves, end) = walk(position, &found);
            for (before, square) in moves {
                turns.push(Turn {
                    position: before,
                    value: found.discs() * sign(before.to_move() == position.to_move()),
                    is_exact: found.is_exact(),
                    beside: self.beside(&before, square, control),
                });
            }
            position = if end.must_pass() { end.pass() } else { end };
        }
        self.label(turns, &position)
    }

    fn is_near_end(&self, position: &Position) -> bool {
        position.empty().len() <= self.rules.exact_from
    }

    fn search(&mut self, position: &Position, control: &Control) -> Report {
        let effort = match self.is_near_end(position) {
            true => Effort::End,
            false => Effort::Level(self.rules.level),
        };
        let options = EngineOptions {
            threads: 1,
            hash_mb: HASH_MB,
        };
        self.engine
            .solve(position, effort, options, control, &mut |_| {})
    }

    /// The best line after another move than the one played, if chance wants it and
    /// it is near the end; and those after further such moves of the same side. A
    /// search meets far more boards after bad moves than games do: on the way to most
    /// of them one side has tried everything, and the other had the best reply.
    fn beside(&mut self, position: &Position, played: Square, control: &Control) -> Vec<Record> {
        let mut rng = MoveSeed::new(self.rules.seed, 0, position).rng();
        let others = position.moves() - played.bit();
        if others.is_empty() || rng.fraction() >= self.rules.siblings {
            return Vec::new();
        }
        let other = others.nth(rng.below(others.len()));
        let mut start = other.and_then(|square| next_turn(position, square));
        let mut records = Vec::new();
        while let Some(sibling) = start.filter(|sibling| self.is_near_end(sibling)) {
            let found = self.search(&sibling, control);
            let (line, _) = walk(sibling, &found);
            records.extend(line.iter().map(|(position, _)| {
                let is_same_side = position.to_move() == sibling.to_move();
                solved(position, found.discs() * sign(is_same_side))
            }));
            start = astray(&line, position.to_move(), &mut rng);
        }
        records
    }

    /// The records of a game that ended in this position.
    fn label(&self, turns: Vec<Turn>, end: &Position) -> Vec<Record> {
        let result = |color: Color| end.result() * sign(color == end.to_move());
        let mut records = Vec::new();
        let mut later = (end.to_move(), f64::from(end.result()));
        // From the last one to the first.
        for (index, turn) in turns.into_iter().enumerate().rev() {
            let color = turn.position.to_move();
            let found = f64::from(turn.value);
            let value = if turn.is_exact {
                found
            } else {
                let (later_color, later) = later;
                let later = later * f64::from(sign(color == later_color));
                found + (later - found) * self.rules.mix
            };
            later = (color, value);
            records.extend(turn.beside.into_iter().rev());
            records.push(Record {
                mover: turn.position.mover(),
                opponent: turn.position.opponent(),
                value: fine(value),
                result: result(color) as i8,
                is_exact: turn.is_exact,
                is_first: index == 0,
            });
        }
        records.reverse();
        records
    }
}

/// Where a side leaves this line: after the first of its moves for which chance has
/// another. `None` if few squares are empty by then.
fn astray(line: &[(Position, Square)], side: Color, rng: &mut Rng) -> Option<Position> {
    let own = line.iter().filter(|(position, _)| {
        position.to_move() == side && position.empty().len() >= LEAST_ASTRAY
    });
    for (position, best) in own {
        let moves = position.moves();
        let square = moves.nth(rng.below(moves.len()))?;
        if square != *best {
            return next_turn(position, square);
        }
    }
    None
}

/// A position of a solved line, and its value for the side to move.
fn solved(position: &Position, value: i32) -> Record {
    Record {
        mover: position.mover(),
        opponent: position.opponent(),
        value: fine(f64::from(value)),
        result: value as i8,
        is_exact: true,
        is_first: false,
    }
}

/// Where moves are made on what is known of the way from here on, which moves, and
/// where it leads.
fn walk(mut position: Position, found: &Report) -> (Vec<(Position, Square)>, Position) {
    // A solved line is as good as any, up to its end.
    let known = if found.is_exact() {
        found.pv().len()
    } else {
        1
    };
    let mut moves = Vec::new();
    for &action in &found.pv()[..known] {
        if let Move::Place(square) = action {
            moves.push((position, square));
        }
        position = position.after(action);
    }
    (moves, position)
}

/// What is good for one side is bad for the other.
fn sign(is_same_side: bool) -> i32 {
    if is_same_side { 1 } else { -1 }
}

/// So many discs as a record tells them.
fn fine(discs: f64) -> i16 {
    (discs * f64::from(Record::FINE)).round() as i16
}
