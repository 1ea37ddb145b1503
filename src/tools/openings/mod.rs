//! `obverse openings`: finds balanced openings. Also defines and reads the openings of a
//! match.

mod arguments;
mod balanced;
mod file;
mod tree;

use std::fmt;
use std::io::Write;

use super::{Body, Row, ToolError};
use crate::board::notation::transcript;
use crate::board::{Game, Move, Position};
pub(super) use file::read;

pub(super) const ROW: Row = Row {
    name: "openings",
    summary: "generates openings after which the game is balanced",
    details: "Writes one opening per line, such as F5D6C3D3C4F4F6F3, in alphabetical order. No two \
              openings lead to the same position or to symmetric positions. The openings that \
              `match` uses by default were generated with the defaults.",
    exit_statuses: &[
        (0, "the list is complete"),
        (1, "fewer openings exist; all of them were written"),
        (2, "the command line is wrong"),
        (130, "interrupted by Ctrl-C"),
    ],
    body: Body::Arguments(&arguments::SYNTAX, run),
};

/// The opening of a game: a start position and moves, after which the game is not over.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    start: Position,
    /// Forced passes included.
    moves: Vec<Move>,
}

impl Opening {
    /// `None` if the game is over, or a move is illegal.
    pub(super) fn new(start: Position, moves: Vec<Move>) -> Option<Opening> {
        let opening = Opening { start, moves };
        let game = opening.try_game()?;
        (!game.position().is_over()).then_some(opening)
    }

    /// The game after the opening.
    pub(super) fn game(&self) -> Game {
        self.try_game().expect("it was checked")
    }

    /// The start position, unless it is the usual one.
    pub(super) fn unusual_start(&self) -> Option<Position> {
        (self.start != Position::START).then_some(self.start)
    }

    fn try_game(&self) -> Option<Game> {
        let mut game = Game::new(self.start);
        for &played in &self.moves {
            game.play(game.player_of(played), played).ok()?;
        }
        Some(game)
    }
}

impl fmt::Display for Opening {
    /// `F5D6C3`, preceded by the board if the start is not the usual one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(start) = self.unusual_start() {
            let gap = if self.moves.is_empty() { "" } else { " " };
            write!(f, "{start}{gap}")?;
        }
        f.write_str(&transcript::write(&self.moves))
    }
}

/// The openings that are built into the program, written by `obverse openings`.
pub(super) fn built_in() -> Vec<Opening> {
    file::from_bytes(include_bytes!("list.txt")).expect("it was made by this program")
}

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let criteria = arguments::SYNTAX.parse(words)?.arguments;
    let lines = balanced::find(&criteria)?;
    for line in &lines {
        writeln!(output, "{line}")?;
    }
    output.flush()?;
    match lines.len() < criteria.count {
        true => Err(ToolError::Failed(format!(
            "openings: found only {} of {}",
            lines.len(),
            criteria.count
        ))),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::symmetry::canonical;
    use std::collections::HashSet;

    #[test]
    fn the_list_has_distinct_openings_of_eight_plies() {
        let openings = built_in();
        let ends: HashSet<Position> = openings
            .iter()
            .map(|opening| canonical(opening.game().position()).0)
            .collect();
        assert_eq!((openings.len(), ends.len()), (2000, 2000));
        for opening in &openings {
            assert_eq!(opening.moves.len(), 8);
            assert!(opening.unusual_start().is_none());
        }
    }

    #[test]
    fn finished_games_are_not_openings() {
        let wiped_out = "e6f4e3f6g5d6e7f5c5";
        let moves = transcript::parse(&Position::START, wiped_out).unwrap();
        assert!(Opening::new(Position::START, moves[..8].to_vec()).is_some());
        assert!(Opening::new(Position::START, moves).is_none());
    }
}
