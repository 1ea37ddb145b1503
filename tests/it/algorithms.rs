//! What every algorithm keeps, whatever it does inside.

use std::collections::BTreeSet;
use std::time::Duration;

use obverse::board::{Bitboard, Color, Position, Symmetry};
use obverse::eval::EVALUATORS;
use obverse::score::Score;
use obverse::search::control::{Control, Limits};
use obverse::search::dice::Dice;
use obverse::search::{ALGORITHMS, Report, Request, Row, Settings, Ties};

fn request(position: &Position, depth: u32, ties: Ties, seed: u64) -> Request {
    let evaluator = obverse::eval::find("positional")
        .expect("it is in the table")
        .evaluator;
    Request {
        position: *position,
        settings: Settings {
            depth,
            evaluator,
            ties,
        },
        dice: Dice::new(seed, 0, position),
    }
}

fn search(row: &Row, request: &Request, limits: Limits) -> Report {
    (row.build)().best_move(request, &Control::new(limits), &mut |_| {})
}

/// Positions of all stages with a move for the side to move, among them some
/// with a single move, with few empty squares and after a forced pass.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for game in 0..20 {
        let mut position = Position::START;
        loop {
            if position.must_pass() {
                position = position.pass();
            }
            let moves: Vec<_> = position.moves().into_iter().collect();
            let Some(square) = Dice::new(game, 1, &position).pick(&moves) else {
                break;
            };
            positions.push(position);
            position = position.play(square);
        }
    }
    positions
}

#[test]
fn moves_are_legal_under_any_limit() {
    let limits = [
        Limits::default(),
        Limits {
            nodes: Some(1),
            time: None,
        },
        Limits {
            nodes: Some(50),
            time: None,
        },
        Limits {
            nodes: None,
            time: Some(Duration::ZERO),
        },
    ];
    for row in ALGORITHMS {
        for position in positions() {
            for limits in limits {
                let report = search(row, &request(&position, 3, Ties::First, 1), limits);
                assert!(
                    position.moves().contains(report.best),
                    "{} {position}",
                    row.name
                );
                assert_eq!(
                    report.line.first(),
                    Some(&report.best.into()),
                    "{}",
                    row.name
                );
            }
        }
    }
}

#[test]
fn the_same_seed_repeats_the_search() {
    for row in ALGORITHMS {
        for ties in [Ties::First, Ties::Random] {
            for position in positions().iter().step_by(7) {
                let request = request(position, 3, ties, 9);
                let reports = [(); 2].map(|()| search(row, &request, Limits::default()));
                assert_eq!(reports[0], reports[1], "{} {position}", row.name);
            }
        }
    }
}

#[test]
fn a_stopped_search_moves_at_once() {
    for row in ALGORITHMS {
        let control = Control::new(Limits::default());
        control.stop();
        let request = request(&Position::START, 60, Ties::First, 1);
        let report = (row.build)().best_move(&request, &control, &mut |_| {});
        assert!(
            Position::START.moves().contains(report.best),
            "{}",
            row.name
        );
    }
}

/// `ties random` may draw exactly the moves whose true value is best, each with
/// the same chance.
#[test]
fn ties_are_drawn_honestly() {
    const SEEDS: u64 = 400;
    for row in ALGORITHMS.iter().filter(|row| row.name != "random") {
        let mut drawn_positions = 0;
        for position in positions().iter().step_by(3) {
            let values = (row.build)()
                .move_values(
                    &request(position, 2, Ties::First, 1),
                    &Control::new(Limits::default()),
                )
                .expect("nothing stops it");
            let best = values
                .iter()
                .map(|&(_, score)| score)
                .max()
                .expect("there is a move");
            let tied: Vec<_> = values
                .iter()
                .filter(|value| value.1 == best)
                .map(|value| value.0)
                .collect();
            let mut counts = vec![0u32; tied.len()];
            for seed in 0..SEEDS {
                let report = search(
                    row,
                    &request(position, 2, Ties::Random, seed),
                    Limits::default(),
                );
                let index = tied.iter().position(|&square| square == report.best);
                counts[index.expect("only a best move is drawn")] += 1;
            }
            drawn_positions += u32::from(tied.len() > 1);
            let expected = SEEDS as f64 / tied.len() as f64;
            let chi_square: f64 = counts
                .iter()
                .map(|&n| (f64::from(n) - expected).powi(2) / expected)
                .sum();
            // One in a million for one degree of freedom, less for more.
            let limit = 24.0 + 4.0 * tied.len() as f64;
            assert!(chi_square < limit, "{} {position} {counts:?}", row.name);
        }
        assert!(
            drawn_positions > 10,
            "{}: too few ties to see anything",
            row.name
        );
    }
}

#[test]
fn random_plays_every_move() {
    let row = obverse::search::find("random").expect("it is in the table");
    let drawn: BTreeSet<_> = (0..200)
        .map(|seed| {
            search(
                row,
                &request(&Position::START, 1, Ties::First, seed),
                Limits::default(),
            )
            .best
        })
        .collect();
    assert_eq!(
        drawn.into_iter().collect::<Bitboard>(),
        Position::START.moves()
    );
}

/// The value of a position by the plainest recursion there is.
fn plain_value(position: &Position, depth: u32, evaluate: &dyn Fn(&Position) -> Score) -> Score {
    if position.is_over() {
        return Score::result(position.result());
    }
    if depth == 0 {
        return evaluate(position);
    }
    if position.must_pass() {
        return -plain_value(&position.pass(), depth - 1, evaluate);
    }
    let child = |square| -plain_value(&position.play(square), depth - 1, evaluate);
    position
        .moves()
        .into_iter()
        .map(child)
        .max()
        .expect("it has a move")
}

#[test]
fn negamax_gives_true_values_in_every_orientation() {
    let row = obverse::search::find("negamax").expect("it is in the table");
    for evaluator in EVALUATORS {
        for position in positions().iter().step_by(11) {
            for depth in 1..=4 {
                for symmetry in Symmetry::ALL {
                    let turned = symmetry.position(position);
                    let mut request = request(&turned, depth, Ties::First, 1);
                    request.settings.evaluator = evaluator.evaluator;
                    let values = (row.build)()
                        .move_values(&request, &Control::new(Limits::default()))
                        .expect("nothing stops it");
                    assert_eq!(values.len(), turned.moves().len() as usize);
                    for (square, score) in values {
                        let child = position.play(symmetry.inverse().square(square));
                        let evaluate = |position: &Position| evaluator.evaluator.evaluate(position);
                        assert_eq!(score, -plain_value(&child, depth - 1, &evaluate));
                    }
                }
            }
        }
    }
}

/// A position decided by the rules alone: the bigger win is preferred, and any
/// win to any estimate.
#[test]
fn results_count_more_than_estimates() {
    let black: Bitboard = ["d4", "a1"]
        .map(|name| name.parse().expect("a square"))
        .into_iter()
        .collect();
    let white: Bitboard = ["e4", "b1"]
        .map(|name| name.parse().expect("a square"))
        .into_iter()
        .collect();
    let position = Position::new(black, white, Color::Black).expect("no square is both");
    let row = obverse::search::find("negamax").expect("it is in the table");
    let report = search(
        row,
        &request(&position, 4, Ties::First, 1),
        Limits::default(),
    );
    assert!(
        report.score.is_some_and(|score| score.value() >= 10_000),
        "{report:?}"
    );
}
