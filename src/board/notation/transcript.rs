//! Transcripts: games as a string of moves, `F5D6C3D3C4`.
//!
//! Moves may be in upper or lower case. White space, commas and single dashes between them
//! are skipped. Passes may be written (`PA`, `ps`, `--`, `@@`, `pass`) or omitted.
//!
//! A dash has two meanings. A single dash separates moves (`f5-d6-c3`). Two dashes in a row
//! are a pass (`f5d6--c3`), and three or four are a pass with separators around it
//! (`f5-d6----c3`). So a double dash is never just a separator, and it is an error if a pass
//! is not legal.
//!
//! Move numbers, comments and results are deliberately not accepted; [`pasted`](super::pasted)
//! reads texts with those.

use std::fmt::Write;

use nom::Parser;
use nom::combinator::map;

use super::{Failure, ParseError, ParseErrorKind, Parsed, square};
use crate::board::{Game, Move, Position};

/// Reads moves played from `start`, all of which must be legal. Omitted passes before a move
/// are inserted. A pass at the end of the text is read if it is written, unless the game is
/// over.
pub fn parse(start: &Position, text: &str) -> Result<Vec<Move>, ParseError> {
    let game = ParseError::all(text, |text| game(start, text))?;
    Ok(game.moves().map(|(_, action)| action).collect())
}

/// Writes the squares in upper case, without passes.
pub fn write(moves: &[Move]) -> String {
    let mut text = String::with_capacity(2 * moves.len());
    for action in moves {
        if let Move::Place(square) = action {
            // Writing to a string cannot fail.
            let _ = write!(text, "{square}");
        }
    }
    text
}

fn game<'a>(start: &Position, text: &'a str) -> Parsed<'a, Game> {
    let mut game = Game::new(*start);
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c == ',' || c.is_ascii_whitespace());
        if rest.is_empty() {
            return Ok((rest, game));
        }
        let (after, action) = next(rest)?;
        if let Some(action) = action
            && game.play(game.player_of(action), action).is_err()
        {
            let kind = ParseErrorKind::Illegal(action);
            return Err(nom::Err::Error(Failure::new(rest, kind)));
        }
        rest = after;
    }
}

/// A move, or a dash between moves.
fn next(text: &str) -> Parsed<'_, Option<Move>> {
    let dashes = text.len() - text.trim_start_matches('-').len();
    match dashes {
        0 => map(square::place_or_pass, Some).parse(text),
        1 => Ok((&text[1..], None)),
        2..=4 => Ok((&text[dashes..], Some(Move::Pass))),
        _ => Err(nom::Err::Error(Failure::new(
            &text[4..],
            ParseErrorKind::Move,
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Square, sample};
    use proptest::prelude::*;

    /// A game in which black captures every disc.
    const WIPEOUT: &str = "E6F4E3F6G5D6E7F5C5";

    #[test]
    fn reads_separators() {
        let moves = parse(&Position::START, "F5D6C3").unwrap();
        let squares = [Square::at(5, 4), Square::at(3, 5), Square::at(2, 2)];
        assert_eq!(moves, squares.map(Move::Place));
        for text in [
            "f5d6c3",
            "f5-d6-c3",
            " f5 D6\r\nc3\n",
            "f5,d6, c3",
            "-f5 - d6 - c3-",
        ] {
            assert_eq!(parse(&Position::START, text).as_ref(), Ok(&moves), "{text}");
        }
        assert_eq!(write(&moves), "F5D6C3");
        assert_eq!(parse(&Position::START, " \n"), Ok(vec![]));
    }

    #[test]
    fn errors_name_the_character() {
        for (text, message) in [
            ("f5f5", "character 3: F5 is not a legal move"),
            ("a1", "character 1: A1 is not a legal move"),
            ("f5 pa", "character 4: pass is not a legal move"),
            ("f5--d6", "character 3: pass is not a legal move"),
            (
                "f5-----d6",
                "character 7: expected a square, a1 to h8, or pass",
            ),
            ("f5 i9", "character 4: expected a square, a1 to h8, or pass"),
            ("f5d", "character 3: expected a square, a1 to h8, or pass"),
            ("1.f5", "character 1: expected a square, a1 to h8, or pass"),
        ] {
            let error = parse(&Position::START, text).unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        }
    }

    #[test]
    fn only_passes_are_accepted_after_the_end_of_the_game() {
        let moves = parse(&Position::START, WIPEOUT).unwrap();
        assert_eq!(moves.len(), 9);
        let passes = format!("{WIPEOUT} pass--PA ps@@");
        assert_eq!(parse(&Position::START, &passes), Ok(moves));
        let error = parse(&Position::START, &format!("{WIPEOUT}A1")).unwrap_err();
        let kind = ParseErrorKind::Illegal(Move::Place(Square::at(0, 0)));
        assert_eq!((error.character(), error.kind()), (19, kind));
    }

    proptest! {
        #[test]
        fn reads_back_what_it_writes(start in sample::scattered(), choices in sample::choices()) {
            for start in [Position::START, start] {
                let mut moves = sample::game(start, &choices);
                if moves.last() == Some(&Move::Pass) {
                    moves.pop();
                }
                prop_assert_eq!(parse(&start, &write(&moves)), Ok(moves));
            }
        }

        #[test]
        fn reads_passes_in_every_spelling(
            start in sample::scattered(),
            choices in sample::choices(),
            separator in "[ -]|",
        ) {
            let moves = sample::game(start, &choices);
            for pass in ["PA", "ps", "--", "@@", "pass"] {
                let spell = |action: &Move| match action {
                    Move::Place(square) => format!("{square:#}"),
                    Move::Pass => pass.to_owned(),
                };
                let text = moves.iter().map(spell).collect::<Vec<_>>().join(&separator);
                let read = parse(&start, &text);
                prop_assert_eq!(read.as_ref(), Ok(&moves), "{}", text);
            }
        }
    }
}
