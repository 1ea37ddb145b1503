//! Reads and writes files of games for the page, which has no access to files of its own.

use serde::{Deserialize, Serialize};

use super::problem::{Code, Problem};
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
    problem: Option<Problem>,
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
        return unknown_format("unknown format");
    };
    let (mut games, mut left_out, mut problem) = (Vec::new(), 0, None);
    for game in (format.read)(bytes, &Context::default()) {
        match game {
            Ok(game) if games.len() < MOST_GAMES => games.push(Record::of(&game)),
            Ok(_) => left_out += 1,
            Err(error) => {
                left_out += 1;
                problem.get_or_insert_with(|| Problem::of_reading(&error));
            }
        }
    }
    match (games.is_empty(), &problem) {
        (true, Some(problem)) => Response::error(problem),
        (true, None) => {
            let none = Problem::new(Code::NoGames, "there are no games in this file");
            Response::error(&none)
        }
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
        return unknown_format("format");
    };
    let wanted: Wanted = match serde_json::from_slice(body) {
        Ok(wanted) => wanted,
        Err(error) => {
            let problem = format!("expected games in JSON: {error}");
            return Response::error(&Problem::new(Code::BadRequest, problem));
        }
    };
    if wanted.games.len() > MOST_GAMES {
        let problem = format!("expected at most {MOST_GAMES} games");
        return Response::error(&Problem::new(Code::TooManyGames, problem));
    }
    let mut writer = (row.write)(Squares::default());
    for (number, record) in (1..).zip(wanted.games) {
        let game = record
            .game()
            .map_err(|problem| Problem::new(Code::BadRequest, problem));
        let added = game.and_then(|game| writer.add(&game).map_err(Problem::of_writing));
        if let Err(problem) = added {
            return Response::error(&problem.in_game(number));
        }
    }
    let extension = row.extensions.first().copied().unwrap_or(row.name);
    Response::new("application/octet-stream", writer.finish().main).with(
        "Content-Disposition",
        format!("attachment; filename=\"games.{extension}\""),
    )
}

/// `subject` is what does not name a format.
fn unknown_format(subject: &str) -> Response {
    let names: Vec<&str> = FORMATS.iter().map(|row| row.name).collect();
    let problem = format!("{subject}: expected {}", names.join(", "));
    Response::error(&Problem::new(Code::UnknownFormat, problem))
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
