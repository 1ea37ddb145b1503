//! `obverse openings`: positions to begin games from, in which neither side is
//! ahead; and where a match finds them.

mod balanced;
mod file;
mod tree;

use std::fmt;
use std::io::Write;

use lexopt::{Arg, Parser};

use super::arguments::number;
use super::{Row, ToolError};
use crate::board::notation::transcript;
use crate::board::{Game, Move, Position};
use crate::flags::Whole;
use crate::session::options::{LEVELS, THREAD_COUNTS};
use balanced::Wish;
pub(super) use file::read;

pub(super) const ROW: Row = Row {
    name: "openings",
    args: "[--OPTION VALUE ...]",
    summary: "makes a list of openings after which neither side is ahead",
    help: HELP,
    run,
};

const HELP: &str = "
  --count N       how many (default: 2000)
  --plies N       how many moves each has, 1 to 10 (default: 8)
  --within DISCS  the greatest lead of either side (default: 2)
  --level N       how hard to look at each, 0 to 30 (default: 12)
  --threads N     how many to look at at once (default: 1)
  --seed N        which ones, of all there are (default: 1)

Writes a line for each, such as F5D6C3D3C4F4F6F3, in the order of the alphabet.
No two lead to the same position, turned or mirrored. The list that comes with
the program was made with the defaults.

Exit status: 0 all were found, 1 there are not so many, 2 the command line is bad,
130 ended by Ctrl-C.
";

/// Where a game begins: moves from a start, the game not over after them.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    start: Position,
    /// Forced passes included.
    moves: Vec<Move>,
}

impl Opening {
    /// `None` if nothing is left to play, or the moves are not by the rules.
    pub(super) fn new(start: Position, moves: Vec<Move>) -> Option<Opening> {
        let opening = Opening { start, moves };
        let game = opening.try_game()?;
        (!game.position().is_over()).then_some(opening)
    }

    /// The game after the opening.
    pub(super) fn game(&self) -> Game {
        self.try_game().expect("it was checked")
    }

    /// The position that it begins with, unless that is the usual one.
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
    /// `F5D6C3`, after the board if that is not the usual one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(start) = self.unusual_start() {
            let gap = if self.moves.is_empty() { "" } else { " " };
            write!(f, "{start}{gap}")?;
        }
        f.write_str(&transcript::write(&self.moves))
    }
}

/// The list that comes with the program. `obverse openings` has written it, and
/// writes a better one when the engine has a better opinion.
pub(super) fn built_in() -> Vec<Opening> {
    file::from_bytes(include_bytes!("list.txt")).expect("it was made by this program")
}

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let wish = parse(words)?;
    let lines = balanced::find(&wish)?;
    for line in &lines {
        writeln!(output, "{line}")?;
    }
    output.flush()?;
    match lines.len() < wish.count {
        true => Err(ToolError::Failed(format!(
            "found only {} of {}",
            lines.len(),
            wish.count
        ))),
        false => Ok(()),
    }
}

fn parse(words: &[String]) -> Result<Wish, ToolError> {
    const COUNT: Whole<u64> = Whole::new(1, 1_000_000);
    const PLIES: Whole<u64> = Whole::new(1, 10);
    const DISCS: Whole<u64> = Whole::new(0, 64);
    const SEED: Whole<u64> = Whole::new(0, u64::MAX);
    let mut wish = Wish::default();
    let mut parser = Parser::from_args(words);
    while let Some(word) = parser.next()? {
        match word {
            Arg::Long("count") => wish.count = number(&mut parser, "--count", &COUNT)? as usize,
            Arg::Long("plies") => wish.plies = number(&mut parser, "--plies", &PLIES)? as usize,
            Arg::Long("within") => wish.within = number(&mut parser, "--within", &DISCS)? as i32,
            Arg::Long("level") => wish.level = number(&mut parser, "--level", &LEVELS)? as u32,
            Arg::Long("threads") => {
                wish.threads = number(&mut parser, "--threads", &THREAD_COUNTS)? as usize
            }
            Arg::Long("seed") => wish.seed = number(&mut parser, "--seed", &SEED)?,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(wish)
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
    fn an_opening_leaves_something_to_play() {
        let wiped_out = "e6f4e3f6g5d6e7f5c5";
        let moves = transcript::parse(&Position::START, wiped_out).unwrap();
        assert!(Opening::new(Position::START, moves[..8].to_vec()).is_some());
        assert!(Opening::new(Position::START, moves).is_none());
    }

    #[test]
    fn bad_arguments_are_refused() {
        for (line, problem) in [
            ("--plies 11", "--plies: expected 1 to 10"),
            ("--within -1", "--within: expected 0 to 64"),
            ("--count", "--count needs a value (try --help)"),
            ("list.txt", "unknown argument: list.txt (try --help)"),
        ] {
            let words: Vec<String> = line.split(' ').map(str::to_string).collect();
            assert_eq!(parse(&words).map(|_| ()).unwrap_err().to_string(), problem);
        }
    }
}
