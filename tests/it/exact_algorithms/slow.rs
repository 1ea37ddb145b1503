//! Tests that need many positions or seeds.

use std::thread;

use obverse::board::{Position, Square, Symmetry};
use obverse::eval::{self, EVALUATORS};
use obverse::score::Score;
use obverse::search::report::Report;
use obverse::search::{self, Settings, Ties};

use super::{best, best_move, family, move_values, plain_value, plain_values, reports};
use crate::support::positions::{positions_with_moves, random_game};

/// Five hundred positions from all stages of the game. In some of them the game is over, and
/// in some there is a forced pass now or soon.
fn positions_of_all_stages() -> Vec<Position> {
    let mut positions: Vec<Position> = (0..100)
        .flat_map(|seed| {
            let game = random_game(seed);
            let len = game.len();
            let picks = [
                seed as usize % 12,
                17,
                31,
                len - 12 + seed as usize % 8,
                len - 1,
            ];
            picks.map(|index| game[index.min(len - 1)])
        })
        .collect();
    let passes = (100..2000)
        .flat_map(random_game)
        .filter(Position::must_pass);
    positions.splice(..25, passes.take(25));
    assert_eq!(positions.len(), 500);
    positions
}

#[test]
fn all_exact_algorithms_give_exact_values_in_every_orientation() {
    let positions = positions_of_all_stages();
    assert!(positions.iter().filter(|p| p.is_over()).count() > 50);
    assert!(positions.iter().filter(|p| p.must_pass()).count() >= 25);
    let check = |(index, position): &(usize, Position)| {
        for evaluator in EVALUATORS {
            for depth in 1..=deepest(evaluator) {
                let settings = Settings {
                    depth,
                    evaluator,
                    ..Settings::default()
                };
                let expected = plain_values(position, &settings);
                // Deep searches are expensive, so they take turns: each algorithm meets each
                // orientation at each depth in about sixty positions.
                let (orientations, first) = match depth {
                    1..=3 => (8, 0),
                    _ => (1, *index),
                };
                let symmetries = Symmetry::ALL.iter().cycle().skip(first % 8);
                for symmetry in symmetries.take(orientations) {
                    let turned = symmetry.position(position);
                    let back = |(square, score)| (symmetry.inverse().square(square), score);
                    for row in family() {
                        let values = move_values(row, &turned, &settings);
                        let mut values: Vec<_> = values.into_iter().map(back).collect();
                        values.sort();
                        assert_eq!(values, expected, "{} {position}", row.name);
                    }
                }
            }
        }
    };
    let positions: Vec<_> = positions.into_iter().enumerate().collect();
    in_parallel(&positions, &check);
}

/// `ties random` draws from the moves with the best value, all with the same probability, and
/// `ties first` plays the first of them.
#[test]
fn ties_are_drawn_honestly() {
    const SEEDS: u64 = 2_000;
    let settings = |depth, ties| Settings {
        depth,
        ties,
        evaluator: eval::find("disc_count").expect("it is in the table"),
        ..Settings::default()
    };
    let mut tied_positions = Vec::new();
    for (index, position) in positions_with_moves(60).iter().step_by(3).enumerate() {
        let depth = 2 + index as u32 % 3;
        let values = plain_values(position, &settings(depth, Ties::First));
        let best = values.iter().map(|value| value.1).max().expect("a move");
        let is_best = |value: &&(Square, Score)| value.1 == best;
        let tied: Vec<Square> = values.iter().filter(is_best).map(|value| value.0).collect();
        if tied.len() > 1 && tied.len() < values.len() {
            tied_positions.push((*position, depth, tied));
        }
    }
    assert!(tied_positions.len() >= 200);
    let tied_positions: Vec<_> = tied_positions.into_iter().step_by(4).take(50).collect();
    in_parallel(&tied_positions, &|(position, depth, tied)| {
        for row in family() {
            let first = best_move(row, position, &settings(*depth, Ties::First), 0);
            assert_eq!(best(&first).0, tied[0], "{} {position}", row.name);
            let mut counts = vec![0u32; tied.len()];
            for seed in 0..SEEDS {
                let drawn = best_move(row, position, &settings(*depth, Ties::Random), seed);
                let index = tied.iter().position(|&square| square == best(&drawn).0);
                counts[index.expect("only a best move is drawn")] += 1;
            }
            let expected = SEEDS as f64 / tied.len() as f64;
            let chi_square: f64 = counts
                .iter()
                .map(|&count| (f64::from(count) - expected).powi(2) / expected)
                .sum();
            // With one degree of freedom, this fails by chance once in a million runs, and
            // with more it fails less often.
            let limit = 16.0 + 4.0 * tied.len() as f64;
            assert!(chi_square < limit, "{} {position} {counts:?}", row.name);
        }
    });
}

