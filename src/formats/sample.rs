//! Game records for property tests.

use std::time::Duration;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::{Context, EarlyEnd, GameRecord, Outcome, Ply, Row, Rows, Squares};
use crate::board::Position;
use crate::board::sample::{choices, game, scattered};

/// A line of text as readers return it: trimmed, and without brackets, which GGF cannot
/// hold.
pub(super) fn line() -> impl Strategy<Value = Option<String>> {
    option::of(r"[!-Z^-~é]([ -Z^-~é]{0,80}[!-Z^-~é])?")
}

/// Lines of text with everything that SGF has to escape.
pub(super) fn lines() -> impl Strategy<Value = Option<String>> {
    option::of("[!-~é]([ -~é\n]{0,150}[!-~é])?")
}

/// A value in thousandths, because readers round to them.
fn value() -> impl Strategy<Value = Option<f64>> {
    option::of((-64_000..=64_000).prop_map(|thousandths| f64::from(thousandths) / 1000.0))
}

fn time() -> impl Strategy<Value = Option<Duration>> {
    option::of((0..10_000_000_u64).prop_map(Duration::from_millis))
}

pub(super) fn outcome() -> impl Strategy<Value = Outcome> {
    let early = option::of(prop_oneof![
        Just(EarlyEnd::Resignation),
        Just(EarlyEnd::Timeout),
        Just(EarlyEnd::Forfeit),
        Just(EarlyEnd::Agreement),
    ]);
    (-64..=64, early).prop_map(|(lead, early)| Outcome {
        early,
        ..Outcome::from_lead(lead)
    })
}

/// A game with everything that at least one format can hold.
pub(super) fn record() -> impl Strategy<Value = GameRecord> {
    let start = prop_oneof![Just(Position::START), scattered()];
    let notes = vec((value(), time(), lines()), 130);
    let names = prop::array::uniform5(line());
    let rest = (option::of(outcome()), lines());
    (start, choices(), notes, names, rest).prop_map(|(start, choices, notes, names, rest)| {
        let mut color = !start.to_move();
        let actions = game(start, &choices);
        let moves = actions.into_iter().zip(notes);
        let plies = moves.map(|(action, (value, time, comment))| {
            color = !color;
            Ply {
                color,
                action,
                value,
                time,
                comment,
            }
        });
        let [black, white, event, date, clock] = names;
        let (result, comment) = rest;
        GameRecord {
            moves: plies.collect(),
            black,
            white,
            event,
            date,
            clock,
            result,
            comment,
            ..GameRecord::new(start)
        }
    })
}

/// Games after a round trip through a file.
pub(super) fn written_and_read(
    row: &Row,
    squares: Squares,
    games: &[GameRecord],
) -> Vec<GameRecord> {
    let mut file = (row.write)(squares);
    for game in games {
        file.add(game).unwrap();
    }
    let files = file.finish();
    let rows = match squares {
        Squares::Letters(rows) => rows,
        Squares::Plain => Rows::default(),
    };
    let context = Context {
        rows,
        companions: files.companions,
    };
    (row.read)(&files.main, &context)
        .map(|game| game.unwrap())
        .collect()
}
