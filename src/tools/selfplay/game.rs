//! A game of self-play, and the labels of its positions.
//!
//! The closer a position is to the end of the game, the more accurate is the value that a
//! search finds. A game is therefore played to its end first, and then labelled from the
//! last position to the first: the value of each position is mixed with that of the next
//! one.

use crate::board::{Color, Move, Position, Square};
use crate::search::control::Control;
use crate::search::engine::{Effort, Engine, EngineOptions};
use crate::search::report::Report;
use crate::search::rng::{MoveSeed, Rng};
use crate::tools::positions::{Record, next_turn};

/// How games are played and labelled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// The level of the searches.
    pub(super) level: u32,
    /// Positions with at most this many empty squares are solved.
    pub(super) exact_from: u32,
    /// The probability that side lines are added to a position near the end.
    pub(super) siblings: f64,
    /// The weight of the next position's value in the value of a position.
    pub(super) mix: f64,
    /// The seed of all random choices.
    pub(super) seed: u64,
}

/// Plays games one after the other.
pub(super) struct Player {
    engine: Engine,
    rules: Rules,
}

/// A position of a game in which a move was made.
struct Turn {
    position: Position,
    /// The value that the search found, in discs for the side to move.
    value: i32,
    is_exact: bool,
    /// The positions of the side lines.
    side_lines: Vec<Record>,
}

/// The transposition table is cleared for each game, and a small one stays in the cache of
/// the CPU: games take 2 % less time than with 4 MB at level 6, and 7 % less at level 8.
const HASH_MB: usize = 1;

/// With fewer empty squares than this, side lines do not branch again.
const MIN_BRANCHING_EMPTIES: u32 = 8;

impl Player {
    pub(super) fn new(rules: Rules) -> Player {
        Player {
            engine: Engine::new(),
            rules,
        }
    }

    /// The labelled positions of a game from this start. They depend only on the start and
    /// the rules. If the search was stopped, they must be discarded.
    pub(super) fn play(&mut self, start: Position, control: &Control) -> Vec<Record> {
        // Otherwise a game would depend on the one that this thread played before.
        self.engine.clear();
        let mut turns = Vec::new();
        let mut position = start;
        while !position.moves().is_empty() {
            let found = self.search(&position, control);
            let (moves, end) = follow(position, &found);
            for (before, square) in moves {
                turns.push(Turn {
                    position: before,
                    value: found.discs() * sign(before.to_move() == position.to_move()),
                    is_exact: found.is_exact(),
                    side_lines: self.side_lines(&before, square, control),
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

    /// The positions of side lines, which are added with some probability: the best line
    /// after a random other move, then the best line after the same side deviates from that
    /// one, and so on. Searches meet far more positions after bad moves than games do, and
    /// most of these arise when one side tries every move and the other replies with the
    /// best one.
    fn side_lines(
        &mut self,
        position: &Position,
        played: Square,
        control: &Control,
    ) -> Vec<Record> {
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
            let (line, _) = follow(sibling, &found);
            records.extend(line.iter().map(|(position, _)| {
                let is_same_side = position.to_move() == sibling.to_move();
                solved(position, found.discs() * sign(is_same_side))
            }));
            start = deviation(&line, position.to_move(), &mut rng);
        }
        records
    }

    /// Labels the positions of a game that ended in this position.
    fn label(&self, turns: Vec<Turn>, end: &Position) -> Vec<Record> {
        let result = |color: Color| end.result() * sign(color == end.to_move());
        let mut records = Vec::new();
        let mut later = (end.to_move(), f64::from(end.result()));

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
            records.extend(turn.side_lines.into_iter().rev());
            records.push(Record {
                mover: turn.position.mover(),
                opponent: turn.position.opponent(),
                value: units(value),
                result: result(color) as i8,
                is_exact: turn.is_exact,
                is_first: index == 0,
            });
        }
        records.reverse();
        records
    }
}

/// The position where a side deviates from this line: for each of its moves a random one is
/// drawn, and the first that differs is played. `None` if none differs early enough.
fn deviation(line: &[(Position, Square)], side: Color, rng: &mut Rng) -> Option<Position> {
    let own = line.iter().filter(|(position, _)| {
        position.to_move() == side && position.empty().len() >= MIN_BRANCHING_EMPTIES
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

/// A position of a solved line with its value for the side to move.
fn solved(position: &Position, value: i32) -> Record {
    Record {
        mover: position.mover(),
        opponent: position.opponent(),
        value: units(f64::from(value)),
        result: value as i8,
        is_exact: true,
        is_first: false,
    }
}

/// The positions along the line that was found, with their moves, and the position at its
/// end.
fn follow(mut position: Position, found: &Report) -> (Vec<(Position, Square)>, Position) {
    // A solved line is best play to the end; of any other line, only the first move is
    // used.
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

/// 1 for the same side, -1 for its opponent.
fn sign(is_same_side: bool) -> i32 {
    if is_same_side { 1 } else { -1 }
}

/// Discs in the units of records.
fn units(discs: f64) -> i16 {
    (discs * f64::from(Record::UNITS_PER_DISC)).round() as i16
}
