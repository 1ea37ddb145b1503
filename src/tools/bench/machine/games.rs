//! The positions on which levels are tested.

use crate::board::notation::transcript;
use crate::board::{Color, Game, Position};

/// Games of the engine against itself at level 14, from its opening book.
static GAMES: [&str; 2] = [
    "D3C3C4E3D2B4F4C2D6F3E2C6C5F1E1F5A3F6B5E6B3B6C7A5A4A6A7B2G4G3F7E7G5H4H6C8E8F2G6H5D7D1H3G8F8D8B7H2H1G2G7C1A1A2G1H8H7A8B8",
    "F5F6E6F4E3C5C4D3E2E7F3B4G5D2D7C6G6G4G3H3F2D6D8H5H4E1C7F7H6H7F8F1B6E8B5A5G2A6B3C3A4B7A7H1C8H2G7G8H8A2D1A8A3B8A1C1G1B2B1C2",
];

/// A game for an analysis: its positions, in their order.
pub(super) fn analysed() -> Vec<Position> {
    positions(GAMES[0])
}

/// For each game, every second position in which one of the players has to move: Black in one
/// game, White in the other.
pub(super) fn played() -> Vec<Vec<Position>> {
    let sides = [Color::Black, Color::White];
    let of_side = |(game, side): (&&str, Color)| {
        let positions = positions(game).into_iter();
        let own = positions.filter(|position| position.to_move() == side);
        own.skip(1).step_by(2).collect()
    };
    GAMES.iter().zip(sides).map(of_side).collect()
}

/// The positions of a game in which there is a choice of moves.
fn positions(moves: &str) -> Vec<Position> {
    let moves = transcript::parse(&Position::START, moves).expect("it is a game");
    let mut game = Game::default();
    let mut positions = Vec::new();
    for action in moves {
        let position = *game.position();
        if position.moves().len() > 1 {
            positions.push(position);
        }
        game.play(position.to_move(), action)
            .expect("the move is legal");
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_of_all_stages() {
        assert!(analysed().len() >= 50);
        for positions in played() {
            let empties: Vec<u32> = positions
                .iter()
                .map(|position| position.empty().len())
                .collect();
            assert!(empties.len() >= 12, "{empties:?}");
            assert!(empties.iter().any(|count| (20..=26).contains(count)));
        }
    }
}
