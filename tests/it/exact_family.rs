//! The algorithms that give true values: they agree with each other, and with
//! chance where it decides.

use std::thread;

use obverse::board::{Bitboard, Color, Position, Square, Symmetry};
use obverse::eval::{self, EVALUATORS};
use obverse::score::Score;
use obverse::search::control::{Control, Limits};
use obverse::search::dice::Dice;
use obverse::search::{self, ALGORITHMS, Report, Request, Row, Settings, Ties};

use crate::samples::{positions_with_moves, random_game};

fn family() -> impl Iterator<Item = &'static Row> {
    ALGORITHMS.iter().filter(|row| row.is_exact)
}

fn free() -> Control {
    Control::new(Limits::default())
}

fn request(position: &Position, settings: Settings, seed: u64) -> Request {
    Request {
        position: *position,
        settings,
        dice: Dice::new(seed, 0, position),
    }
}

/// By square, so that two lists can be compared.
fn move_values(row: &Row, position: &Position, settings: &Settings) -> Vec<(Square, Score)> {
    let request = request(position, settings.clone(), 0);
    let mut values = (row.build)()
        .move_values(&request, &free())
        .expect("nothing stops it");
    values.sort();
    values
}

fn best_move(row: &Row, position: &Position, settings: &Settings, seed: u64) -> Report {
    let request = request(position, settings.clone(), seed);
    (row.build)().best_move(&request, &free(), &mut |_| {})
}

#[test]
fn the_family_is_who_it_should_be() {
    let names: Vec<&str> = family().map(|row| row.name).collect();
    assert_eq!(
        names,
        [
            "minimax",
            "negamax",
            "alpha_beta",
            "nega_alpha",
            "negascout"
        ]
    );
}

/// The value of a position by the plainest recursion there is.
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

/// Five hundred positions of all stages, some of them finished, some with a
/// forced pass at hand or near.
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
fn all_give_the_true_values_in_every_orientation() {
    let positions = positions_of_all_stages();
    assert!(positions.iter().filter(|p| p.is_over()).count() > 50);
    assert!(positions.iter().filter(|p| p.must_pass()).count() >= 25);
    let check = |position: &Position| {
        for evaluator in EVALUATORS {
            for depth in 1..=5 {
                let settings = Settings {
                    depth,
                    evaluator,
                    ..Settings::default()
                };
                let expected = plain_values(position, &settings);
                for symmetry in Symmetry::ALL {
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
    in_parallel(&positions, &check);
}

/// The whole family plays the same move, under the same seed too.
#[test]
fn all_play_the_same_move() {
    for position in positions_with_moves(6).iter().step_by(4) {
        for ties in [Ties::First, Ties::Random] {
            let settings = Settings {
                depth: 4,
                ties,
                ..Settings::default()
            };
            let chosen = |row| {
                let report = best_move(row, position, &settings, 3);
                (report.best, report.score)
            };
            let mut all: Vec<_> = family().map(chosen).collect();
            all.dedup();
            assert_eq!(all.len(), 1, "{position}");
        }
    }
}

/// `ties random` draws exactly the moves whose true value is best, each with
/// the same chance; `ties first` takes the first of them.
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
    tied_positions.truncate(200);
    assert_eq!(tied_positions.len(), 200);
    in_parallel(&tied_positions, &|(position, depth, tied)| {
        for row in family() {
            let first = best_move(row, position, &settings(*depth, Ties::First), 0);
            assert_eq!(first.best, tied[0], "{} {position}", row.name);
            let mut counts = vec![0u32; tied.len()];
            for seed in 0..SEEDS {
                let drawn = best_move(row, position, &settings(*depth, Ties::Random), seed);
                let index = tied.iter().position(|&square| square == drawn.best);
                counts[index.expect("only a best move is drawn")] += 1;
            }
            let expected = SEEDS as f64 / tied.len() as f64;
            let chi_square: f64 = counts
                .iter()
                .map(|&count| (f64::from(count) - expected).powi(2) / expected)
                .sum();
            // One in a million for one degree of freedom, less for more.
            let limit = 24.0 + 4.0 * tied.len() as f64;
            assert!(chi_square < limit, "{} {position} {counts:?}", row.name);
        }
    });
}

fn total_nodes(name: &str, settings: &Settings, positions: &[Position]) -> u64 {
    let row = search::find(name).expect("it is in the table");
    let nodes = |position| best_move(row, position, settings, 1).nodes;
    positions.iter().map(nodes).sum()
}

#[test]
fn honest_ties_cost_at_most_twice_the_nodes() {
    let positions: Vec<Position> = positions_with_moves(10).into_iter().step_by(6).collect();
    for row in family() {
        for evaluator in EVALUATORS {
            let nodes = |ties| {
                let settings = Settings {
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
fn pruning_saves_what_it_should() {
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

/// With `width 1` one line of play is left, with a great width every line.
#[test]
fn width_limits_the_moves_of_each_position() {
    let row = search::find("negascout").expect("it is in the table");
    for position in positions_with_moves(3).iter().step_by(7) {
        let with = |width| Settings {
            depth: 5,
            width,
            ..Settings::default()
        };
        let all = best_move(row, position, &with(0), 0);
        let wide = best_move(row, position, &with(64), 0);
        assert_eq!((all.best, all.score), (wide.best, wide.score));
        let listed = move_values(row, position, &with(1));
        assert_eq!(listed.len(), position.moves().len() as usize);
        let narrow = best_move(row, position, &with(1), 0);
        assert!(position.moves().contains(narrow.best));
    }
}

/// A position decided by the rules alone: the bigger win is preferred, and any
/// win to any estimate.
#[test]
fn results_count_more_than_estimates() {
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
        assert!(
            report.score.is_some_and(|score| score.value() >= 10_000),
            "{report:?}"
        );
    }
}

/// Whatever the depth, there is nothing behind the end of the game.
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
            // There may be a pass between any two moves.
            assert!(report.depth <= 2 * empty, "{} {report:?}", row.name);
            let values = plain_values(&position, &settings);
            let best = values.into_iter().map(|value| value.1).max();
            assert_eq!(report.score, best, "{} {position}", row.name);
        }
    }
}

fn in_parallel<T: Sync>(items: &[T], check: &(impl Fn(&T) + Sync)) {
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    thread::scope(|scope| {
        for first in 0..threads {
            scope.spawn(move || items.iter().skip(first).step_by(threads).for_each(check));
        }
    });
}
