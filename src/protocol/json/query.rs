//! What a line asks for.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::board::notation::transcript;
use crate::board::{Bitboard, Game, Position, Square};
use crate::protocol::limits::Limits;
use crate::protocol::{Line, text};
use crate::session::options::{self, DEEPEST, Options};

/// The name that a client gives to a query: a string or a number.
pub(super) type Id = Value;

/// What a line asks for.
#[derive(Debug)]
pub(super) enum Request {
    Search(Query),
    /// To stop the query with this ID, or all.
    Terminate(Option<Id>),
    Version,
    /// To forget what earlier searches have found.
    Clear,
    /// The name of the opening of a game.
    Opening(Game),
}

/// A line that asks for nothing that can be done.
#[derive(Debug, PartialEq)]
pub(super) struct Rejected {
    /// The ID, if it could be read.
    pub(super) id: Option<Id>,
    /// The field that is wrong; `None` if the whole line is.
    pub(super) field: Option<String>,
    pub(super) reason: String,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            Some(field) => write!(f, "{field}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl Error for Rejected {}

/// Positions whose values are wanted, and how to search them.
#[derive(Debug)]
pub(super) struct Query {
    pub(super) id: Id,
    pub(super) positions: Vec<Asked>,
    pub(super) limits: Limits,
    pub(super) level: Option<u32>,
    /// The confidence, in percent, that a search to the end of the game must reach.
    pub(super) selectivity: Option<u32>,
    /// The number of moves to value.
    pub(super) lines: usize,
    /// The only root moves to consider.
    pub(super) only: Option<Bitboard>,
    /// For a move to play in a game, as in the other protocols.
    pub(super) play: Option<Play>,
    /// Queries with a greater priority are searched first.
    pub(super) priority: i64,
    /// How often to report on a search that is not finished.
    pub(super) interval: Option<Duration>,
}

/// How to choose a move to play.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Play {
    /// The same seed repeats the choice.
    pub(super) seed: Option<u64>,
    /// The time left for all moves of the game.
    pub(super) clock: Option<Duration>,
    /// The strength, instead of a level.
    pub(super) rating: Option<u32>,
}

/// A position of a query.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// The number of moves before it, if a whole game was sent.
    pub(super) ply: Option<usize>,
    pub(super) position: Position,
}

type Fault = (Option<&'static str>, String);

/// Reads a line.
pub(super) fn read(line: &Line) -> Result<(Id, Request), Rejected> {
    let reject = |id, field: Option<String>, reason| Rejected { id, field, reason };
    let Line::Whole(bytes) = line else {
        return Err(reject(
            None,
            None,
            "expected at most 1 MiB in a line".into(),
        ));
    };
    let fields = match serde_json::from_slice(bytes) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => return Err(reject(None, None, "expected a JSON object".into())),
        Err(error) => return Err(reject(None, None, format!("expected JSON: {error}"))),
    };
    let id = match read_id(fields.get("id")) {
        Ok(id) => id.clone(),
        Err(reason) => return Err(reject(None, Some("id".into()), reason)),
    };
    let known: &[&str] = match fields.get("action") {
        Some(Value::String(action)) if action == "opening" => &["id", "action", "moves"],
        Some(_) => &["id", "action", "query"],
        None => FIELDS,
    };
    if let Some(name) = fields.keys().find(|name| !known.contains(&name.as_str())) {
        let reason = format!("unknown field: expected {}", known.join(", "));
        return Err(reject(Some(id), Some(name.clone()), reason));
    }
    let request = match fields.get("action") {
        Some(action) => read_action(action, &fields),
        None => read_query(&id, &fields).map(Request::Search),
    };
    match request {
        Ok(request) => Ok((id, request)),
        Err((field, reason)) => Err(reject(Some(id), field.map(str::to_string), reason)),
    }
}

