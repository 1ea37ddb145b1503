//! The algorithms that compute the exact value of every move at a depth. They agree with
//! each other and with a simple recursion.

mod slow;
mod width;

use obverse::board::{Bitboard, Color, Move, Position, Square};
use obverse::eval;
use obverse::score::Score;
use obverse::search::control::{Control, Limits};
use obverse::search::report::Report;
use obverse::search::rng::MoveSeed;
use obverse::search::{ALGORITHMS, Family, Request, Row, Settings, Ties};

use crate::support::positions::positions_with_moves;

fn family() -> impl Iterator<Item = &'static Row> {
    ALGORITHMS.iter().filter(|row| row.family == Family::Exact)
}

fn free() -> Control {
    Control::new(Limits::default())
}

fn request(position: &Position, settings: Settings, seed: u64) -> Request {
    Request {
        position: *position,
        settings,
        seed: MoveSeed::new(seed, 0, position),
    }
}

/// Sorted by square, so that two lists can be compared.
fn move_values(row: &Row, position: &Position, settings: &Settings) -> Vec<(Square, Score)> {
    let request = request(position, settings.clone(), 0);
    let report = (row.build)().move_values(&request, &free());
    let report = report.expect("it is not stopped");
    let lines = report.lines.iter();
    let mut values: Vec<_> = lines
        .map(|line| match (line.moves[0], line.score()) {
            (Move::Place(square), Some(score)) => (square, score),
            other => panic!("{other:?}"),
        })
        .collect();
    values.sort();
    values
}

/// The best move and its score.
fn best(report: &Report) -> (Square, Option<Score>) {
    let square = report.best_square().expect("the side to move has a move");
    (square, report.best().score())
}

fn best_move(row: &Row, position: &Position, settings: &Settings, seed: u64) -> Report {
    let request = request(position, settings.clone(), seed);
    (row.build)().best_move(&request, &free(), &mut |_| {})
}

/// The progress reports, and the answer.
fn reports(row: &Row, position: &Position, settings: &Settings) -> Vec<Report> {
    let request = request(position, settings.clone(), 2);
    let mut reports = Vec::new();
    let mut on_report = |report: &Report| reports.push(report.clone());
    let answer = (row.build)().best_move(&request, &free(), &mut on_report);
    reports.push(answer);
    reports
}

/// The value of a position by plain negamax recursion.
fn plain_value(position: &Position, depth: u32, evaluator: &eval::Row) -> Score {
    if position.is_over() {
        return Score::result(position.result());
    }
    if depth == 0 {
        return evaluator.evaluator.evaluate(position);
    }
    if position.must_pass() {
        return -plain_value(&position.pass(), depth - 1, evaluator);
    }
    let child = |square| -plain_value(&position.play(square), depth - 1, evaluator);
    let values = position.moves().into_iter().map(child);
    values.max().expect("it has a move")
}

fn plain_values(position: &Position, settings: &Settings) -> Vec<(Square, Score)> {
    let value = |square| {
        let child = position.play(square);
        (
            square,
            -plain_value(&child, settings.depth - 1, settings.evaluator),
        )
    };
    position.moves().into_iter().map(value).collect()
}

/// With the same seed, this holds for random ties, too.
#[test]
fn all_exact_algorithms_play_the_same_move() {
    for position in positions_with_moves(6).iter().step_by(4) {
        for ties in [Ties::First, Ties::Random] {
            let settings = Settings {
                depth: 4,
                ties,
                ..Settings::default()
            };
            let chosen =
                |row: &'static Row| (row.name, best(&best_move(row, position, &settings, 3)));
            let all: Vec<_> = family().map(chosen).collect();
            assert!(all.len() > 1, "a family has several members");
            let is_same = all.iter().all(|(_, chosen)| *chosen == all[0].1);
            assert!(is_same, "{position}: {all:?}");
        }
    }
}

#[test]
fn progress_counts_the_nodes_so_far() {
    let settings = Settings {
        depth: 4,
        ..Settings::default()
    };
    for row in family() {
        let reports = reports(row, &Position::START, &settings);
        let nodes: Vec<u64> = reports.iter().map(|report| report.nodes).collect();
        assert!(nodes.len() > 3 && nodes[0] > 0, "{} {nodes:?}", row.name);
        assert!(nodes.is_sorted(), "{} {nodes:?}", row.name);
    }
}

/// A won game is worth more than any estimate.
#[test]
fn a_proven_win_beats_any_estimate() {
    let squares = |names: [&str; 2]| -> Bitboard {
        names
            .map(|name| name.parse().expect("a square"))
            .into_iter()
            .collect()
    };
    let position = Position::new(squares(["d4", "a1"]), squares(["e4", "b1"]), Color::Black);
    let position = position.expect("no square is both");
    for row in family() {
        let settings = Settings {
            depth: 4,
            ..Settings::default()
        };
        let report = best_move(row, &position, &settings, 1);
        let (_, score) = best(&report);
        assert!(score > Some(Score::result(0)), "{report:?}");
    }
}

/// H1 wins by 2 discs, H3 by 8, and G8 loses by 8.
#[test]
fn the_larger_win_is_played() {
    let board = "XOOXXXX- OOOOXXXX OOOOOXX- OOXXOXXO XXXXXXXX XXOOXXXX XXXXXXXX XXXXXX-X O";
    let position: Position = board.parse().expect("a board");
    let wanted = [("H1", 2), ("H3", 8), ("G8", -8)]
        .map(|(square, discs)| (square.parse().expect("a square"), Score::result(discs)));
    for row in family() {
        for ties in [Ties::First, Ties::Random] {
            let settings = Settings {
                depth: 6,
                ties,
                ..Settings::default()
            };
            assert_eq!(
                move_values(row, &position, &settings),
                wanted,
                "{}",
                row.name
            );
            let report = best_move(row, &position, &settings, 1);
            assert_eq!(best(&report), (wanted[1].0, Some(wanted[1].1)));
        }
    }
}

/// No search continues beyond the end of the game, no matter its depth.
#[test]
fn a_search_ends_with_the_game() {
    for position in positions_with_moves(40) {
        let empty = position.empty().len();
        if empty > 6 || position.moves().len() == 1 {
            continue;
        }
        let settings = Settings {
            depth: 60,
            ..Settings::default()
        };
        for row in family() {
            let report = best_move(row, &position, &settings, 1);
            // There may be a pass after every move.
            assert!(report.best().depth <= 2 * empty, "{} {report:?}", row.name);
            let values = plain_values(&position, &settings);
            let best = values.into_iter().map(|value| value.1).max();
            assert_eq!(report.best().score(), best, "{} {position}", row.name);
        }
    }
}
