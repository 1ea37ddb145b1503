//! Positions, games and problems that several tests use.

use obverse::board::{Position, Square};
use obverse::search::rng::MoveSeed;

/// A game in which black captures every disc.
pub(crate) const WIPEOUT: &str = "E6F4E3F6G5D6E7F5C5";

/// A file of problems with 5, 10, 11 and 12 empty squares. In the first one the side to
/// move has to pass. Another algorithm found the scores.
pub(crate) const ENDGAMES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/problems/endgames.obf");

/// The start position as a problem, which no program solves during a test.
pub(crate) const UNSOLVABLE: &str =
    "---------------------------OX------XO--------------------------- X; D3:+0;";

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

/// The positions of random games in which the side to move has a move.
pub(crate) fn positions_with_moves(games: u64) -> Vec<Position> {
    (0..games)
        .flat_map(random_game)
        .filter(|position| !position.moves().is_empty())
        .collect()
}