/// The fields of a query.
const FIELDS: &[&str] = &[
    "id",
    "position",
    "moves",
    "plies",
    "depth",
    "exact",
    "level",
    "selectivity",
    "nodes",
    "time",
    "lines",
    "only",
    "without",
    "play",
    "seed",
    "clock",
    "rating",
    "priority",
    "interval",
];

/// What a client calls a query.
fn read_id(id: Option<&Value>) -> Result<&Id, String> {
    /// From here on, different numbers may have become the same one.
    const INEXACT: f64 = (1_u64 << 53) as f64;
    let id = match id {
        Some(id @ (Value::String(_) | Value::Number(_))) => id,
        other => return Err(expected("a string or a number", other)),
    };
    match id.as_f64() {
        Some(number) if !(id.is_i64() || id.is_u64()) && number.abs() >= INEXACT => {
            Err("expected a number of at most 64 bits; write a longer one as a string".to_string())
        }
        _ => Ok(id),
    }
}

fn read_action(action: &Value, fields: &Map<String, Value>) -> Result<Request, Fault> {
    match (action.as_str(), fields.get("query")) {
        (Some("terminate"), None) => Ok(Request::Terminate(None)),
        (Some("terminate"), id) => match read_id(id) {
            Ok(id) => Ok(Request::Terminate(Some(id.clone()))),
            Err(reason) => Err((Some("query"), reason)),
        },
        (Some("version" | "clear"), Some(_)) => {
            Err((Some("query"), "only terminate has this field".into()))
        }
        (Some("version"), None) => Ok(Request::Version),
        (Some("clear"), None) => Ok(Request::Clear),
        (Some("opening"), None) => read_game(fields).map(Request::Opening),
        _ => Err((
            Some("action"),
            expected("terminate, version, clear or opening", Some(action)),
        )),
    }
}

fn read_query(id: &Id, fields: &Map<String, Value>) -> Result<Query, Fault> {
    let is_exact = flag(fields, "exact")?;
    check_goals(fields, is_exact)?;
    // The options know which values they take.
    let mut values = Options::new(0);
    for (name, row) in [
        ("depth", &options::DEPTH),
        ("level", &options::LEVEL),
        ("rating", &options::RATING),
        ("nodes", &options::NODES),
        ("time", &options::MOVE_TIME),
    ] {
        if let Some(value) = fields.get(name) {
            let set = row.set(&mut values, &number(name, value)?);
            set.map_err(|error| (Some(name), reason_of(error, value)))?;
        }
    }
    let has = |name| fields.contains_key(name);
    let depth = has("depth").then(|| values.depth());
    let positions = read_positions(fields)?;
    let only = read_scope(fields, &positions)?;
    let rating = has("rating").then(|| values.rating());
    let play = read_play(fields, rating)?;
    Ok(Query {
        id: id.clone(),
        limits: Limits {
            move_time: values.move_time,
            depth: if is_exact { Some(DEEPEST) } else { depth },
            nodes: values.nodes,
        },
        level: has("level").then_some(values.level),
        selectivity: read_selectivity(fields)?,
        lines: match fields.get("lines") {
            None => 1,
            Some(value) if value.as_str() == Some("all") => usize::MAX,
            Some(value) => match value.as_u64() {
                Some(count @ 1..) => usize::try_from(count).unwrap_or(usize::MAX),
                _ => return Err((Some("lines"), expected("1 or more, or all", Some(value)))),
            },
        },
        only,
        play,
        priority: match fields.get("priority") {
            None => 0,
            Some(value) => value
                .as_i64()
                .ok_or_else(|| (Some("priority"), expected("a whole number", Some(value))))?,
        },
        interval: fields.get("interval").map(read_interval).transpose()?,
        positions,
    })
}

/// There can be only one goal.
fn check_goals(fields: &Map<String, Value>, is_exact: bool) -> Result<(), Fault> {
    const GOALS: [&str; 3] = ["depth", "level", "rating"];
    let mut named = GOALS.into_iter().filter(|name| fields.contains_key(*name));
    match (is_exact, named.next(), named.next()) {
        (true, Some(name), _) => Err((Some(name), format!("expected exact or {name}, not both"))),
        (false, Some(one), Some(other)) => {
            Err((Some(other), format!("expected {one} or {other}, not both")))
        }
        _ => Ok(()),
    }
}

