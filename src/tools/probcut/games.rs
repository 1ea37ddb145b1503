//! The positions to measure, taken from games of the engine against itself.

use std::ops::RangeInclusive;

use crate::board::{Position, Square};
use crate::search::control::{Control, Limits};
use crate::search::engine::Engine;
use crate::search::rng::MoveSeed;
use crate::search::{Request, Searcher, Settings};

/// The numbers of empty squares, which are used in turn. With fewer, the endgame solver
/// does not use ProbCut; with more, there are too few different positions.
pub(super) const EMPTY: RangeInclusive<u32> = 13..=56;

/// Random moves at the start, so that the games differ.
const RANDOM_PLIES: u32 = 10;

/// A low level: speed matters more than strength.
const LEVEL: u32 = 4;

/// Games that depend on a seed.
pub(super) struct Games {
    seed: u64,
    player: Engine,
}

impl Games {
    pub(super) fn new(seed: u64) -> Games {
        Games {
            seed,
            player: Engine::new(),
        }
    }

    /// A position of the game with this number, independent of earlier games; `None` if the
    /// game is over too early.
    pub(super) fn position(&mut self, number: u64) -> Option<Position> {
        let stages = u64::from(EMPTY.end() - EMPTY.start() + 1);
        let empty = EMPTY.start() + (number % stages) as u32;
        self.player.clear();
        let mut position = Position::START;
        while !position.is_over() {
            if position.must_pass() {
                position = position.pass();
                continue;
            }
            let left = position.empty().len() - empty;
            if left == 0 {
                return Some(position);
            }
            let played = Position::START.empty().len() - position.empty().len();
            // The last move is also random, because searches meet positions after arbitrary
            // moves.
            let is_random = played < RANDOM_PLIES || left == 1;
            position = position.play(self.choose(&position, number, is_random));
        }
        None
    }

    fn choose(&mut self, position: &Position, number: u64, is_random: bool) -> Square {
        let seed = MoveSeed::new(self.seed, number, position);
        if is_random {
            let moves: Vec<Square> = position.moves().into_iter().collect();
            return seed.pick(&moves).expect("it has a move");
        }
        let request = Request {
            position: *position,
            settings: Settings {
                level: Some(LEVEL),
                hash_mb: 1,
                ..Settings::default()
            },
            seed,
        };
        let control = Control::new(Limits::default());
        let report = self.player.best_move(&request, &control, &mut |_| {});
        report.best_square().expect("it has a move")
    }
}
