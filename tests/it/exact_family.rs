//! The algorithms that give true values: they agree with each other, and with
//! chance where it decides.

use std::cmp::Reverse;
use std::thread;

use obverse::board::{Bitboard, Color, Move, Position, Square, Symmetry};
use obverse::eval::{self, EVALUATORS};
use obverse::score::Score;
use obverse::search::control::{Control, Limits};
use obverse::search::dice::Dice;
use obverse::search::{self, ALGORITHMS, Report, Request, Row, Settings, Ties};

use crate::support::positions::{positions_with_moves, random_game};

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
            for depth in 1..=deepest(evaluator) {
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

/// How deep to search with an evaluator if nothing is left out.
fn deepest(evaluator: &eval::Row) -> u32 {
    match evaluator.name {
        // It takes many times as long as the others.
        "pattern" => 3,
        _ => 5,
    }
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
            let limit = 16.0 + 4.0 * tied.len() as f64;
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

/// Ordering costs and saves nodes, it changes no value.
#[test]
fn any_ordering_gives_the_true_values() {
    let [plain, ordered] =
        ["nega_alpha", "negascout"].map(|name| search::find(name).expect("it is in the table"));
    let mut nodes = [0; 4];
    for position in positions_with_moves(3).iter().step_by(7) {
        for ties in [Ties::First, Ties::Random] {
            let with = |ordering_depth| Settings {
                depth: 6,
                ties,
                ordering_depth,
                ..Settings::default()
            };
            let best = best_move(plain, position, &with(0), 5);
            let values = move_values(plain, position, &with(0));
            for (ordering_depth, nodes) in (0..).zip(&mut nodes) {
                let settings = with(ordering_depth);
                let found = best_move(ordered, position, &settings, 5);
                assert_eq!((found.best, found.score), (best.best, best.score));
                assert_eq!(move_values(ordered, position, &settings), values);
                *nodes += found.nodes;
            }
        }
    }
    let mut distinct = nodes.to_vec();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), 4, "{nodes:?}");
}

/// The moves that a width leaves, `depth` plies before the end.
fn narrow_moves(position: &Position, depth: u32, settings: &Settings) -> Vec<Square> {
    let mut moves: Vec<Square> = position.moves().into_iter().collect();
    if depth > 1 {
        let plies = settings.ordering_depth.min(depth - 1);
        let order =
            |&square: &Square| Reverse(-narrow_value(&position.play(square), plies, settings));
        moves.sort_by_cached_key(order);
        moves.truncate(settings.width as usize);
    }
    moves
}

/// The value of a position by the plainest recursion with a width.
fn narrow_value(position: &Position, depth: u32, settings: &Settings) -> Score {
    if position.is_over() || depth == 0 {
        return plain_value(position, 0, settings.evaluator);
    }
    if position.must_pass() {
        return -narrow_value(&position.pass(), depth - 1, settings);
    }
    let child = |square| -narrow_value(&position.play(square), depth - 1, settings);
    let moves = narrow_moves(position, depth, settings).into_iter();
    moves.map(child).max().expect("it has a move")
}

#[test]
fn a_narrow_search_keeps_the_best_moves() {
    let row = search::find("negascout").expect("it is in the table");
    let positions = positions_with_moves(4);
    let is_open = |position: &&Position| position.empty().len() > 12 && position.moves().len() > 1;
    for position in positions.iter().filter(is_open).step_by(5) {
        for (width, ordering_depth) in [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (3, 2), (2, 60)] {
            for depth in 1..=5 {
                let settings = Settings {
                    depth,
                    width,
                    ordering_depth,
                    ..Settings::default()
                };
                let value = |square| {
                    let child = position.play(square);
                    (square, -narrow_value(&child, depth - 1, &settings))
                };
                let all: Vec<_> = position.moves().into_iter().map(value).collect();
                assert_eq!(move_values(row, position, &settings), all);

                let kept = narrow_moves(position, depth, &settings);
                let kept = all.iter().filter(|(square, _)| kept.contains(square));
                let best = kept.min_by_key(|(_, score)| Reverse(*score));
                let &(best, score) = best.expect("a move is kept");
                let report = best_move(row, position, &settings, 0);
                assert_eq!((report.best, report.score), (best, Some(score)));
            }
        }
    }
}

/// With `width 1` one line of play is left: both sides play what looks best.
#[test]
fn the_narrowest_search_follows_one_line() {
    const DEPTH: u32 = 5;
    let row = search::find("negascout").expect("it is in the table");
    let settings = Settings {
        depth: DEPTH,
        width: 1,
        ..Settings::default()
    };
    for position in positions_with_moves(10).iter().step_by(7) {
        if position.empty().len() <= DEPTH || position.moves().len() == 1 {
            continue;
        }
        let (mut end, mut line) = (*position, Vec::new());
        for _ in 0..DEPTH {
            let look = |&square: &Square| plain_value(&end.play(square), 0, settings.evaluator);
            let worst_for_the_other = end.moves().into_iter().min_by_key(look);
            let action = worst_for_the_other.map_or(Move::Pass, Move::Place);
            end = end.after(action);
            line.push(action);
        }
        let report = best_move(row, position, &settings, 0);
        assert_eq!(report.line, line, "{position}");
        // After an odd number of plies the other side is to move.
        let value = -plain_value(&end, 0, settings.evaluator);
        assert_eq!(report.score, Some(value));
    }
}

/// Each report, also on the way, shows the line that its score comes from.
#[test]
fn expected_lines_are_worth_the_score() {
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

/// What is told on the way, and the answer.
fn reports(row: &Row, position: &Position, settings: &Settings) -> Vec<Report> {
    let request = request(position, settings.clone(), 2);
    let mut reports = Vec::new();
    let mut watcher = |report: &Report| reports.push(report.clone());
    let answer = (row.build)().best_move(&request, &free(), &mut watcher);
    reports.push(answer);
    reports
}

/// Its end is worth the score, and so is each position on the way to it, as deep
/// as the report says.
fn check_line(position: &Position, report: &Report, settings: &Settings) {
    let Some(mut score) = report.score else {
        return;
    };
    let mut position = *position;
    let mut depth = report.depth;
    for &action in &report.line {
        (position, depth, score) = (position.after(action), depth - 1, -score);
        let value = plain_value(&position, depth, settings.evaluator);
        assert_eq!(value, score, "{position} {report:?}");
    }
    assert!(depth == 0 || position.is_over(), "{report:?}");
}

/// A great width is none, and a small one leaves out no move of a list.
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
    }
}

/// Any win is preferred to any estimate.
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

/// The bigger win is preferred: H1 wins by 2 discs, H3 by 8, and G8 loses by 8.
#[test]
fn the_bigger_win_is_played() {
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
            assert_eq!(
                (report.best, report.score),
                (wanted[1].0, Some(wanted[1].1))
            );
        }
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
