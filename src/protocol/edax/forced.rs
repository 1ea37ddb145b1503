//! Moves that are played without a search: an opening that is forced.

use crate::board::{Game, Move, Position, Symmetry};

/// The moves of a game from the usual start, to be played while the game follows them in
/// one of the eight orientations of the board.
pub(super) struct Forced {
    /// The positions of the line, each with the move that follows.
    line: Vec<(Position, Move)>,
}

impl Forced {
    /// All first moves are alike: Edax always plays F5.
    pub(super) fn opening() -> Forced {
        let first = "F5".parse().expect("a move");
        Forced::line(&Position::START, &[first])
    }

    pub(super) fn none() -> Forced {
        Forced { line: Vec::new() }
    }

    /// These moves, which are legal.
    pub(super) fn line(start: &Position, moves: &[Move]) -> Forced {
        let mut position = *start;
        let mut line = Vec::new();
        for &played in moves {
            line.push((position, played));
            position = position.after(played);
        }
        Forced { line }
    }

    /// The forced move in the position of this game.
    pub(super) fn next(&self, game: &Game) -> Option<Move> {
        let (position, played) = self.line.get(game.moves().count())?;
        let turn = Symmetry::ALL
            .into_iter()
            .find(|turn| turn.position(position) == *game.position())?;
        Some(match played {
            Move::Place(square) => Move::Place(turn.square(*square)),
            Move::Pass => Move::Pass,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_followed_in_every_orientation() {
        let moves = ["F5", "D6", "C3"].map(|name| name.parse().expect("a move"));
        let forced = Forced::line(&Position::START, &moves);
        let mut game = Game::default();
        assert_eq!(forced.next(&game), Some(moves[0]));
        for (played, next) in [("D3", "C5"), ("C5", "F6")] {
            let color = game.position().to_move();
            game.play(color, played.parse().expect("a move"))
                .expect("it is legal");
            let expected: Move = next.parse().expect("a move");
            let found = forced.next(&game);
            assert_eq!(found, Some(expected), "after {played}");
        }
    }
}
