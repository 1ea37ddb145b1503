//! Counts what the report needs in addition to the standings. Memory use depends on the
//! number of players and openings, not of games.

use std::collections::{BTreeMap, HashMap};

use super::super::record::{Outcome, Record};
use super::super::standings::Discs;
use super::replayable::ReplayableGames;
use crate::board::{Color, Game, Move};

pub(super) const COLORS: [Color; 2] = [Color::Black, Color::White];

/// The maximum number of moves in a game.
const MOVES: usize = 60;

pub(super) struct Tally {
    pub(super) names: Vec<String>,
    /// The players, in the order of the names.
    pub(super) players: Vec<PlayerTally>,
    pub(super) openings: HashMap<String, OpeningTally>,
    pub(super) games: u64,
    pub(super) replayable: ReplayableGames,
}

/// The results of one player.
#[derive(Clone, Default)]
pub(super) struct PlayerTally {
    /// With black and with white.
    pub(super) scores: [Score; 2],
    pub(super) discs: Discs,
    pub(super) leads: Leads,
    pub(super) times: Times,
    /// Forfeits by reason.
    pub(super) forfeit: BTreeMap<&'static str, u64>,
}

/// The results of one opening.
#[derive(Default)]
pub(super) struct OpeningTally {
    pub(super) black: Score,
    pub(super) discs: Discs,
    /// The score of the first player.
    pub(super) first: Score,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Score {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
}

/// A histogram of final disc differences. Each bar covers two values: 2 and 4, 6 and 8, …
#[derive(Clone, Default)]
pub(super) struct Leads {
    counts: BTreeMap<i32, u64>,
}

/// The thinking time for each move of the game.
#[derive(Clone)]
pub(super) struct Times([(u64, u64); MOVES]);

impl Tally {
    pub(super) fn new(names: &[String]) -> Tally {
        Tally {
            names: names.to_vec(),
            players: vec![PlayerTally::default(); names.len()],
            openings: HashMap::new(),
            games: 0,
            replayable: ReplayableGames::default(),
        }
    }

    /// Counts a game. Returns the numbers of black and white.
    pub(super) fn add(&mut self, record: &Record) -> Result<[usize; 2], String> {
        if record.black == record.white {
            return Err(format!("{} plays against itself", record.black));
        }
        let game = record.replay()?;
        let times = move_times(&game, &record.move_micros)?;
        let numbers = match record.game % 2 {
            1 => {
                let black = self.number(&record.black);
                [black, self.number(&record.white)]
            }
            _ => {
                let white = self.number(&record.white);
                [self.number(&record.black), white]
            }
        };
        self.games += 1;
        for (color, number) in COLORS.into_iter().zip(numbers) {
            let player = &mut self.players[number];
            player.count(record, color);
            for time in times.iter().filter(|time| time.color == color) {
                player.times.add(time);
            }
        }
        self.count_opening(record, numbers);
        self.replayable.add(record.clone());
        Ok(numbers)
    }

    /// The number of a player, added if it is new.
    fn number(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_string());
            self.players.push(PlayerTally::default());
            self.names.len() - 1
        })
    }

    fn count_opening(&mut self, record: &Record, numbers: [usize; 2]) {
        if !self.openings.contains_key(&record.opening) {
            let none = OpeningTally::default();
            self.openings.insert(record.opening.clone(), none);
        }
        let opening = self.openings.get_mut(&record.opening);
        let opening = opening.expect("it was just inserted");
        opening.black.add(record.result, Color::Black);
        if let Outcome::Lead(lead) = record.result {
            opening.discs.add(lead);
        }
        for (color, number) in COLORS.into_iter().zip(numbers) {
            if number == 0 {
                opening.first.add(record.result, color);
            }
        }
    }
}

impl PlayerTally {
    fn count(&mut self, record: &Record, color: Color) {
        self.scores[color as usize].add(record.result, color);
        match record.result {
            Outcome::Lead(lead) => {
                let lead = match color {
                    Color::Black => lead,
                    Color::White => -lead,
                };
                self.discs.add(lead);
                self.leads.add(lead);
            }
            Outcome::Forfeit(winner) if winner != color => {
                *self.forfeit.entry(record.reason.word()).or_default() += 1;
            }
            Outcome::Forfeit(_) => {}
        }
    }