fn flag(fields: &Map<String, Value>, name: &'static str) -> Result<bool, Fault> {
    match fields.get(name) {
        None => Ok(false),
        Some(Value::Bool(is_set)) => Ok(*is_set),
        other => Err((Some(name), expected("true or false", other))),
    }
}

/// A number as options read it.
fn number(name: &'static str, value: &Value) -> Result<String, Fault> {
    match value {
        // Where a whole number is wanted, 5e3 and 5.0 are not.
        Value::Number(number) => Ok(number.to_string()),
        other => Err((Some(name), expected("a number", Some(other)))),
    }
}

fn reason_of(error: options::OptionError, value: &Value) -> String {
    match error {
        options::OptionError::BadValue(row, _)
            if value.is_f64() && matches!(row.kind(), options::Kind::Number(..)) =>
        {
            expected(&format!("a whole number from {}", row.kind()), Some(value))
        }
        options::OptionError::BadValue(_, reason) => format!("{reason}, got {value}"),
        other => other.to_string(),
    }
}

fn read_interval(value: &Value) -> Result<Duration, Fault> {
    let interval = seconds(value).filter(|interval| !interval.is_zero());
    interval.ok_or_else(|| (Some("interval"), expected("seconds", Some(value))))
}

fn seconds(value: &Value) -> Option<Duration> {
    Duration::try_from_secs_f64(value.as_f64()?).ok()
}

/// Whether the best move is to be played, and how to choose it.
fn read_play(fields: &Map<String, Value>, rating: Option<u32>) -> Result<Option<Play>, Fault> {
    if !flag(fields, "play")? {
        let other = ["seed", "clock", "rating"]
            .into_iter()
            .find(|name| fields.contains_key(*name));
        return match other {
            Some(name) => Err((Some(name), "expected \"play\":true with it".into())),
            None => Ok(None),
        };
    }
    for name in ["lines", "only", "without", "selectivity", "plies"] {
        if fields.contains_key(name) {
            return Err((Some(name), "a move to play has no such field".into()));
        }
    }
    let seed = fields.get("seed").map(|value| {
        let seed = value.as_u64();
        seed.ok_or_else(|| (Some("seed"), expected("a whole number", Some(value))))
    });
    let clock = fields.get("clock").map(|value| {
        seconds(value).ok_or_else(|| (Some("clock"), expected("seconds", Some(value))))
    });
    Ok(Some(Play {
        seed: seed.transpose()?,
        clock: clock.transpose()?,
        rating,
    }))
}

fn read_selectivity(fields: &Map<String, Value>) -> Result<Option<u32>, Fault> {
    let known = |percent: &u32| text::EDAX_CONFIDENCES.contains(percent);
    match fields.get("selectivity") {
        None => Ok(None),
        Some(value) => match value.as_u64().and_then(|percent| percent.try_into().ok()) {
            Some(percent) if known(&percent) => Ok(Some(percent)),
            _ => {
                let reason = expected("73, 87, 95, 98, 99 or 100", Some(value));
                Err((Some("selectivity"), reason))
            }
        },
    }
}

/// The game whose opening is asked for.
fn read_game(fields: &Map<String, Value>) -> Result<Game, Fault> {
    let Some(text) = fields.get("moves").and_then(Value::as_str) else {
        let reason = expected("a string of moves", fields.get("moves"));
        return Err((Some("moves"), reason));
    };
    let moves = transcript::parse(&Position::START, text.trim_ascii());
    let mut game = Game::default();
    for played in moves.map_err(|error| (Some("moves"), error.to_string()))? {
        let player = game.player_of(played);
        game.play(player, played).expect("it is legal");
    }
    Ok(game)
}

