//! A book as text: one line of OBF per position, with the levels of the searches in the
//! comment.
//!
//! ```text
//! ---…---OX------XO---…--- X; D3:+0; C4:+0; F5:+0; E6:+0; % levels 14 14 14 14
//! ```

use super::{EXACT, level};
use crate::board::notation::obf::Problem;
use crate::board::{Move, Position};
use crate::search::engine::book::{Book, BookMove, Certainty};
use crate::session::options::HIGHEST_LEVEL;

/// The word that introduces the levels in a comment.
const LEVELS: &str = "levels";

/// Adds a position to a book.
pub(super) fn add(book: &mut Book, problem: &Problem) -> Result<(), String> {
    book.insert(&problem.position, &moves(problem)?);
    Ok(())
}

/// The book as text.
pub(super) fn write(book: &Book) -> String {
    let lines = book.positions();
    lines
        .map(|(position, moves)| line(&position, moves))
        .collect()
}

fn line(position: &Position, moves: &[BookMove]) -> String {
    let levels: Vec<String> = moves.iter().map(|known| level(known.certainty)).collect();
    let scores = moves
        .iter()
        .map(|known| (known.square.into(), known.value.into()));
    let problem = Problem {
        position: *position,
        scores: scores.collect(),
        comment: Some(format!("{LEVELS} {}", levels.join(" "))),
    };
    format!("{problem}\n")
}

/// The moves of a line; there is at least one.
fn moves(problem: &Problem) -> Result<Vec<BookMove>, String> {
    if problem.scores.is_empty() {
        return Err("no move has a score".to_string());
    }
    let certainties = certainties(problem)?;
    let known = |(&(action, score), certainty)| {
        let value = i8::try_from(score)
            .ok()
            .filter(|value| (-64..=64).contains(value));
        Ok(BookMove {
            square: match action {
                Move::Place(square) => square,
                Move::Pass => return Err("a book cannot contain a pass".to_string()),
            },
            value: value.ok_or(format!("{action}: expected a score from -64 to 64"))?,
            certainty,
        })
    };
    problem.scores.iter().zip(certainties).map(known).collect()
}

/// The certainty of each score. Lines written by other programs have no levels; level 0
/// means that the level is unknown.
fn certainties(problem: &Problem) -> Result<Vec<Certainty>, String> {
    let count = problem.scores.len();
    let levels = problem
        .comment
        .as_deref()
        .and_then(|comment| comment.strip_prefix(LEVELS));
    let Some(levels) = levels else {
        return Ok(vec![Certainty::Level(0); count]);
    };
    let certainty = |word: &str| match word {
        EXACT => Some(Certainty::Exact),
        _ => {
            let level = word.parse().ok();
            level
                .filter(|&level: &u8| u32::from(level) <= HIGHEST_LEVEL)
                .map(Certainty::Level)
        }
    };
    let words: Option<Vec<Certainty>> = levels.split_whitespace().map(certainty).collect();
    words
        .filter(|words| words.len() == count)
        .ok_or_else(|| format!("{LEVELS}: expected 0 to {HIGHEST_LEVEL} or {EXACT} for each move"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Symmetry;
    use crate::board::notation::obf;
    use crate::search::engine::book::sample;
    use proptest::prelude::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    fn read(text: &str) -> Result<Book, String> {
        let mut book = Book::default();
        for (number, problem) in obf::problems(text) {
            let added = problem
                .map_err(|error| error.to_string())
                .and_then(|problem| add(&mut book, &problem));
            added.map_err(|error| format!("line {number}: {error}"))?;
        }
        Ok(book)
    }

    #[test]
    fn lines_of_other_programs_are_read() {
        let text = format!("% a book\n\n{START}; D3:+1; C4:-2 % from somewhere\n");
        let moves = read(&text).expect("it is right").moves(&Position::START);
        let values: Vec<(String, i8)> = moves
            .iter()
            .map(|known| (known.square.to_string(), known.value))
            .collect();
        assert_eq!(values, [("D3".to_string(), 1), ("C4".to_string(), -2)]);
        assert!(
            moves
                .iter()
                .all(|known| known.certainty == Certainty::Level(0))
        );
    }

    #[test]
    fn errors_name_the_line() {
        for (line, problem) in [
            ("; D3:+65;", "D3: expected a score from -64 to 64"),
            (
                "; D3:+1;\nX",
                "character 2: the board ends after 1 of 64 squares",
            ),
            (";", "no move has a score"),
            ("; A1:+1;", "character 69: A1 is not a legal move"),
            (
                "; D3:+1; % levels",
                "levels: expected 0 to 30 or exact for each move",
            ),
            (
                "; D3:+1; % levels 31",
                "levels: expected 0 to 30 or exact for each move",
            ),
            (
                "; D3:+1; % levels 3 exact",
                "levels: expected 0 to 30 or exact for each move",
            ),
        ] {
            let number = line.lines().count() + 1;
            let problem = format!("line {number}: {problem}");
            assert_eq!(read(&format!("%\n{START}{line}")), Err(problem), "{line}");
        }
        let pass = format!("XO{} O; pass:-60;", "-".repeat(62));
        let problem = "line 1: a book cannot contain a pass".to_string();
        assert_eq!(read(&pass), Err(problem));
    }

    /// A damaged text is either an error or still a book, which survives a round trip.
    fn inspect(text: &str) -> Result<(), TestCaseError> {
        match read(text) {
            Err(problem) => prop_assert!(problem.starts_with("line "), "{problem}"),
            Ok(mut book) => {
                book.propagate_values();
                prop_assert_eq!(read(&write(&book)), Ok(book.clone()));
                prop_assert_eq!(Book::read(&book.write()), Ok(book));
            }
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn damage_is_an_error_or_leaves_a_book(
            book in sample::books(),
            changes in prop::collection::vec(
                (any::<prop::sample::Index>(), 0..4usize, "[-XO;:%+ a-h0-9\n\u{0}é]{0,3}"),
                1..6,
            ),
        ) {
            let mut text: Vec<char> = write(&book).chars().collect();
            for (place, count, new) in changes {
                let start = place.index(text.len() + 1);
                let end = text.len().min(start + count);
                text.splice(start..end, new.chars());
            }
            inspect(&text.into_iter().collect::<String>())?;
        }

        #[test]
        fn reads_back_what_it_writes(book in sample::books(), view in 0usize..8) {
            prop_assert_eq!(read(&write(&book)), Ok(book.clone()));
            // Any symmetric view of the positions is read as the same book.
            let symmetry = Symmetry::ALL[view];
            let viewed = book.positions().map(|(position, _)| {
                let position = symmetry.position(&position);
                line(&position, &book.moves(&position))
            });
            prop_assert_eq!(read(&viewed.collect::<String>()), Ok(book));
        }
    }
}
