//! Tests of every algorithm: legal moves, limits, repeatable searches.

mod analysis;

use std::collections::BTreeSet;
use std::time::Duration;

use obverse::board::{Bitboard, Move, Position, Square};
use obverse::score::{Bound, Score};
use obverse::search::analysis::Scope;
use obverse::search::control::{Control, Limits};
use obverse::search::report::Report;
use obverse::search::rng::MoveSeed;
use obverse::search::{self, ALGORITHMS, Family, Request, Row, Settings, Ties};

use crate::support::positions::{positions_with_moves, random_game};

const FREE: Limits = Limits {
    time: None,
    soft_time: None,
    nodes: None,
};

/// A request with so few playouts that algorithms with playouts are as fast as the others.
fn request(position: &Position, depth: u32, ties: Ties, seed: u64) -> Request {
    Request {
        position: *position,
        settings: Settings {
            depth,
            ties,
            playouts: 20,
            hash_mb: 1,
            ..Settings::default()
        },
        seed: MoveSeed::new(seed, 0, position),
    }
}

/// A request that only a limit ends.
fn endless(position: &Position) -> Request {
    let mut request = request(position, 60, Ties::First, 1);
    request.settings.playouts = 100_000_000;
    request.settings.switch_at_empties = 60;
    request
}

fn find(name: &str) -> &'static Row {
    search::find(name).expect("it is in the table")
}

fn search(row: &Row, request: &Request, limits: Limits) -> Report {
    (row.build)().best_move(request, &Control::new(limits), &mut |_| {})
}

fn best(report: &Report) -> Square {
    report.best_square().expect("the side to move has a move")
}

/// The moves and their scores.
fn scores(report: &Report) -> Vec<(Option<Move>, Option<Score>)> {
    let lines = report.lines.iter();
    lines
        .map(|line| (line.moves.first().copied(), line.score()))
        .collect()
}

/// The parts of a report that are equal in repeated searches.
fn timeless(report: Report) -> Report {
    Report {
        time: Duration::ZERO,
        ..report
    }
}

#[test]
fn moves_are_legal_under_any_limit() {
    let nodes = |nodes| Limits {
        nodes: Some(nodes),
        ..FREE
    };
    let no_time = Limits {
        time: Some(Duration::ZERO),
        ..FREE
    };
    for row in ALGORITHMS {
        for position in positions_with_moves(20) {
            for limits in [FREE, nodes(1), nodes(50), no_time] {
                let report = search(row, &request(&position, 3, Ties::First, 1), limits);
                let (name, best) = (row.name, best(&report));
                assert!(position.moves().contains(best), "{name} {position}");
            }
        }
    }
}

fn is_playable(position: &Position, line: &[Move]) -> bool {
    let mut position = *position;
    line.iter().all(|&action| {
        let is_legal = match action {
            Move::Place(square) => position.moves().contains(square),
            Move::Pass => position.must_pass(),
        };
        if is_legal {
            position = position.after(action);
        }
        is_legal
    })
}

#[test]
fn principal_variations_are_legal() {
    for row in ALGORITHMS {
        for position in positions_with_moves(10) {
            let report = search(row, &request(&position, 4, Ties::Random, 1), FREE);
            assert!(is_playable(&position, report.pv()), "{}", row.name);
        }
    }
}

#[test]
fn the_same_seed_repeats_the_search() {
    for row in ALGORITHMS {
        for ties in [Ties::First, Ties::Random] {
            for position in positions_with_moves(20).iter().step_by(7) {
                let request = request(position, 3, ties, 9);
                let reports = [(); 2].map(|()| timeless(search(row, &request, FREE)));
                assert_eq!(reports[0], reports[1], "{} {position}", row.name);
            }
        }
    }
}

#[test]
fn a_stopped_search_moves_at_once() {
    for row in ALGORITHMS {
        let control = Control::new(FREE);
        control.stop();
        let report = (row.build)().best_move(&endless(&Position::START), &control, &mut |_| {});
        let is_legal = Position::START.moves().contains(best(&report));
        assert!(is_legal, "{}", row.name);
    }
}

/// After the first ply, the limit is exceeded by at most 2 % or 2,000 nodes, whichever is
/// more. If the tree is large enough, the limit is reached, except by rules, which do not
/// search.
#[test]
fn nodes_are_limited() {
    for row in ALGORITHMS {
        for position in positions_with_moves(3).iter().step_by(5) {
            for nodes in [1, 1_000, 10_000, 300_000] {
                let limits = Limits {
                    nodes: Some(nodes),
                    ..FREE
                };
                let report = search(row, &endless(position), limits);
                let most = nodes + (nodes / 50).max(2_000);
                assert!(report.nodes <= most, "{} {report:?}", row.name);
                let is_forced = position.moves().len() == 1;
                let is_search = row.family != Family::Rule;
                if !is_forced && is_search && position.empty().len() > 20 {
                    assert!(report.nodes >= nodes, "{} {report:?}", row.name);
                }
            }
        }
    }
}

