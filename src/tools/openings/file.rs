//! Openings in files of three kinds, told apart by their content.

use std::fs;

use super::Opening;
use crate::board::notation::obf::Problem;
use crate::board::notation::transcript;
use crate::board::{Move, Position};
use crate::formats::sgf::SgfGame;
use crate::tools::ToolError;

/// The openings of a file: games in SGF, or lines each with a transcript or with
/// a position as in OBF files. There is at least one.
pub(crate) fn read(path: &str) -> Result<Vec<Opening>, ToolError> {
    let fail = |problem: String| ToolError::Value(format!("{path}: {problem}"));
    let bytes = fs::read(path).map_err(|error| fail(error.to_string()))?;
    let is_sgf = bytes.trim_ascii_start().starts_with(b"(");
    let openings = match is_sgf {
        true => from_sgf(&bytes),
        false => from_lines(&String::from_utf8_lossy(&bytes)),
    };
    openings
        .and_then(|openings| match openings.is_empty() {
            true => Err("there is no opening in it".to_string()),
            false => Ok(openings),
        })
        .map_err(fail)
}

/// Empty lines and those that begin with `%` or `#` are left out.
pub(super) fn from_lines(text: &str) -> Result<Vec<Opening>, String> {
    (1..)
        .zip(text.lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with(['%', '#']))
        .map(|(number, line)| {
            from_line(line).map_err(|problem| format!("line {number}: {problem}"))
        })
        .collect()
}

fn from_line(line: &str) -> Result<Opening, String> {
    let (start, moves) = match is_transcript(line) {
        true => {
            let start = Position::START;
            let moves = transcript::parse(&start, line);
            (start, moves.map_err(|error| error.to_string())?)
        }
        false => {
            let problem = line.parse::<Problem>();
            let problem = problem.map_err(|error| error.to_string())?;
            (problem.position, Vec::new())
        }
    };
    Opening::new(start, moves).ok_or_else(is_over)
}

/// No board has such a digit.
fn is_transcript(line: &str) -> bool {
    let mut letters = line.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    matches!((first, letters.next()), (Some('a'..='h'), Some('1'..='8')))
}

fn from_sgf(bytes: &[u8]) -> Result<Vec<Opening>, String> {
    let games = SgfGame::read_all(bytes).map_err(|error| error.to_string())?;
    (1..)
        .zip(games)
        .map(|(number, game)| {
            let moves: Vec<Move> = game.moves.iter().map(|&(_, played)| played).collect();
            Opening::new(game.start, moves).ok_or_else(|| format!("game {number}: {}", is_over()))
        })
        .collect()
}

fn is_over() -> String {
    "the game is over, there is nothing left to play".to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "---------------------------OX------XO--------------------------- X";

    fn texts(openings: Result<Vec<Opening>, String>) -> Result<Vec<String>, String> {
        openings.map(|openings| openings.iter().map(Opening::to_string).collect())
    }

    #[test]
    fn lines_are_transcripts_or_positions() {
        let other = BOARD.replace('X', "B").replacen('-', "B", 1);
        let text = format!("% a list\n\nf5 d6 c3\n{BOARD}; D3:+0;\r\n# more\nB5\n{other};\n");
        let problem = texts(from_lines(&text)).unwrap_err();
        assert_eq!(problem, "line 6: character 1: B5 is not a legal move");
        let openings = texts(from_lines(&text.replace("B5", "C4c3"))).unwrap();
        let other = other.replace('B', "X");
        assert_eq!(openings, ["F5D6C3", "", "C4C3", other.as_str()]);
    }

    #[test]
    fn games_are_openings_too() {
        let board = format!("XO{} X", "-".repeat(62));
        let openings = texts(from_sgf(b"(;GM[2];B[fe];W[fd])(;AB[a1]AW[b1]PL[B])"));
        assert_eq!(openings, Ok(vec!["F5F4".to_string(), board]));
        let problem = texts(from_sgf(b"(;)(;AB[a1]AW[h1]PL[B])")).unwrap_err();
        assert!(problem.starts_with("game 2: the game is over"), "{problem}");
    }

    #[test]
    fn finished_games_are_refused() {
        let wiped_out = texts(from_lines("e6f4e3f6g5d6e7f5c5"));
        let problem = "line 1: the game is over, there is nothing left to play";
        assert_eq!(wiped_out, Err(problem.to_string()));
    }
}
