//! A game as a JSON line of the results.

use std::{fmt, str};

use serde::{Deserialize, Serialize};

use super::player::Reason;
use super::referee::Played;
use super::schedule::Fixture;
use crate::board::notation::transcript;
use crate::board::{Color, Game, Move, Position};
use crate::tools::json::seconds;

/// The record of a game. Programs that read the file rely on the names and the order of the
/// fields.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) game: u64,
    pub(super) pair: u64,
    pub(super) opening: String,
    pub(super) black: String,
    pub(super) white: String,
    /// All moves from the start, the opening included, without passes.
    pub(super) moves: String,
    /// The start position, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<String>,
    /// The discs on the board at the end.
    pub(super) black_discs: u32,
    pub(super) white_discs: u32,
    pub(super) result: Outcome,
    pub(super) reason: Reason,
    pub(super) black_seconds: f64,
    pub(super) white_seconds: f64,
    /// The time of each move after the opening; as integers, to keep the files small.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) move_micros: Vec<u64>,
}

/// How a game ended: `B+4`, `W+4`, `0`, or `B+F` if white forfeited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(super) enum Outcome {
    /// Black's lead in discs; empty squares count for the winner.
    Lead(i32),
    /// This side won because the other one forfeited.
    Forfeit(Color),
}

impl Record {
    /// The record of a game between players with these names, black first.
    pub(super) fn new(fixture: &Fixture<'_>, names: [&str; 2], played: &Played) -> Record {
        let moves: Vec<Move> = played.game.moves().map(|(_, played)| played).collect();
        let [black_discs, white_discs] = discs(played.game.position());
        let seconds = |color: Color| seconds(played.used[color as usize]);
        let [black, white] = names.map(str::to_string);
        Record {
            game: fixture.game,
            pair: fixture.pair,
            opening: fixture.opening.to_string(),
            black,
            white,
            moves: transcript::write(&moves),
            start: fixture
                .opening
                .unusual_start()
                .map(|start| start.to_string()),
            black_discs,
            white_discs,
            result: Outcome::of(played),
            reason: played
                .forfeit
                .as_ref()
                .map_or(Reason::Normal, |(_, forfeit)| forfeit.reason),
            black_seconds: seconds(Color::Black),
            white_seconds: seconds(Color::White),
            move_micros: move_micros(played),
        }
    }

    /// Checks what follows from the rest of the record: the pair, the discs and the result.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.game == 0 || self.pair != self.game.div_ceil(2) {
            return Err(format!("game {} is not in pair {}", self.game, self.pair));
        }
        let game = self.replay()?;
        let [black, white] = discs(game.position());
        if (self.black_discs, self.white_discs) != (black, white) {
            return Err(format!(
                "discs: after these moves there are {black} and {white}"
            ));
        }
        match (self.reason, game.result().map(Outcome::Lead)) {
            (Reason::Normal, None) => Err("moves: the game is not over".to_string()),
            (Reason::Normal, Some(result)) if result != self.result => {
                Err(format!("result: the game ended {result}"))
            }
            (Reason::Normal, _) => Ok(()),
            _ if matches!(self.result, Outcome::Forfeit(_)) => Ok(()),
            (reason, _) => {
                let word = reason.word();
                Err(format!("result: expected B+F or W+F for the reason {word}"))
            }
        }
    }

    /// Replays the moves.
    pub(super) fn replay(&self) -> Result<Game, String> {
        let start = match &self.start {
            Some(start) => start
                .parse()
                .map_err(|problem| format!("start: {problem}"))?,
            None => Position::START,
        };
        let moves = transcript::parse(&start, &self.moves);
        let mut game = Game::new(start);
        for played in moves.map_err(|problem| format!("moves: {problem}"))? {
            let is_played = game.play(game.player_of(played), played);
            is_played.expect("it was read as a legal move");
        }
        Ok(game)
    }
}

/// The numbers of black and white discs.
fn discs(position: &Position) -> [u32; 2] {
    [Color::Black, Color::White].map(|color| position.discs(color).len())
}

/// The times of the moves after the opening. Passes take no time and are omitted.
fn move_micros(played: &Played) -> Vec<u64> {
    let moves: Vec<(Color, Move)> = played.game.moves().collect();
    let after_opening = &moves[moves.len() - played.times.len()..];
    let timed = after_opening.iter().zip(&played.times);
    timed
        .filter(|((_, played), _)| *played != Move::Pass)
        .map(|(_, time)| time.as_micros() as u64)
        .collect()
}

impl Outcome {
    fn of(played: &Played) -> Outcome {
        match (&played.forfeit, played.game.result()) {
            (None, Some(lead)) => Outcome::Lead(lead),
            (Some((guilty, _)), _) => Outcome::Forfeit(!*guilty),
            (None, None) => unreachable!("only a forfeit ends a game early"),
        }
    }

    /// The winner, unless it is a draw.
    pub(super) fn winner(self) -> Option<Color> {
        match self {
            Outcome::Lead(0) => None,
            Outcome::Lead(1..) => Some(Color::Black),
            Outcome::Lead(_) => Some(Color::White),
            Outcome::Forfeit(winner) => Some(winner),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Lead(0) => f.write_str("0"),
            Outcome::Lead(lead @ 1..) => write!(f, "B+{lead}"),
            Outcome::Lead(lead) => write!(f, "W+{}", -lead),
            Outcome::Forfeit(Color::Black) => f.write_str("B+F"),
            Outcome::Forfeit(Color::White) => f.write_str("W+F"),
        }
    }
}

impl str::FromStr for Outcome {
    type Err = String;

    fn from_str(text: &str) -> Result<Outcome, String> {
        let lead = |discs: &str| {
            let lead = discs.parse::<i32>().ok();
            lead.filter(|lead| (1..=64).contains(lead))
        };
        let outcome = match text {
            "0" => Some(Outcome::Lead(0)),
            "B+F" => Some(Outcome::Forfeit(Color::Black)),
            "W+F" => Some(Outcome::Forfeit(Color::White)),
            _ => match text.split_once('+') {
                Some(("B", discs)) => lead(discs).map(Outcome::Lead),
                Some(("W", discs)) => lead(discs).map(|lead| Outcome::Lead(-lead)),
                _ => None,
            },
        };
        outcome.ok_or_else(|| "expected a result such as B+4, W+F or 0".to_string())
    }
}

impl From<Outcome> for String {
    fn from(outcome: Outcome) -> String {
        outcome.to_string()
    }
}

impl TryFrom<String> for Outcome {
    type Error = String;

    fn try_from(text: String) -> Result<Outcome, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_read_as_they_are_written() {
        for (text, winner) in [
            ("0", None),
            ("B+4", Some(Color::Black)),
            ("W+64", Some(Color::White)),
            ("B+F", Some(Color::Black)),
            ("W+F", Some(Color::White)),
        ] {
            let outcome: Outcome = text.parse().unwrap();
            assert_eq!(
                (outcome.to_string().as_str(), outcome.winner()),
                (text, winner)
            );
        }
        for bad in ["", "B", "B+0", "W+65", "B-4", "w+4", "F+F"] {
            assert!(bad.parse::<Outcome>().is_err(), "{bad}");
        }
    }
}
