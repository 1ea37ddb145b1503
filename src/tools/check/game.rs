//! The games of the checks.

use super::outcome::{Outcome, demand};
use crate::board::notation::transcript;
use crate::board::{Move, Position, Square};

/// A game after which Black has to pass. White can then play [`AFTER_PASS`].
pub(super) const FORCED_PASS: &str = "F5F6D3G5H5H4F7H6";

pub(super) const AFTER_PASS: &str = "C5";

/// A game that ends with 51 empty squares, because White has no discs left.
pub(super) const WIPEOUT: &str = "E6F4E3F6G5D6E7F5C5";

/// An opening, after which Black has other moves than at the start.
pub(super) const OPENING: &str = "F5D6C3D3C4F4";

/// The moves of a game, passes included.
pub(super) fn moves(game: &str) -> Vec<Move> {
    transcript::parse(&Position::START, game).expect("the games of the checks are legal")
}

/// The position after a game.
pub(super) fn after(game: &str) -> Position {
    let play = |position: Position, played: &Move| position.after(*played);
    moves(game).iter().fold(Position::START, play)
}

/// Whether the rules allow this move.
pub(super) fn is_legal(position: &Position, played: Move) -> bool {
    match played {
        Move::Place(square) => position.try_play(square).is_some(),
        Move::Pass => position.moves().is_empty(),
    }
}

/// The engine must have chosen a legal move.
pub(super) fn demand_legal(position: &Position, played: Move) -> Outcome {
    demand(is_legal(position, played), || {
        let legal: Vec<String> = position
            .moves()
            .into_iter()
            .map(|square| square.to_string())
            .collect();
        let legal = match legal.is_empty() {
            true => "pass".to_string(),
            false => legal.join(" "),
        };
        let side = position.to_move();
        format!("{played} is not a legal move for {side} here: {legal}")
    })
}

/// Another first move, which has no reply in common with this one.
pub(super) fn other_opening(first: Square) -> Square {
    let replies = |square: Square| Position::START.play(square).moves();
    let others = Position::START.moves().into_iter();
    let mut others = others.filter(|&other| (replies(other) & replies(first)).is_empty());
    others.next().unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_are_what_they_are_said_to_be() {
        assert!(after(FORCED_PASS).must_pass());
        let reply: Move = AFTER_PASS.parse().expect("a move");
        assert!(is_legal(&after(FORCED_PASS).pass(), reply));
        assert!(after(WIPEOUT).is_over());
        assert!((after(OPENING).moves() & Position::START.moves()).len() < 4);
        for square in Position::START.moves() {
            assert_ne!(other_opening(square), square);
        }
    }
}
