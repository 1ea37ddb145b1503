//! The game record, which every format is read into and written from.

use std::fmt;
use std::time::Duration;

use super::text::decimal;
use crate::board::{Color, Game, IllegalMove, Move, Position};

/// A game with its annotations. No format can hold all of them; a writer leaves out those
/// that its format cannot hold.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The start position.
    pub start: Position,
    /// The moves, including forced passes. Readers return only legal ones.
    pub moves: Vec<Ply>,
    /// Possible next moves with their scores from the point of view of the side to move.
    pub scores: Vec<(Move, i32)>,
    /// Who played black.
    pub black: Option<String>,
    /// Who played white.
    pub white: Option<String>,
    /// The tournament or server.
    pub event: Option<String>,
    /// The date, in the form of the file.
    pub date: Option<String>,
    /// The clock, in the notation of GGF: `15:00//02:00`.
    pub clock: Option<String>,
    /// How it ended.
    pub result: Option<Outcome>,
    /// A comment, of one line or several.
    pub comment: Option<String>,
}

/// A move with its annotations.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// The player.
    pub color: Color,
    /// The move.
    pub action: Move,
    /// The value that the player expected, in discs.
    pub value: Option<f64>,
    /// The time that the player took.
    pub time: Option<Duration>,
    /// A comment, of one line or several.
    pub comment: Option<String>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Black's lead in discs; the winner gets the empty squares.
    pub lead: f64,
    /// Why the game ended early; `None` if it was played to the end.
    pub early: Option<EarlyEnd>,
}

/// Why a game ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlyEnd {
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Timeout,
    /// A player was declared the loser.
    Forfeit,
    /// The players agreed on the result.
    Agreement,
}

impl GameRecord {
    /// A game without moves or annotations.
    pub fn new(start: Position) -> GameRecord {
        GameRecord {
            start,
            moves: Vec::new(),
            scores: Vec::new(),
            black: None,
            white: None,
            event: None,
            date: None,
            clock: None,
            result: None,
            comment: None,
        }
    }

    /// A game with these moves, which must be legal.
    pub(super) fn of_moves(start: Position, actions: &[Move]) -> GameRecord {
        let mut replay = Replay::new(start);
        for &action in actions {
            let color = replay.player_of(action);
            let played = replay.play(Ply::new(color, action));
            played.expect("the moves are legal");
        }
        GameRecord {
            moves: replay.moves,
            ..GameRecord::new(start)
        }
    }

    /// The moves without their annotations.
    pub fn actions(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().map(|ply| ply.action)
    }

    /// The position after the last move.
    ///
    /// # Panics
    ///
    /// In a debug build, if a move is illegal.
    pub fn end(&self) -> Position {
        self.actions()
            .fold(self.start, |position, action| position.after(action))
    }

    /// The year of the date: the first number in it that has four digits and can be a year, or
    /// that begins with one, as in `20040506`; or all of it if it is a number.
    pub fn year(&self) -> Option<u16> {
        let date = self.date.as_deref()?;
        let numbers = date.split(|letter: char| !letter.is_ascii_digit());
        let mut years = numbers
            .filter(|digits| matches!(digits.len(), 4 | 8))
            .filter_map(|digits| digits[..4].parse().ok());
        let year = years.find(|&year| year >= 1000);
        year.or_else(|| date.parse().ok().filter(|&year| year > 0))
    }

    /// How the game ended, according to the file or, if it has no result, to the final board.
    pub fn outcome(&self) -> Option<Outcome> {
        let on_board = || Game::new(self.end()).result().map(Outcome::from_lead);
        self.result.or_else(on_board)
    }
}

impl From<&Game> for GameRecord {
    fn from(game: &Game) -> GameRecord {
        let plies = game.moves().map(|(color, action)| Ply::new(color, action));
        GameRecord {
            moves: plies.collect(),
            ..GameRecord::new(*game.start())
        }
    }
}

impl Ply {
    /// A move without annotations.
    pub fn new(color: Color, action: Move) -> Ply {
        Ply {
            color,
            action,
            value: None,
            time: None,
            comment: None,
        }
    }
}

impl Outcome {
    /// The outcome of a game that was played to its end.
    pub fn from_lead(lead: i32) -> Outcome {
        Outcome {
            lead: lead.into(),
            early: None,
        }
    }

    /// The outcome of a game that this side has resigned.
    pub fn of_resignation(loser: Color) -> Outcome {
        let lead = match loser {
            Color::Black => -64.0,
            Color::White => 64.0,
        };
        Outcome {
            lead,
            early: Some(EarlyEnd::Resignation),
        }
    }

    /// The side that has resigned.
    pub fn resigned(self) -> Option<Color> {
        let has_black_won = self.lead > 0.0;
        let loser = match has_black_won {
            true => Color::White,
            false => Color::Black,
        };
        (self.early == Some(EarlyEnd::Resignation)).then_some(loser)
    }

