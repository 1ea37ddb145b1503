//! Counting the leaves of the game tree: a check of the rules and a measure of
//! their speed.

use super::Position;

/// The number of leaves `depth` plies below `position`. A pass is a ply, and a
/// finished game counts as one leaf at every further depth.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.moves();
    if moves.is_empty() {
        let passed = position.pass();
        return if passed.moves().is_empty() {
            1
        } else {
            perft(&passed, depth - 1)
        };
    }
    if depth == 1 {
        return u64::from(moves.len());
    }
    moves
        .into_iter()
        .map(|square| perft(&position.play(square), depth - 1))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_from_the_start() {
        let counts = [
            1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288, 24_571_284,
        ];
        for (depth, count) in counts.into_iter().enumerate() {
            assert_eq!(
                perft(&Position::START, depth as u32),
                count,
                "depth {depth}"
            );
        }
    }
}