/// The depth that is affordable without pruning.
fn deepest(evaluator: &eval::Row) -> u32 {
    match evaluator.name {
        // This evaluator is many times slower than the others.
        "pattern" => 3,
        _ => 5,
    }
}

fn total_nodes(name: &str, settings: &Settings, positions: &[Position]) -> u64 {
    let row = search::find(name).expect("it is in the table");
    let nodes = |position| best_move(row, position, settings, 1).nodes;
    positions.iter().map(nodes).sum()
}

#[test]
fn random_ties_cost_at_most_twice_the_nodes() {
    let positions: Vec<Position> = positions_with_moves(10).into_iter().step_by(6).collect();
    for row in family() {
        for evaluator in EVALUATORS {
            let nodes = |ties| {
                let settings = Settings {
                    depth: deepest(evaluator),
                    ties,
                    evaluator,
                    ..Settings::default()
                };
                total_nodes(row.name, &settings, &positions)
            };
            let (first, random) = (nodes(Ties::First), nodes(Ties::Random));
            let name = row.name;
            assert!(
                random <= 2 * first,
                "{name} {}: {random} {first}",
                evaluator.name
            );
        }
    }
}

#[test]
fn pruning_saves_nodes() {
    let all = positions_with_moves(10);
    let positions: Vec<Position> = all.into_iter().skip(8).step_by(23).take(20).collect();
    assert_eq!(positions.len(), 20);
    let settings = Settings {
        depth: 7,
        ..Settings::default()
    };
    let nodes = |name| total_nodes(name, &settings, &positions);
    let (negamax, nega_alpha) = (nodes("negamax"), nodes("nega_alpha"));
    assert!(nega_alpha < negamax / 10, "{nega_alpha} {negamax}");
    let negascout = nodes("negascout");
    assert!(negascout < nega_alpha, "{negascout} {nega_alpha}");
    assert_eq!(nodes("alpha_beta"), nega_alpha);
    assert_eq!(nodes("minimax"), negamax);
}

/// In every report, including progress reports, the score is that of the principal variation.
#[test]
fn principal_variations_lead_to_the_score() {
    for position in positions_with_moves(8).iter().step_by(5) {
        for evaluator in EVALUATORS {
            for (depth, ties) in [(2, Ties::First), (4, Ties::Random), (5, Ties::First)] {
                let depth = depth.min(deepest(evaluator));
                let settings = Settings {
                    depth,
                    evaluator,
                    ties,
                    ..Settings::default()
                };
                for row in family() {
                    for report in reports(row, position, &settings) {
                        check_line(position, &report, &settings);
                    }
                }
            }
        }
    }
}

/// The position at the end of the line has the reported score, and so does each position on
/// the way at the remaining depth.
fn check_line(position: &Position, report: &Report, settings: &Settings) {
    let Some(mut score) = report.best().score() else {
        return;
    };
    let mut position = *position;
    let mut depth = report.best().depth;
    for &action in report.pv() {
        (position, depth, score) = (position.after(action), depth - 1, -score);
        let value = plain_value(&position, depth, settings.evaluator);
        assert_eq!(value, score, "{position} {report:?}");
    }
    assert!(depth == 0 || position.is_over(), "{report:?}");
}

fn in_parallel<T: Sync>(items: &[T], check: &(impl Fn(&T) + Sync)) {
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    thread::scope(|scope| {
        for first in 0..threads {
            scope.spawn(move || items.iter().skip(first).step_by(threads).for_each(check));
        }
    });
}
