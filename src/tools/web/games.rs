//! Reads and writes files of games for the page, which has no access to files of its own.

use serde::{Deserialize, Serialize};

use super::response::Response;
use crate::board::notation::transcript;
use crate::board::{Game, Move, Position};
use crate::formats::{self, Context, FORMATS, GameRecord, Outcome, Squares};

/// The most games that are read or written at once.
const MOST_GAMES: usize = 10_000;

/// The games of a file.
#[derive(Serialize)]
struct Games {
    games: Vec<Record>,
    /// How many games of the file are missing.
    left_out: usize,
    /// What was wrong with the first broken one.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// The games for a file.
#[derive(Deserialize)]
struct Wanted {
    games: Vec<Record>,
}

/// A game, as the page sees it.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Record {
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    /// 64 squares and the side to move; `None` stands for the usual start.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// Without passes.
    moves: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
}

/// The games of these bytes. The name of the file helps if its content does not tell its format.
pub(super) fn read(bytes: &[u8], name: &str) -> Response {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let named = || formats::with_extension(extension);
    let Some(format) = formats::detect(bytes).or_else(named) else {
        return Response::error(&format!("unknown format: expected {}", names()));
    };
    let (mut games, mut left_out, mut problem) = (Vec::new(), 0, None);
    for game in (format.read)(bytes, &Context::default()) {
        match game {
            Ok(game) if games.len() < MOST_GAMES => games.push(Record::of(&game)),
            Ok(_) => left_out += 1,
            Err(error) => {
                left_out += 1;
                problem.get_or_insert_with(|| error.to_string());
            }
        }
    }
    match (games.is_empty(), &problem) {
        (true, Some(problem)) => Response::error(problem),
        (true, None) => Response::error("there are no games in this file"),
        _ => Response::json(&Games {
            games,
            left_out,
            problem,
        }),
    }
}

/// A file in this format with the games that were sent.
pub(super) fn write(body: &[u8], format: &str) -> Response {
    let Some(row) = formats::find(format) else {
        return Response::error(&format!("format: expected {}", names()));
    };
    let wanted: Wanted = match serde_json::from_slice(body) {
        Ok(wanted) => wanted,
        Err(error) => return Response::error(&format!("expected games in JSON: {error}")),
    };
    if wanted.games.len() > MOST_GAMES {
        return Response::error(&format!("expected at most {MOST_GAMES} games"));
    }
    let mut writer = (row.write)(Squares::default());
    for (number, record) in (1..).zip(wanted.games) {
        let added = record.game().and_then(|game| {
            let added = writer.add(&game);
            added.map_err(|error| error.to_string())
        });
        if let Err(problem) = added {
            return Response::error(&format!("game {number}: {problem}"));
        }
    }
    let extension = row.extensions.first().copied().unwrap_or(row.name);
    Response::new("application/octet-stream", writer.finish().main).with(
        "Content-Disposition",
        format!("attachment; filename=\"games.{extension}\""),
    )
}

fn names() -> String {
    let names: Vec<&str> = FORMATS.iter().map(|row| row.name).collect();
    names.join(", ")
}

impl Record {
    fn of(game: &GameRecord) -> Record {
        let actions: Vec<Move> = game.actions().collect();
        Record {
            black: game.black.clone(),
            white: game.white.clone(),
            event: game.event.clone(),
            date: game.date.clone(),
            start: (game.start != Position::START).then(|| game.start.to_string()),
            moves: transcript::write(&actions),
            result: game.outcome().map(|outcome| outcome.to_string()),
        }
    }

    fn game(self) -> Result<GameRecord, String> {
        let start = match &self.start {
            Some(board) => board.parse().map_err(|error| format!("start: {error}"))?,
            None => Position::START,
        };
        let actions = transcript::parse(&start, &self.moves);
        let actions = actions.map_err(|error| format!("moves: {error}"))?;
        let mut game = Game::new(start);
        for action in actions {
            let played = game.play(game.player_of(action), action);
            played.map_err(|error| format!("moves: {error}"))?;
        }
        let result = match self.result.as_deref().map(str::trim) {
            None | Some("") => None,
            Some(text) => {
                let outcome = Outcome::parse(text);
                Some(outcome.ok_or("result: expected a result such as B+4, W+R or 0")?)
            }
        };
        Ok(GameRecord {
            black: self.black.and_then(one_line),
            white: self.white.and_then(one_line),
            event: self.event.and_then(one_line),
            date: self.date.and_then(one_line),
            result,
            ..GameRecord::from(&game)
        })
    }
}

/// The text as readers would return it; `None` if nothing is left.
fn one_line(text: String) -> Option<String> {
    let plain = text.replace(char::is_control, " ");
    let line = plain.trim();
    (!line.is_empty()).then(|| line.to_owned())
}
