//! The handicap of the lowest levels, which choose a move as people do: mostly a good one, now
//! and then a natural mistake.
//!
//! A player with a handicap judges each move by its search, but not exactly. To the value of
//! a move it adds an error, which is as often too low as too high, and a liking for moves that
//! flip many discs; and it may overlook a move that flips few. Then it plays the move that it
//! likes best. So a loss is rarer, the larger it is. What its search finds much worse than the
//! best move is never played.

use crate::board::{Board, Move};
use crate::search::report::Line;
use crate::search::rng::{MoveSeed, Rng};
use crate::search::value::Value;

/// How a player judges moves.
#[derive(Clone, Copy)]
pub(super) struct Handicap {
    /// The standard deviation of its errors in discs, in the early midgame.
    noise: f64,
    /// How many discs it thinks that each flipped disc is worth.
    greed: f64,
    /// The probability that it overlooks a move that flips a single disc. With more flips it
    /// is less, in proportion.
    blindness: f64,
}

const fn handicap(noise: f64, greed: f64, blindness: f64) -> Handicap {
    Handicap {
        noise,
        greed,
        blindness,
    }
}

/// From level 0 on. They were fitted to the ratings of the [levels](super::levels).
static HANDICAPS: [Handicap; 5] = [
    handicap(9.2, 1.0, 0.30),
    handicap(6.8, 0.8, 0.25),
    handicap(4.2, 0.6, 0.20),
    handicap(2.75, 0.4, 0.12),
    handicap(1.6, 0.2, 0.06),
];

/// A move that loses more than this many standard deviations is never played.
const MAX_LOSS: f64 = 3.0;

/// More than any other error, so that an overlooked move is the last choice.
const OVERLOOKED: f64 = 1000.0;

impl Handicap {
    /// The handicap of a level, if it has one.
    pub(super) fn of_level(level: u32) -> Option<Handicap> {
        HANDICAPS.get(level as usize).copied()
    }

    /// One of the lines of all moves, which are sorted best first. There is no mistake if the
    /// player sees the end of the game.
    pub(super) fn choose(self, lines: &[Line], board: Board, seed: MoveSeed) -> &Line {
        let best = &lines[0];
        if best.is_exact {
            return best;
        }
        let noise = self.noise * difficulty(board.empty().len());
        let mut rng = seed.rng();
        let mut chosen = (f64::NEG_INFINITY, best);
        for line in lines {
            let loss = f64::from(discs(best) - discs(line));
            let liking = self.error(line, board, noise, &mut rng) - loss;
            if loss <= MAX_LOSS * noise && liking > chosen.0 {
                chosen = (liking, line);
            }
        }
        chosen.1
    }

    /// By how many discs the player overestimates a move.
    fn error(self, line: &Line, board: Board, noise: f64, rng: &mut Rng) -> f64 {
        let flips = match line.moves[0] {
            Move::Place(square) => f64::from(board.flips(square).len()),
            Move::Pass => 0.0,
        };
        let is_overlooked = rng.fraction() * flips < self.blindness;
        let error = noise * normal(rng) + self.greed * flips;
        if is_overlooked {
            error - OVERLOOKED
        } else {
            error
        }
    }
}

/// How hard it is to judge a move, compared with the early midgame. At the start of a game
/// moves differ by a disc or two, and at the end by a dozen.
fn difficulty(empties: u32) -> f64 {
    0.5 + f64::from(60 - empties.min(60)) / 40.0
}

fn discs(line: &Line) -> i32 {
    line.value.map_or(0, Value::discs)
}

/// From the standard normal distribution, as nearly as the sum of twelve numbers is.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.fraction()).sum::<f64>() - 6.0
}