    /// Reads `B+12`, `W+R`, `Draw`; `None` if the result is unknown.
    pub(crate) fn parse(text: &str) -> Option<Outcome> {
        if text == "0" || text.eq_ignore_ascii_case("draw") {
            return Some(Outcome::from_lead(0));
        }
        let (winner, how) = text.split_once('+')?;
        let winner: Color = winner.parse().ok()?;
        let (lead, early) = match how.to_ascii_lowercase().as_str() {
            "r" | "resign" => (64.0, Some(EarlyEnd::Resignation)),
            "t" | "time" => (64.0, Some(EarlyEnd::Timeout)),
            "f" | "forfeit" => (64.0, Some(EarlyEnd::Forfeit)),
            how => (decimal(how).filter(|&lead| lead > 0.0)?, None),
        };
        let lead = match winner {
            Color::Black => lead,
            Color::White => -lead,
        };
        Some(Outcome { lead, early })
    }
}

impl fmt::Display for Outcome {
    /// `B+4`, `W+R`, `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match self.lead {
            lead if lead > 0.0 => 'B',
            lead if lead < 0.0 => 'W',
            _ => return f.write_str("0"),
        };
        match self.early {
            Some(EarlyEnd::Resignation) => write!(f, "{winner}+R"),
            Some(EarlyEnd::Timeout) => write!(f, "{winner}+T"),
            Some(EarlyEnd::Forfeit) => write!(f, "{winner}+F"),
            Some(EarlyEnd::Agreement) | None => write!(f, "{winner}+{}", self.lead.abs()),
        }
    }
}

/// Replays a game to check that its moves are legal and to insert the forced passes that a
/// file leaves out.
#[derive(Debug)]
pub(super) struct Replay {
    game: Game,
    pub(super) moves: Vec<Ply>,
}

impl Replay {
    pub(super) fn new(start: Position) -> Replay {
        Replay {
            game: Game::new(start),
            moves: Vec::new(),
        }
    }

    pub(super) fn start(&self) -> Position {
        *self.game.start()
    }

    /// The player of a move, for files that do not name the player.
    pub(super) fn player_of(&self, action: Move) -> Color {
        self.game.player_of(action)
    }

    /// Plays a move. Passes that change nothing, such as those after the end, are accepted
    /// and left out.
    pub(super) fn play(&mut self, ply: Ply) -> Result<(), IllegalMove> {
        let before = *self.game.position();
        self.game.play(ply.color, ply.action)?;
        if *self.game.position() != before {
            if before.to_move() != ply.color {
                self.moves.push(Ply::new(!ply.color, Move::Pass));
            }
            self.moves.push(ply);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::transcript;

    fn record(moves: &str) -> GameRecord {
        let mut replay = Replay::new(Position::START);
        for action in transcript::parse(&Position::START, moves).unwrap() {
            let color = replay.player_of(action);
            replay.play(Ply::new(color, action)).unwrap();
        }
        GameRecord {
            moves: replay.moves,
            ..GameRecord::new(Position::START)
        }
    }

    #[test]
    fn the_outcome_comes_from_the_final_board() {
        let mut game = record("e6f4e3f6g5d6e7f5");
        assert_eq!(game.outcome(), None);
        game = record("e6f4e3f6g5d6e7f5c5");
        assert_eq!(game.outcome(), Some(Outcome::from_lead(64)));
        let agreed = Outcome {
            lead: -2.0,
            early: Some(EarlyEnd::Agreement),
        };
        game.result = Some(agreed);
        assert_eq!(game.outcome(), Some(agreed));
    }

    #[test]
    fn only_a_resignation_has_a_side_that_resigned() {
        for color in [Color::Black, Color::White] {
            assert_eq!(Outcome::of_resignation(color).resigned(), Some(color));
        }
        for text in ["W+T", "B+4", "0"] {
            assert_eq!(Outcome::parse(text).unwrap().resigned(), None, "{text}");
        }
    }

    #[test]
    fn the_year_is_found_in_any_form_of_date() {
        for (date, year) in [
            ("2004", Some(2004)),
            ("2004-05-06", Some(2004)),
            ("2004.05.06_20:12:27.EDT", Some(2004)),
            ("6 May 2004", Some(2004)),
            ("06.05.2004", Some(2004)),
            ("20040506", Some(2004)),
            ("20:12 +0200 6 May 2004", Some(2004)),
            ("950", Some(950)),
            ("0", None),
            ("06.05.", None),
            ("1083859200", None),
            ("May", None),
        ] {
            let mut game = GameRecord::new(Position::START);
            assert_eq!(game.year(), None);
            game.date = Some(date.to_string());
            assert_eq!(game.year(), year, "{date}");
        }
    }

    #[test]
    fn outcomes_are_written_as_in_sgf() {
        for (lead, early, text) in [
            (4.0, None, "B+4"),
            (-2.5, None, "W+2.5"),
            (0.0, None, "0"),
            (64.0, Some(EarlyEnd::Resignation), "B+R"),
            (-64.0, Some(EarlyEnd::Timeout), "W+T"),
            (-8.0, Some(EarlyEnd::Forfeit), "W+F"),
            (6.0, Some(EarlyEnd::Agreement), "B+6"),
        ] {
            assert_eq!(Outcome { lead, early }.to_string(), text);
        }
    }
}
