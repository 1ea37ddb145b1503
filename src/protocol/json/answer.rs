//! The lines that are written.

use std::collections::BTreeMap;

use serde::Serialize;

use super::query::{Id, Rejected};
use crate::board::{Game, Move};
use crate::openings::{self, Language};
use crate::score::Bound;
use crate::search::report::{self, Report};
use crate::version;

/// The answer to a query, or what its search has found so far.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    pub(super) id: &'a Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ply: Option<usize>,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) partial: bool,
    /// Whether the client has ended the search early.
    #[serde(skip_serializing_if = "is_false")]
    pub(super) terminated: bool,
    #[serde(flatten)]
    pub(super) found: Found,
}

/// What a search has found.
#[derive(Serialize)]
pub(super) struct Found {
    /// In whole discs, for the side to move.
    value: Option<i32>,
    exact: bool,
    bound: &'static str,
    depth: u32,
    selectivity: u32,
    nodes: u64,
    time: f64,
    source: &'static str,
    lines: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    #[serde(rename = "move")]
    first: String,
    value: Option<i32>,
    exact: bool,
    bound: &'static str,
    depth: u32,
    selectivity: u32,
    /// The principal variation, with the move itself.
    moves: Vec<String>,
}

impl Found {
    pub(super) fn of(report: &Report) -> Found {
        let best = report.best();
        Found {
            value: value(best),
            exact: best.is_exact,
            bound: bound(best),
            depth: best.depth,
            selectivity: best.selectivity,
            nodes: report.nodes,
            time: report.time.as_micros() as f64 / 1e6,
            source: report.source.name(),
            lines: report.lines.iter().map(Line::of).collect(),
        }
    }

    /// The result of a game that is over.
    pub(super) fn result(discs: i32) -> Found {
        Found {
            value: Some(discs),
            exact: true,
            source: "result",
            ..Found::nothing()
        }
    }

    /// Before a search has found anything.
    pub(super) fn nothing() -> Found {
        Found {
            value: None,
            exact: false,
            bound: BOUND,
            depth: 0,
            selectivity: 100,
            nodes: 0,
            time: 0.0,
            source: "search",
            lines: Vec::new(),
        }
    }
}

impl Line {
    fn of(line: &report::Line) -> Line {
        let moves: Vec<String> = line.moves.iter().map(|&played| word(played)).collect();
        Line {
            first: moves.first().cloned().unwrap_or_default(),
            value: value(line),
            exact: line.is_exact,
            bound: bound(line),
            depth: line.depth,
            selectivity: line.selectivity,
            moves,
        }
    }
}

fn value(line: &report::Line) -> Option<i32> {
    line.value.map(|value| value.discs())
}

const BOUND: &str = "exact";

/// What the value is of the one that an unlimited search of this depth would find.
fn bound(line: &report::Line) -> &'static str {
    match line.bound {
        Bound::Exact => BOUND,
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

fn word(played: Move) -> String {
    match played {
        Move::Place(square) => format!("{square:#}"),
        Move::Pass => "pass".to_string(),
    }
}

/// A line that asked for nothing that can be done, or a search that failed.
#[derive(Serialize)]
pub(super) struct Refusal<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
}

impl<'a> Refusal<'a> {
    pub(super) fn of(rejected: &'a Rejected) -> Refusal<'a> {
        Refusal {
            id: rejected.id.as_ref(),
            ply: None,
            error: &rejected.reason,
            field: rejected.field.as_deref(),
        }
    }

    pub(super) fn failed(id: &'a Id, ply: Option<usize>) -> Refusal<'a> {
        Refusal {
            id: Some(id),
            ply,
            error: "the search has failed",
            field: None,
        }
    }
}

/// The answer to an action.
#[derive(Serialize)]
pub(super) struct Done<'a> {
    pub(super) id: &'a Id,
    pub(super) action: &'static str,
    /// How many searches were ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) terminated: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) version: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) opening: Option<Opening>,
}

/// The opening of a game.
#[derive(Serialize)]
pub(super) struct Opening {
    names: BTreeMap<&'static str, &'static str>,
    /// The number of moves before the last position with a name.
    ply: usize,
    /// The number of the move that left the known lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_at: Option<usize>,
}

impl Opening {
    pub(super) fn of(game: &Game) -> Opening {
        let recognised = openings::recognise(game);
        let name = |language: Language| Some((language.code(), recognised.name(language)?.text));
        Opening {
            names: Language::ALL.into_iter().filter_map(name).collect(),
            ply: recognised.ply,
            left_at: recognised.left_at,
        }
    }
}

impl<'a> Done<'a> {
    pub(super) fn new(id: &'a Id, action: &'static str) -> Done<'a> {
        Done {
            id,
            action,
            terminated: None,
            name: None,
            version: None,
            opening: None,
        }
    }

    pub(super) fn opening(id: &'a Id, game: &Game) -> Done<'a> {
        Done {
            opening: Some(Opening::of(game)),
            ..Done::new(id, "opening")
        }
    }

    pub(super) fn version(id: &'a Id) -> Done<'a> {
        Done {
            name: Some(version::NAME),
            version: Some(version::VERSION),
            ..Done::new(id, "version")
        }
    }
}

/// Appends a record as a line.
pub(super) fn write(record: &impl Serialize, replies: &mut Vec<u8>) {
    serde_json::to_writer(&mut *replies, record).expect("records hold only plain values");
    replies.push(b'\n');
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(flag: &bool) -> bool {
    !flag
}
