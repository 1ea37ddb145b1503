//! The games in the journal of a match, one JSON object per line.

use super::error::ErrorAt;
use super::{GameRecord, ReadErrorKind};

/// Whether this can only be a line of a journal.
pub(super) fn recognises(line: &str) -> bool {
    line.trim_start().starts_with('{') && line.contains("\"moves\"")
}

/// Reads a line. Errors in the moves are located in it.
#[cfg(any(feature = "json", feature = "tools"))]
pub(super) fn game(line: &str) -> Result<GameRecord, ErrorAt> {
    use super::{Outcome, text};
    use crate::board::Position;
    use crate::board::notation::transcript;

    /// The fields that matter here.
    #[derive(serde::Deserialize)]
    struct Line {
        moves: String,
        start: Option<String>,
        black: Option<String>,
        white: Option<String>,
        black_discs: Option<i32>,
        white_discs: Option<i32>,
        result: Option<String>,
    }

    let fail = |offset| ErrorAt {
        offset,
        kind: ReadErrorKind::Journal,
    };
    let characters = |bytes: usize| {
        line.char_indices()
            .take_while(|(at, _)| *at < bytes)
            .count()
    };
    let record: Line = serde_json::from_str(line)
        .map_err(|error| fail(characters(error.column().saturating_sub(1))))?;
    let within = |field: &str| characters(line.find(&format!("\"{field}\"")).unwrap_or(0));
    let start = match &record.start {
        Some(start) => start.parse().map_err(|_| fail(within("start")))?,
        None => Position::START,
    };
    let actions = transcript::parse(&start, &record.moves).map_err(|error| {
        let bytes = line.find(&record.moves).unwrap_or(0);
        ErrorAt {
            offset: characters(bytes) + error.character() - 1,
            kind: ReadErrorKind::Notation(error.kind()),
        }
    })?;
    let name = |name: Option<String>| name.as_deref().and_then(text::line);
    let game = GameRecord::of_moves(start, &actions);
    let is_forfeit = record
        .result
        .as_deref()
        .is_some_and(|result| result.ends_with("+F"));
    let result = match (&record.result, game.outcome()) {
        (Some(result), None) if is_forfeit => Some(Outcome {
            lead: if result.starts_with('B') { 64.0 } else { -64.0 },
            early: Some(super::EarlyEnd::Forfeit),
        }),
        (_, None) => record
            .black_discs
            .zip(record.white_discs)
            .map(|(black, white)| Outcome::from_lead(black - white)),
        (_, Some(_)) => None,
    };
    Ok(GameRecord {
        black: name(record.black),
        white: name(record.white),
        result,
        ..game
    })
}

/// A program that was built without JSON cannot read journals.
#[cfg(not(any(feature = "json", feature = "tools")))]
pub(super) fn game(_line: &str) -> Result<GameRecord, ErrorAt> {
    Err(ErrorAt {
        offset: 0,
        kind: ReadErrorKind::Journal,
    })
}

#[cfg(all(test, any(feature = "json", feature = "tools")))]
mod tests {
    use crate::formats::{self, Context};

    #[test]
    fn games_of_a_match_are_read() {
        let file = concat!(
            r#"{"game":1,"pair":1,"opening":"f5d6","black":"Ann","white":"Bob","moves":"F5D6C3","#,
            r#""black_discs":3,"white_discs":5,"result":"W+F","reason":"crash"}"#,
            "\n",
            r#"{"game":2,"black":"Bob","white":"Ann","moves":"F5F5"}"#,
            "\n",
            r#"{"moves":3}"#,
            "\n  ",
            r#"{"black":"Żółw","moves":3}"#,
            "\n"
        );
        let format = formats::detect(file.as_bytes()).expect("it is recognised");
        let games: Vec<_> = (format.read)(file.as_bytes(), &Context::default()).collect();
        let first = games[0].as_ref().unwrap();
        assert_eq!(
            (first.black.as_deref(), first.moves.len()),
            (Some("Ann"), 3)
        );
        assert_eq!(first.outcome().unwrap().to_string(), "W+F");
        let problems: Vec<String> = games[1..]
            .iter()
            .map(|game| game.as_ref().unwrap_err().to_string())
            .collect();
        assert_eq!(
            problems,
            [
                "line 2, column 50: F5 is not a legal move",
                "line 3, column 10: expected a game of a match, with the field moves",
                "line 4, column 27: expected a game of a match, with the field moves"
            ]
        );
    }
}