#[test]
fn a_single_legal_move_is_played_at_once() {
    let all = positions_with_moves(40);
    let forced: Vec<_> = all.iter().filter(|p| p.moves().len() == 1).collect();
    assert!(forced.len() > 20);
    for row in ALGORITHMS {
        for position in &forced {
            assert_eq!(
                search(row, &endless(position), FREE).nodes,
                0,
                "{}",
                row.name
            );
        }
    }
}

/// Whatever stops a search, the reported move has the reported score at the reported
/// depth, and the searcher can search again.
#[test]
fn a_stopped_search_leaves_nothing_half_searched() {
    for row in ALGORITHMS.iter().filter(|row| row.family == Family::Exact) {
        for position in positions_with_moves(4).iter().step_by(9) {
            let mut searcher = (row.build)();
            for nodes in [1, 30, 200, 1_000, 5_000] {
                let limits = Limits {
                    nodes: Some(nodes),
                    ..FREE
                };
                let control = Control::new(limits);
                let report = searcher.best_move(&endless(position), &control, &mut |_| {});
                let Some(score) = report.best().score() else {
                    continue;
                };
                let deep = request(position, report.best().depth, Ties::First, 1);
                let values = searcher.move_values(&deep, &Control::new(FREE));
                let values = values.expect("it is not stopped");
                assert!(
                    scores(&values).contains(&(report.best_move(), Some(score))),
                    "{} {report:?}",
                    row.name
                );
            }
            let request = request(position, 4, Ties::First, 1);
            let again = searcher.best_move(&request, &Control::new(FREE), &mut |_| {});
            let first = search(row, &request, FREE);
            assert_eq!(timeless(again), timeless(first), "{}", row.name);
        }
    }
}

/// The last progress report agrees with the final answer.
#[test]
fn the_last_progress_report_agrees_with_the_answer() {
    for row in ALGORITHMS {
        for position in positions_with_moves(4).iter().step_by(9) {
            let mut reports = Vec::new();
            let request = request(position, 5, Ties::First, 1);
            let answer = (row.build)().best_move(&request, &Control::new(FREE), &mut |report| {
                reports.push(report.clone());
            });
            for report in &reports {
                assert!(position.moves().contains(best(report)), "{}", row.name);
                assert!(report.nodes <= answer.nodes, "{}", row.name);
            }
            let depths = reports.iter().map(|report| report.best().depth);
            assert!(depths.is_sorted(), "{} {reports:?}", row.name);
            let is_exact = row.family == Family::Exact;
            if let Some(last) = reports.last().filter(|_| is_exact) {
                assert_eq!(scores(last), scores(&answer));
            }
        }
    }
}

#[test]
fn random_plays_every_move() {
    let row = find("random");
    let request = |seed| request(&Position::START, 1, Ties::First, seed);
    let draw = |seed| best(&search(row, &request(seed), FREE));
    let drawn: BTreeSet<_> = (0..200).map(draw).collect();
    let drawn: Bitboard = drawn.into_iter().collect();
    assert_eq!(drawn, Position::START.moves());
}

/// With one candidate, the move is random.
#[test]
fn candidates_are_drawn_evenly() {
    const SEEDS: u64 = 2_000;
    let position = random_game(0)[20];
    let moves: Vec<_> = position.moves().into_iter().collect();
    assert!(moves.len() > 5);
    let mut counts = vec![0u32; moves.len()];
    for seed in 0..SEEDS {
        let mut request = request(&position, 1, Ties::First, seed);
        (request.settings.candidates, request.settings.playouts) = (1, 1);
        let best = best(&search(find("monte_carlo"), &request, FREE));
        let index = moves.iter().position(|&square| square == best);
        counts[index.expect("the move is legal")] += 1;
    }
    let expected = SEEDS as f64 / moves.len() as f64;
    let chi_square: f64 = counts
        .iter()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum();
    // Fails by chance less than once in a million runs.
    assert!(chi_square < 16.0 + 4.0 * moves.len() as f64, "{counts:?}");
}

/// Without exploration, the tree follows the best move and grows deep. With much exploration,
/// the playouts are distributed evenly and the tree stays flat.
#[test]
fn exploration_makes_the_tree_flat() {
    for position in positions_with_moves(2).iter().step_by(11) {
        if position.empty().len() < 20 || position.moves().len() == 1 {
            continue;
        }
        let with = |exploration| {
            let mut request = request(position, 1, Ties::First, 1);
            request.settings.playouts = 500;
            request.settings.exploration = exploration;
            search(find("mcts"), &request, FREE)
        };
        let (bold, wary) = (with(0.0), with(10.0));
        let [bold_depth, wary_depth] = [&bold, &wary].map(|report| report.best().depth);
        assert!(bold_depth > wary_depth, "{bold:?} {wary:?}");
        assert_ne!(bold.nodes, wary.nodes);
    }
}
