//! The start positions of games, varied so that the network learns about every kind of
//! position that a search meets.

use std::collections::HashSet;

use crate::board::Position;
use crate::board::symmetry::canonical;
use crate::search::rng::MoveSeed;
use crate::tools::positions::next_turn;

/// Start positions, which depend only on the seed and the number of the game.
pub(super) struct Starts {
    openings: Vec<Position>,
    random_plies: u32,
    seed: u64,
}

/// Plies of the longest openings.
const OPENING_PLIES: usize = 8;

/// The minimum number of random plies after an opening that was used before. A game depends only on
/// its start position, so without random plies it would repeat the earlier game.
const MIN_PLIES_AFTER_REUSE: u32 = 2;

impl Starts {
    /// With at most this many random plies after the opening.
    pub(super) fn new(random_plies: u32, seed: u64) -> Starts {
        let mut openings = openings(OPENING_PLIES);
        // The openings are shuffled so that even a few games cover all kinds of them.
        MoveSeed::new(seed, 0, &Position::START)
            .rng()
            .shuffle(&mut openings);
        Starts {
            openings,
            random_plies,
            seed,
        }
    }

    /// The next opening, followed by a random number of random moves. The side to move has
    /// a legal move.
    pub(super) fn start(&self, game: u64) -> Position {
        let openings = self.openings.len() as u64;
        let mut position = self.openings[(game % openings) as usize];
        let least = if game < openings {
            0
        } else {
            MIN_PLIES_AFTER_REUSE
        };
        let least = least.min(self.random_plies);
        let mut rng = MoveSeed::new(self.seed, game, &position).rng();
        // Low numbers of moves are more likely: such games also contain positions of all
        // later stages, and neither side is far ahead at their start.
        let part = rng.fraction().powi(2);
        let plies = least + (f64::from(self.random_plies - least + 1) * part) as u32;
        for _ in 0..plies {
            let moves = position.moves();
            let square = moves.nth(rng.below(moves.len())).expect("it has moves");
            match next_turn(&position, square) {
                Some(next) => position = next,
                None => break,
            }
        }
        position
    }
}

/// All positions up to this many plies, one of each symmetry class.
fn openings(plies: usize) -> Vec<Position> {
    let mut openings = vec![Position::START];
    let mut seen = HashSet::new();
    let mut last = 0;
    for _ in 0..plies {
        let first = std::mem::replace(&mut last, openings.len());
        for index in first..last {
            let position = openings[index];
            let children = position.moves().into_iter();
            let children = children.filter_map(|square| next_turn(&position, square));
            let children = children.map(|child| canonical(&child).0);
            openings.extend(children.filter(|child| seen.insert(*child)));
        }
    }
    openings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_all_positions_once() {
        let counts: Vec<usize> = (0..=6).map(|plies| openings(plies).len()).collect();
        let new = counts.windows(2).map(|pair| pair[1] - pair[0]);
        assert_eq!(new.collect::<Vec<_>>(), [1, 3, 14, 60, 322, 1773]);
    }

    #[test]
    fn starts_are_of_all_stages_and_reproducible() {
        let starts = Starts::new(40, 3);
        let again = Starts::new(40, 3);
        let mut stages = HashSet::new();
        for game in 0..2000 {
            let start = starts.start(game);
            assert_eq!(start, again.start(game));
            assert!(!start.moves().is_empty());
            stages.insert(start.empty().len());
        }
        assert!((20..=52).all(|empty| stages.contains(&empty)), "{stages:?}");
        assert_ne!(Starts::new(40, 4).start(0), starts.start(0));
    }

    #[test]
    fn hardly_any_start_repeats() {
        let starts = Starts::new(12, 1);
        let openings = starts.openings.len() as u64;
        // A hundred openings, ten times each.
        let games = (0..10).flat_map(|round| (0..100).map(move |game| round * openings + game));
        let met: HashSet<Position> = games.map(|game| starts.start(game)).collect();
        assert!(met.len() > 980, "{}", met.len());
    }
}
