//! Reads openings from files of any format, which is detected from the content.

use super::Opening;
use crate::formats::{self, Context};
use crate::tools::ToolError;
use crate::tools::file_arguments::value_error;
use crate::tools::source::Input;

/// The openings of a file: its games or positions. There is at least one.
pub(crate) fn read(path: &str) -> Result<Vec<Opening>, ToolError> {
    let input = Input::of_file(path)?;
    let is_other = |head: &&[u8]| formats::detect_beginning(head).is_none();
    let openings = match input.long_head().filter(is_other) {
        Some(head) => from_bytes(head),
        None => from_bytes(&input.bytes()?),
    };
    let openings = openings.map_err(|problem| value_error(path, problem))?;
    match openings.is_empty() {
        true => Err(value_error(path, "the file contains no openings")),
        false => Ok(openings),
    }
}

/// A file of unknown format is read as transcripts, because the errors of that reader are
/// the most helpful.
pub(super) fn from_bytes(bytes: &[u8]) -> Result<Vec<Opening>, String> {
    let format = formats::detect(bytes).unwrap_or(&formats::TRANSCRIPT);
    (1..)
        .zip((format.read)(bytes, &Context::default()))
        .map(|(number, game)| {
            let fail = |problem: String| format!("game {number}: {problem}");
            let game = game.map_err(|error| fail(error.to_string()))?;
            let opening = Opening::new(game.start, game.actions().collect());
            opening.ok_or_else(|| fail(is_over()))
        })
        .collect()
}

fn is_over() -> String {
    "the game is over; there is nothing left to play".to_string()
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
        let problem = texts(from_bytes(text.as_bytes())).unwrap_err();
        assert_eq!(problem, "game 3: line 6, column 1: B5 is not a legal move");
        let openings = texts(from_bytes(text.replace("B5", "C4c3").as_bytes())).unwrap();
        let other = other.replace('B', "X");
        assert_eq!(openings, ["F5D6C3", "", "C4C3", other.as_str()]);
    }

    #[test]
    fn games_are_openings_too() {
        let board = format!("XO{} X", "-".repeat(62));
        let openings = texts(from_bytes(b"(;GM[2];B[fe];W[fd])(;AB[a1]AW[b1]PL[B])"));
        assert_eq!(openings, Ok(vec!["F5F4".to_string(), board]));
        let problem = texts(from_bytes(b"(;)(;AB[a1]AW[h1]PL[B])")).unwrap_err();
        assert!(problem.starts_with("game 2: the game is over"), "{problem}");
    }

    #[test]
    fn finished_games_are_refused() {
        let wiped_out = texts(from_bytes(b"e6f4e3f6g5d6e7f5c5"));
        let problem = "game 1: the game is over; there is nothing left to play";
        assert_eq!(wiped_out, Err(problem.to_string()));
    }
}
