//! Which players play a game, and from which opening. This depends only on the number
//! of the game, so that a match can be resumed and distributed over threads and machines.

use crate::board::Position;
use crate::search::rng::MoveSeed;
use crate::tools::openings::Opening;
use crate::tools::slice::Slice;

/// Which players play each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// Every player plays every other.
    RoundRobin,
    /// The first player plays all others.
    Gauntlet,
}

/// All games of a match, in order. The two games of a pair are consecutive, and the
/// pairings take turns, so that all advance at the same rate.
pub(super) struct Schedule {
    pairings: Vec<[usize; 2]>,
    /// The number of game pairs of each pairing.
    pairs: u64,
    openings: Vec<Opening>,
    /// The part of all game pairs that is to be played.
    slice: Slice,
}

/// One game to play.
pub(super) struct Fixture<'a> {
    /// Counted from 1.
    pub(super) game: u64,
    /// Counted from 1 over all pairings.
    pub(super) pair: u64,
    /// The index of the pairing.
    pub(super) pairing: usize,
    /// Whether the first player of the pairing plays black.
    pub(super) is_first_black: bool,
    pub(super) opening: &'a Opening,
    /// The players' numbers.
    pub(super) black: usize,
    pub(super) white: usize,
}

impl Schedule {
    /// A schedule with this number of games for each pairing, rounded up to an even
    /// number. The openings are shuffled with the seed; if there are too few, they are reused.
    pub(super) fn new(
        players: usize,
        format: Format,
        games: u64,
        mut openings: Vec<Opening>,
        seed: u64,
    ) -> Schedule {
        let firsts = match format {
            Format::RoundRobin => players,
            Format::Gauntlet => 1,
        };
        let pairing = |first| (first + 1..players).map(move |second| [first, second]);
        MoveSeed::new(seed, 0, &Position::START)
            .rng()
            .shuffle(&mut openings);
        Schedule {
            pairings: (0..firsts).flat_map(pairing).collect(),
            pairs: games.div_ceil(2),
            openings,
            slice: Slice::WHOLE,
        }
    }

    /// Only a slice of the game pairs; games keep their numbers.
    pub(super) fn only(self, slice: Slice) -> Schedule {
        Schedule { slice, ..self }
    }

    /// The two players of each pairing.
    pub(super) fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The number of games to play.
    pub(super) fn games(&self) -> u64 {
        2 * self.slice.size(self.all_pairs())
    }

    /// The highest game number.
    pub(super) fn last_game(&self) -> u64 {
        2 * self.all_pairs()
    }

    /// Whether the game with this number is one of those to play.
    pub(super) fn contains(&self, game: u64) -> bool {
        (1..=self.last_game()).contains(&game) && self.slice.contains((game - 1) / 2)
    }

    /// The game pairs of all pairings.
    fn all_pairs(&self) -> u64 {
        self.pairs * self.pairings.len() as u64
    }

    /// Whether some openings are played more than once by the same players.
    pub(super) fn repeats_openings(&self) -> bool {
        self.pairs > self.openings.len() as u64
    }

    /// The game with this number, from 1 to the last.
    pub(super) fn fixture(&self, game: u64) -> Fixture<'_> {
        let pair = (game - 1) / 2;
        let count = self.pairings.len() as u64;
        let pairing = (pair % count) as usize;
        let round = pair / count;
        let is_first_black = game % 2 == 1;
        let [first, second] = self.pairings[pairing];
        let (black, white) = match is_first_black {
            true => (first, second),
            false => (second, first),
        };
        Fixture {
            game,
            pair: pair + 1,
            pairing,
            is_first_black,
            opening: &self.openings[(round % self.openings.len() as u64) as usize],
            black,
            white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flags::ValueKind;
    use crate::tools::openings::built_in;
    use crate::tools::slice::Slices;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn each_pair_has_one_opening_and_both_colours() {
        for (players, format, pairings) in [
            (2, Format::RoundRobin, 1),
            (4, Format::RoundRobin, 6),
            (4, Format::Gauntlet, 3),
        ] {
            let schedule = Schedule::new(players, format, 9, built_in(), 1);
            assert_eq!(schedule.games(), 10 * pairings);
            let mut meetings: HashMap<(usize, usize), Vec<String>> = HashMap::new();
            for game in (1..schedule.games()).step_by(2) {
                let (one, two) = (schedule.fixture(game), schedule.fixture(game + 1));
                assert_eq!((one.black, one.white), (two.white, two.black));
                assert_eq!((one.pair, one.pairing), (two.pair, two.pairing));
                assert_eq!(one.opening.to_string(), two.opening.to_string());
                assert!(one.is_first_black && !two.is_first_black);
                let openings = meetings.entry((one.black, one.white)).or_default();
                openings.push(one.opening.to_string());
            }
            assert_eq!(meetings.len() as u64, pairings);
            let distinct: HashSet<&Vec<String>> = meetings.values().collect();
            assert_eq!(distinct.len(), 1, "all play the same openings");
        }
    }

    #[test]
    fn slices_consist_of_whole_pairs() {
        let slice = |text: &str| {
            let schedule = Schedule::new(3, Format::RoundRobin, 4, built_in(), 1);
            let schedule = schedule.only(Slices.parse(text).unwrap());
            let games = (0..=13).filter(|&game| schedule.contains(game));
            let games: Vec<u64> = games.collect();
            assert_eq!(
                (schedule.games(), schedule.last_game()),
                (games.len() as u64, 12)
            );
            games
        };
        assert_eq!(slice("1/4"), [1, 2, 9, 10]);
        assert_eq!(slice("2/4"), [3, 4, 11, 12]);
        assert_eq!(slice("3/4"), [5, 6]);
        assert!(slice("7/7").is_empty());
    }

    #[test]
    fn the_seed_orders_the_openings_which_are_reused() {
        let openings = |seed| {
            let schedule = Schedule::new(2, Format::RoundRobin, 4010, built_in(), seed);
            assert!(schedule.repeats_openings());
            let text = |game| schedule.fixture(game).opening.to_string();
            (1..=4010).step_by(2).map(text).collect::<Vec<_>>()
        };
        let (one, again, other) = (openings(1), openings(1), openings(2));
        assert_eq!(one, again);
        assert_ne!(one, other);
        assert_eq!(one[..5], one[2000..]);
        assert_eq!(one[..2000].iter().collect::<HashSet<_>>().len(), 2000);
    }
}