/// The positions that are asked for.
fn read_positions(fields: &Map<String, Value>) -> Result<Vec<Asked>, Fault> {
    let start = match fields.get("position") {
        None if !fields.contains_key("moves") => {
            return Err((Some("position"), "expected position or moves".into()));
        }
        None => Position::START,
        Some(value) => {
            let wanted = "64 squares, a space, and the side to move";
            let text = value.as_str();
            let text = text.ok_or_else(|| (Some("position"), expected(wanted, Some(value))))?;
            let text = text.trim_ascii().trim_end_matches(';').trim_ascii_end();
            let parsed = text.parse::<Position>();
            parsed.map_err(|error| (Some("position"), error.to_string()))?
        }
    };
    let text = match fields.get("moves") {
        None => "",
        Some(Value::String(text)) => text,
        other => return Err((Some("moves"), expected("a string of moves", other))),
    };
    let moves = transcript::parse(&start, text.trim_ascii());
    let moves = moves.map_err(|error| (Some("moves"), error.to_string()))?;
    let mut positions = vec![start];
    for played in moves {
        positions.push(positions[positions.len() - 1].after(played));
    }
    let last = positions.len() - 1;
    let asked = |ply: usize| Asked {
        ply: Some(ply),
        position: positions[ply],
    };
    let wanted = || format!("a list of plies from 0 to {last}, or all");
    match fields.get("plies") {
        None => Ok(vec![Asked {
            ply: None,
            position: positions[last],
        }]),
        Some(Value::String(word)) if word == "all" => Ok((0..=last).map(asked).collect()),
        Some(Value::Array(plies)) if !plies.is_empty() && plies.len() <= positions.len() => {
            let ply = |value: &Value| {
                let ply = value.as_u64().and_then(|ply| usize::try_from(ply).ok());
                ply.filter(|&ply| ply <= last).map(asked)
            };
            let asked: Option<Vec<Asked>> = plies.iter().map(ply).collect();
            asked.ok_or_else(|| (Some("plies"), expected(&wanted(), fields.get("plies"))))
        }
        other => Err((Some("plies"), expected(&wanted(), other))),
    }
}

/// The only moves to consider, if not all.
fn read_scope(fields: &Map<String, Value>, positions: &[Asked]) -> Result<Option<Bitboard>, Fault> {
    let (name, value) = match (fields.get("only"), fields.get("without")) {
        (None, None) => return Ok(None),
        (Some(value), None) => ("only", value),
        (None, Some(value)) => ("without", value),
        (Some(_), Some(_)) => {
            return Err((Some("without"), "expected only or without, not both".into()));
        }
    };
    let [Asked { position, .. }] = positions else {
        return Err((Some(name), "expected a single position".into()));
    };
    let squares = value.as_array().filter(|squares| !squares.is_empty());
    let squares = squares.ok_or_else(|| (Some(name), expected("a list of moves", Some(value))))?;
    let legal = position.moves();
    let mut named = Bitboard::EMPTY;
    for value in squares {
        let square = value.as_str().and_then(|text| text.parse::<Square>().ok());
        match square {
            Some(square) if legal.contains(square) => named |= square.bit(),
            Some(square) => return Err((Some(name), format!("{square} is not a legal move"))),
            None => return Err((Some(name), expected("moves such as \"d3\"", Some(value)))),
        }
    }
    match name {
        "only" => Ok(Some(named)),
        _ if legal == named => Err((Some(name), "no move is left".into())),
        _ => Ok(Some(legal & !named)),
    }
}

/// What was expected, and what came.
fn expected(wanted: &str, got: Option<&Value>) -> String {
    const LONGEST: usize = 80;
    let Some(got) = got else {
        return format!("expected {wanted}");
    };
    let got = got.to_string();
    match got.char_indices().nth(LONGEST) {
        None => format!("expected {wanted}, got {got}"),
        Some((end, _)) => format!("expected {wanted}, got {}...", &got[..end]),
    }
}
