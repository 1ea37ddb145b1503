//! Positions from random games.

use obverse::board::{Position, Square};
use obverse::search::rng::MoveSeed;

/// Every position of a random game, from the start to the end.
pub(crate) fn random_game(seed: u64) -> Vec<Position> {
    let mut positions = vec![Position::START];
    let mut position = Position::START;
    loop {
        let moves: Vec<Square> = position.moves().into_iter().collect();
        position = match MoveSeed::new(seed, 1, &position).pick(&moves) {
            Some(square) => position.play(square),
            None if position.must_pass() => position.pass(),
            None => return positions,
        };
        positions.push(position);
    }
}

/// The positions of these games in which the side to move has a move.
pub(crate) fn positions_with_moves(games: u64) -> Vec<Position> {
    (0..games)
        .flat_map(random_game)
        .filter(|position| !position.moves().is_empty())
        .collect()
}
