//! Problems with known solutions: the lines of OBF files.
//!
//! ```text
//! -XXXXXX-…-XXXXX- X; A4:+10; B2:+0; A3:-6; % FFO#2 14 empties
//! ```
//!
//! A line has a board with the side to move, then moves with their scores (in most files,
//! the best move comes first), and after `%` a comment. A score is the result in discs from
//! the point of view of the side to move. Any number is accepted, because some files contain
//! estimates; callers have to check the range if they need to.

use std::{fmt, str};

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, i32 as integer, multispace0};
use nom::combinator::{eof, peek, value};
use nom::sequence::{delimited, separated_pair};

use super::{Failure, ParseError, ParseErrorKind, Parsed, expected, position, square};
use crate::board::{Move, Position};

/// A position and the scores of some of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The board.
    pub position: Position,
    /// Legal moves in the order of the file, each with its score.
    pub scores: Vec<(Move, i32)>,
    /// The comment on the line.
    pub comment: Option<String>,
}

/// The problems of a file with their line numbers, counted from 1. Empty lines and comment
/// lines are skipped.
pub fn problems(text: &str) -> impl Iterator<Item = (usize, Result<Problem, ParseError>)> {
    let numbered = (1..).zip(text.lines());
    numbered.filter_map(|(number, line)| Some((number, in_line(line)?)))
}

/// The problem in a line; `None` if it is empty or a comment.
pub fn in_line(line: &str) -> Option<Result<Problem, ParseError>> {
    let is_skipped = matches!(line.trim_ascii_start().as_bytes(), [] | [b'%', ..]);
    (!is_skipped).then(|| line.parse())
}

impl Problem {
    /// The value of the position: the score of its best move.
    pub fn best_score(&self) -> Option<i32> {
        self.scores.iter().map(|&(_, score)| score).max()
    }

    /// The score of a move, if it is known.
    pub fn score_of(&self, action: Move) -> Option<i32> {
        let listed = self.scores.iter().find(|&&(known, _)| known == action);
        listed.map(|&(_, score)| score)
    }

    fn allows(&self, action: Move) -> bool {
        match action {
            Move::Place(square) => self.position.moves().contains(square),
            Move::Pass => self.position.must_pass(),
        }
    }
}

impl str::FromStr for Problem {
    type Err = ParseError;

    /// Reads one line. The last semicolon, the moves and the comment are optional. An empty
    /// comment is ignored.
    fn from_str(line: &str) -> Result<Problem, ParseError> {
        ParseError::all(line, problem)
    }
}

impl fmt::Display for Problem {
    /// Writes one line, without a line end. Line breaks in the comment become spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.position)?;
        for (action, score) in &self.scores {
            write!(f, " {action}:{score:+};")?;
        }
        if let Some(comment) = &self.comment {
            write!(f, " % {}", comment.replace(['\r', '\n'], " "))?;
        }
        Ok(())
    }
}

fn problem(text: &str) -> Parsed<'_, Problem> {
    let (rest, position) = position::position(text)?;
    let mut problem = Problem {
        position,
        scores: Vec::new(),
        comment: None,
    };
    let (mut rest, ()) = separator(rest)?;
    while !rest.is_empty() {
        if let Some(comment) = rest.strip_prefix('%') {
            let end = comment.find(['\r', '\n']).unwrap_or(comment.len());
            let (comment, after) = comment.split_at(end);
            let comment = comment.trim();
            problem.comment = (!comment.is_empty()).then(|| comment.to_owned());
            return Ok((after.trim_start(), problem));
        }
        let (after, (action, score)) = move_and_score(rest)?;
        if !problem.allows(action) {
            let kind = ParseErrorKind::Illegal(action);
            return Err(nom::Err::Error(Failure::new(rest, kind)));
        }
        problem.scores.push((action, score));
        (rest, ()) = separator(after)?;
    }
    Ok((rest, problem))
}

/// `G8:+18`
fn move_and_score(text: &str) -> Parsed<'_, (Move, i32)> {
    let colon = delimited(multispace0, char(':'), multispace0);
    separated_pair(
        square::place_or_pass,
        expected(ParseErrorKind::Character(':'), colon),
        expected(ParseErrorKind::Score, integer),
    )
    .parse(text)
}

/// A semicolon, which is optional at the end and before the comment.
fn separator(text: &str) -> Parsed<'_, ()> {
    let semicolon = alt((
        value((), char(';')),
        value((), peek(char('%'))),
        value((), eof),
    ));
    let semicolon = expected(ParseErrorKind::Character(';'), semicolon);
    delimited(multispace0, semicolon, multispace0).parse(text)
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::board::sample;
    use proptest::prelude::*;

    const BOARD: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn reads_the_lines_of_other_programs() {
        let line = format!("{BOARD} X; D3:+1; c4 : 0;F5:-12; % all alike % ");
        let problem: Problem = line.parse().unwrap();
        assert_eq!(problem.position, Position::START);
        assert_eq!(problem.comment.as_deref(), Some("all alike %"));
        let written = format!("{BOARD} X; D3:+1; C4:+0; F5:-12; % all alike %");
        assert_eq!(problem.to_string(), written);

        for tail in ["", ";", " ; ", "%", "; %  ", ";\r\n"] {
            let problem: Problem = format!("{BOARD}X{tail}").parse().unwrap();
            assert_eq!(problem.to_string(), format!("{BOARD} X;"), "{tail:?}");
        }
        let problem: Problem = format!("{BOARD} X; D3:+1").parse().unwrap();
        assert_eq!(problem.to_string(), format!("{BOARD} X; D3:+1;"));
    }

    #[test]
    fn says_what_is_wrong() {
        for (tail, message) in [
            ("X; D3:+1; E3:+2;", "character 76: E3 is not a legal move"),
            ("X; pass:+1;", "character 69: pass is not a legal move"),
            ("X; D3", "character 71: expected ':'"),
            ("X; D3:x", "character 72: expected a score such as +2"),
            (
                "X; D3:99999999999",
                "character 72: expected a score such as +2",
            ),
            ("X; D3:+1 C4:+1", "character 75: expected ';'"),
            ("X D3:+1", "character 68: expected ';'"),
            ("X; ;", "character 69: expected a square, a1 to h8, or pass"),
            ("X; % one\nX", "character 75: unexpected text"),
            ("; D3:+1", "character 66: expected the side to move, X or O"),
        ] {
            let error = format!("{BOARD} {tail}").parse::<Problem>().unwrap_err();
            assert_eq!(error.to_string(), message, "{tail}");
        }
    }

    #[test]
    fn skips_lines_without_a_problem() {
        let text = format!("% a comment\n\n{BOARD} X;\r\n  \n{BOARD} X; A1:+1;\n");
        let lines: Vec<(usize, bool)> = problems(&text)
            .map(|(number, problem)| (number, problem.is_ok()))
            .collect();
        assert_eq!(lines, [(3, true), (5, false)]);
    }

    proptest! {
        #[test]
        fn survives_a_round_trip(
            position in sample::scattered(),
            scores in proptest::collection::vec(any::<i32>(), 64),
            comment in proptest::option::of("[!-~]([ -~é]{0,20}[!-~])?"),
        ) {
            let moves = if position.must_pass() {
                vec![Move::Pass]
            } else {
                position.moves().into_iter().map(Move::Place).collect()
            };
            let scores = moves.into_iter().zip(scores).collect();
            let problem = Problem { position, scores, comment };
            prop_assert_eq!(problem.to_string().parse(), Ok(problem));
        }
    }
}
