//! Random games (playouts) and their mean result.

use std::cmp::Ordering;

use super::rng::Rng;
use super::value::{Unit, Value};
use crate::board::Position;
use crate::score::Score;

/// The outcome of a random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Playout {
    /// The points of the side to move at the start: 2 for a win, 1 for a draw.
    pub points: u32,
    /// The number of moves and passes.
    pub plies: u32,
}

impl Playout {
    /// The points of the other side.
    pub(crate) fn points_of_opponent(self) -> u32 {
        2 - self.points
    }
}

/// Plays to the end; at each turn all legal moves are equally likely.
pub(crate) fn play_out(start: &Position, rng: &mut Rng) -> Playout {
    let mut board = start.board();
    let mut plies = 0;
    loop {
        let mut moves = board.moves();
        if moves.is_empty() {
            let Some((passed, replies)) = board.forced_pass() else {
                break;
            };
            (board, moves) = (passed, replies);
            plies += 1;
        }
        let square = moves
            .nth(rng.below(moves.len()))
            .expect("it is below the number of moves");
        board = board.play(square);
        plies += 1;
    }
    if plies % 2 == 1 {
        board = board.pass();
    }
    let points = match board.mover.len().cmp(&board.opponent.len()) {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    };
    Playout { points, plies }
}

/// The mean result of one or more games. Means are compared as fractions, without
/// rounding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mean {
    points: u64,
    games: u64,
}

impl Mean {
    /// No games. A game must be added before the mean is read.
    pub(crate) const EMPTY: Mean = Mean {
        points: 0,
        games: 0,
    };

    /// With more games than this, comparing two means could overflow.
    pub(crate) const MAX_GAMES: u64 = 1 << 31;

    /// Adds a game with this many points.
    pub(crate) fn add(&mut self, points: u32) {
        self.points += u64::from(points);
        self.games += 1;
    }

    /// The number of games.
    pub(crate) fn games(self) -> u64 {
        self.games
    }

    /// The share of the points, from 0 (all games lost) to 1 (all won).
    pub(crate) fn share(self) -> f64 {
        self.points as f64 / (2 * self.games) as f64
    }

    /// The share in percent, as a value.
    pub(crate) fn value(self) -> Value {
        Value {
            score: Score::estimate((100.0 * self.share()).round() as i32),
            unit: Unit::Percent,
        }
    }
}

impl Ord for Mean {
    fn cmp(&self, other: &Mean) -> Ordering {
        (self.points * other.games).cmp(&(other.points * self.games))
    }
}

impl PartialOrd for Mean {
    fn partial_cmp(&self, other: &Mean) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Mean {
    fn eq(&self, other: &Mean) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Mean {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::search::rng::MoveSeed;

    fn plays(start: &Position, count: u32) -> Vec<Playout> {
        let mut rng = MoveSeed::fixed(start).rng();
        (0..count).map(|_| play_out(start, &mut rng)).collect()
    }

    #[test]
    fn a_finished_game_keeps_its_result() {
        for (board, points) in [("X", 2), ("O", 0)] {
            let text = format!("{}{} X", board, "-".repeat(63));
            let over: Position = text.parse().expect("a board");
            assert_eq!(plays(&over, 1)[0], Playout { points, plies: 0 });
        }
    }

    /// A playout that is implemented as simply as possible.
    fn simple(start: &Position, rng: &mut Rng) -> Playout {
        let (mut position, mut plies) = (*start, 0);
        while !position.is_over() {
            let moves: Vec<Move> = match position.must_pass() {
                true => vec![Move::Pass],
                false => position.moves().into_iter().map(Move::Place).collect(),
            };
            position = position.after(moves[rng.below(moves.len() as u32) as usize]);
            plies += 1;
        }
        let is_same_side = position.to_move() == start.to_move();
        let result = position.result() * if is_same_side { 1 } else { -1 };
        let points = (1 + result.signum()) as u32;
        Playout { points, plies }
    }

    #[test]
    fn playouts_have_the_right_distribution() {
        let count = 20_000;
        let mut rng = MoveSeed::new(7, 7, &Position::START).rng();
        let games = plays(&Position::START, count);
        let simple: Vec<Playout> = (0..count)
            .map(|_| simple(&Position::START, &mut rng))
            .collect();
        let mean = |games: &[Playout], value: fn(&Playout) -> u32| {
            f64::from(games.iter().map(value).sum::<u32>()) / f64::from(count)
        };
        let gap = |value| (mean(&games, value) - mean(&simple, value)).abs();
        // Six standard errors of the difference.
        assert!(gap(|game| game.plies) < 0.1);
        assert!(gap(|game| game.points) < 0.06);
    }

    #[test]
    fn a_lost_side_has_no_points() {
        // A move, or a pass and a move, leaves nothing of the other side.
        let text = format!("-OX{} X", "-".repeat(61));
        let start: Position = text.parse().expect("a board");
        assert_eq!(
            plays(&start, 1)[0],
            Playout {
                points: 2,
                plies: 1
            }
        );
        let text = format!("-XOOOOOO{} X", "-".repeat(56));
        let start: Position = text.parse().expect("a board");
        assert_eq!(
            plays(&start, 1)[0],
            Playout {
                points: 0,
                plies: 2
            }
        );
    }
}
