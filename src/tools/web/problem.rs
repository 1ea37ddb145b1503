//! What is wrong with the games of a request: a sentence, and a code for which the page has words
//! in other languages.

use serde::Serialize;

use crate::board::Move;
use crate::board::notation::ParseErrorKind;
use crate::formats::{ReadError, ReadErrorKind, WriteError};

/// What is wrong.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Problem {
    /// The sentence.
    error: String,
    code: Code,
    /// Where it is in a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The move that is wrong.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    /// The number of the game, if several were sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<usize>,
}

/// The kinds of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Code {
    UnknownFormat,
    NoGames,
    OtherGame,
    Incomplete,
    IllegalMove,
    /// Something else in a file.
    Broken,
    UnusualStart,
    NoScore,
    TooManyNames,
    TooManyGames,
    /// What no page sends.
    BadRequest,
}

impl Problem {
    pub(super) fn new(code: Code, error: impl Into<String>) -> Problem {
        Problem {
            error: error.into(),
            code,
            line: None,
            column: None,
            action: None,
            game: None,
        }
    }

    pub(super) fn of_reading(error: &ReadError) -> Problem {
        let place = error.place();
        Problem {
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            action: illegal_move(error.kind()).map(|action| action.to_string()),
            ..Problem::new(code_of(error.kind()), error.to_string())
        }
    }

    pub(super) fn of_writing(error: WriteError) -> Problem {
        let code = match error {
            WriteError::Start => Code::UnusualStart,
            WriteError::Score => Code::NoScore,
            WriteError::Names => Code::TooManyNames,
        };
        Problem::new(code, error.to_string())
    }

    /// The problem of one of several games.
    pub(super) fn in_game(self, number: usize) -> Problem {
        Problem {
            error: format!("game {number}: {}", self.error),
            game: Some(number),
            ..self
        }
    }
}

fn illegal_move(kind: ReadErrorKind) -> Option<Move> {
    match kind {
        ReadErrorKind::Illegal { action, .. }
        | ReadErrorKind::Notation(ParseErrorKind::Illegal(action)) => Some(action),
        _ => None,
    }
}

fn code_of(kind: ReadErrorKind) -> Code {
    match kind {
        ReadErrorKind::NoGame => Code::NoGames,
        ReadErrorKind::Game { .. } | ReadErrorKind::Size => Code::OtherGame,
        ReadErrorKind::Incomplete { .. } | ReadErrorKind::MissingGames { .. } => Code::Incomplete,
        _ if illegal_move(kind).is_some() => Code::IllegalMove,
        _ => Code::Broken,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::FORMATS;

    /// Those that people can meet.
    const CODES: [Code; 10] = [
        Code::UnknownFormat,
        Code::NoGames,
        Code::OtherGame,
        Code::Incomplete,
        Code::IllegalMove,
        Code::Broken,
        Code::UnusualStart,
        Code::NoScore,
        Code::TooManyNames,
        Code::TooManyGames,
    ];

    /// The English ones are the sentences and summaries themselves.
    #[test]
    fn other_languages_have_words_for_problems_and_formats() {
        let words = include_str!("page/words.js");
        let (_, others) = words.split_once("const JAPANESE").expect("they come last");
        let codes = CODES.map(|code| serde_json::to_string(&code).expect("it is a name"));
        let formats = FORMATS.iter().map(|format| format.name.to_string());
        for name in codes.into_iter().chain(formats) {
            let name = name.trim_matches('"');
            assert!(others.contains(&format!("\n    {name}: ")), "{name}");
        }
    }
}
