//! The results so far. Memory use depends on the number of players, not of games.

use std::collections::HashMap;

use super::record::Outcome;
use super::schedule::Fixture;
use super::statistics::pentanomial::Pentanomial;
use super::statistics::ratings::{Encounter, Rating, ratings};
use crate::board::Color;

/// The results of all pairings.
#[derive(Default)]
pub(super) struct Standings {
    players: usize,
    pub(super) pairings: Vec<Standing>,
}

/// The results of a pairing, from the point of view of its first player.
#[derive(Default)]
pub(super) struct Standing {
    /// The players' numbers.
    pub(super) players: [usize; 2],
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    pub(super) discs: Discs,
    pub(super) pairs: Pentanomial,
    /// The first player's half points from the first game of each unfinished pair.
    halves: HashMap<u64, usize>,
}

/// A game of which only the record is known.
pub(super) struct Meeting {
    pub(super) number: u64,
    pub(super) pair: u64,
    /// The numbers of black and white.
    pub(super) players: [usize; 2],
}

/// Disc differences; forfeited games are not included.
#[derive(Clone, Default)]
pub(super) struct Discs {
    count: u64,
    sum: i64,
    squares: i64,
}

impl Standings {
    /// Empty standings of this number of players and these pairings.
    pub(super) fn new(players: usize, pairings: &[[usize; 2]]) -> Standings {
        let standing = |&players| Standing {
            players,
            ..Standing::default()
        };
        Standings {
            players,
            pairings: pairings.iter().map(standing).collect(),
        }
    }

    /// Counts a game.
    pub(super) fn add(&mut self, fixture: &Fixture<'_>, outcome: Outcome) {
        let first = match fixture.is_first_black {
            true => Color::Black,
            false => Color::White,
        };
        self.pairings[fixture.pairing].add(fixture.pair, first, outcome);
    }

    /// Counts a game between players who may not have met before. In a new pairing the
    /// first player is the one who has black in odd-numbered games.
    pub(super) fn add_meeting(&mut self, game: &Meeting, outcome: Outcome) {
        let [black, white] = game.players;
        self.players = self.players.max(black.max(white) + 1);
        let is_pairing = |standing: &Standing| {
            standing.players == [black, white] || standing.players == [white, black]
        };
        let pairing = self.pairings.iter().position(is_pairing);
        let pairing = pairing.unwrap_or_else(|| {
            let players = match game.number % 2 {
                1 => [black, white],
                _ => [white, black],
            };
            self.pairings.push(Standing {
                players,
                ..Standing::default()
            });
            self.pairings.len() - 1
        });
        let standing = &mut self.pairings[pairing];
        let first = match standing.players[0] == black {
            true => Color::Black,
            false => Color::White,
        };
        standing.add(game.pair, first, outcome);
    }

    /// The rated players, best first.
    pub(super) fn ranking(&self) -> Vec<(usize, Rating)> {
        let rated = self.ratings().into_iter().enumerate();
        let mut rated: Vec<(usize, Rating)> = rated
            .filter_map(|(player, rating)| Some((player, rating?)))
            .collect();
        rated.sort_by(|(_, one), (_, other)| other.elo.total_cmp(&one.elo));
        rated
    }

    /// The ratings of all players, from all games.
    fn ratings(&self) -> Vec<Option<Rating>> {
        let encounter = |standing: &Standing| Encounter {
            first: standing.players[0],
            second: standing.players[1],
            pairs: standing.pairs,
        };
        let encounters: Vec<Encounter> = self.pairings.iter().map(encounter).collect();
        ratings(self.players, &encounters)
    }
}

impl Standing {
    /// Counts a game in which the first player had this colour.
    fn add(&mut self, pair: u64, first: Color, outcome: Outcome) {
        let half_points = match outcome.winner() {
            None => 1,
            Some(winner) if winner == first => 2,
            Some(_) => 0,
        };
        let count = match half_points {
            2 => &mut self.wins,
            1 => &mut self.draws,
            _ => &mut self.losses,
        };
        *count += 1;
        if let Outcome::Lead(lead) = outcome {
            self.discs.add(match first {
                Color::Black => lead,
                Color::White => -lead,
            });
        }
        match self.halves.remove(&pair) {
            Some(other) => self.pairs.add(half_points + other),
            None => drop(self.halves.insert(pair, half_points)),
        }
    }
}

impl Discs {
    pub(super) fn add(&mut self, lead: i32) {
        self.count += 1;
        self.sum += i64::from(lead);
        self.squares += i64::from(lead * lead);
    }

    /// The mean, and half the width of its 95 % confidence interval.
    pub(super) fn mean(&self) -> Option<(f64, f64)> {
        let count = self.count as f64;
        let mean = self.sum as f64 / count;
        let variance = (self.squares as f64 / count - mean * mean) / (count - 1.0);
        let error = 1.96 * variance.max(0.0).sqrt();
        (self.count > 0).then_some((mean, if self.count > 1 { error } else { f64::INFINITY }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_those_of_the_first_player() {
        let mut standing = Standing::default();
        for (pair, first, outcome) in [
            (1, Color::Black, "B+10"),
            (2, Color::White, "W+4"),
            (1, Color::White, "0"),
            (2, Color::Black, "B+F"),
            (3, Color::Black, "W+F"),
        ] {
            standing.add(pair, first, outcome.parse().unwrap());
        }
        assert_eq!((standing.wins, standing.draws, standing.losses), (3, 1, 1));
        assert_eq!(standing.pairs, Pentanomial([0, 0, 0, 1, 1]));
        assert_eq!(standing.halves.len(), 1, "the third pair is not complete");
        let (mean, error) = standing.discs.mean().unwrap();
        assert!((mean - 14.0 / 3.0).abs() < 1e-9, "forfeits have no discs");
        let deviation = (76.0f64 / 3.0).sqrt();
        assert!(
            (error - 1.96 * deviation / 3f64.sqrt()).abs() < 1e-9,
            "{error}"
        );
        assert_eq!(Discs::default().mean(), None);
    }
}