    /// The score with both colours.
    pub(super) fn score(&self) -> Score {
        let [black, white] = self.scores;
        Score {
            wins: black.wins + white.wins,
            draws: black.draws + white.draws,
            losses: black.losses + white.losses,
        }
    }
}

impl Score {
    fn add(&mut self, result: Outcome, color: Color) {
        match result.winner() {
            None => self.draws += 1,
            Some(winner) if winner == color => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }

    pub(super) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub(super) fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The score from 0 to 1, if there are games.
    pub(super) fn share(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The opponent's score.
    pub(super) fn reversed(self) -> Score {
        Score {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }
}

impl Leads {
    /// The outermost bar on either side.
    pub(super) const LAST: i32 = 16;

    fn add(&mut self, lead: i32) {
        let bar = (lead.abs() + 3) / 4 * lead.signum();
        *self.counts.entry(bar).or_default() += 1;
    }

    /// The number of games in a bar.
    pub(super) fn count(&self, bar: i32) -> u64 {
        self.counts.get(&bar).copied().unwrap_or_default()
    }

    /// The disc differences of a bar, as a label.
    pub(super) fn describe(bar: i32) -> String {
        match bar {
            0 => "0".to_string(),
            1.. => format!("+{} to +{}", 4 * bar - 2, 4 * bar),
            _ => format!("{} to {}", 4 * bar, 4 * bar + 2),
        }
    }
}

impl Default for Times {
    fn default() -> Times {
        Times([(0, 0); MOVES])
    }
}

impl Times {
    fn add(&mut self, time: &MoveTime) {
        let (count, sum) = &mut self.0[time.number.clamp(1, MOVES) - 1];
        *count += 1;
        *sum = sum.saturating_add(time.micros);
    }

    /// Move numbers from 1, with the mean time of each in microseconds.
    pub(super) fn means(&self) -> impl Iterator<Item = (usize, f64)> {
        let timed = (1..).zip(&self.0).filter(|(_, (count, _))| *count > 0);
        timed.map(|(number, &(count, sum))| (number, sum as f64 / count as f64))
    }
}

struct MoveTime {
    color: Color,
    /// The move number: 1 with four discs on the board, 60 for the last square.
    number: usize,
    micros: u64,
}

/// The times belong to the last moves of the game.
fn move_times(game: &Game, micros: &[u64]) -> Result<Vec<MoveTime>, String> {
    let is_placed = |(_, played): &(Color, Move)| *played != Move::Pass;
    let colors: Vec<Color> = game
        .moves()
        .filter(is_placed)
        .map(|(color, _)| color)
        .collect();
    let untimed = colors.len().checked_sub(micros.len());
    let untimed = untimed.ok_or("move_micros: there are more times than moves")?;
    let discs = COLORS.map(|color| game.start().discs(color).len());
    let before = (discs[0] + discs[1]) as usize;
    Ok((untimed..)
        .zip(micros)
        .map(|(index, &micros)| MoveTime {
            color: colors[index],
            number: (before + index).saturating_sub(3),
            micros,
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::board::notation::transcript;

    #[test]
    fn each_lead_has_its_bar() {
        let mut leads = Leads::default();
        for lead in (-64..=64).step_by(2) {
            leads.add(lead);
        }
        assert_eq!(leads.count(0), 1);
        for bar in 1..=Leads::LAST {
            assert_eq!((leads.count(bar), leads.count(-bar)), (2, 2), "{bar}");
        }
        assert_eq!(Leads::describe(1), "+2 to +4");
        assert_eq!(Leads::describe(-16), "-64 to -62");
    }

    #[test]
    fn times_belong_to_the_last_moves() {
        let moves = transcript::parse(&Position::START, "F5D6C3");
        let mut game = Game::default();
        for played in moves.expect("legal moves") {
            game.play(game.player_of(played), played)
                .expect("a legal move");
        }
        let times = move_times(&game, &[5, 7]).expect("two of three");
        let told: Vec<_> = times
            .iter()
            .map(|time| (time.color, time.number, time.micros))
            .collect();
        assert_eq!(told, [(Color::White, 2, 5), (Color::Black, 3, 7)]);
        assert!(move_times(&game, &[1; 4]).is_err());
    }
}
