//! The engine solves endgames correctly.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::thread;

use obverse::board::{Move, Position, Square, Symmetry};
use obverse::score::Bound;
use obverse::search::control::{Control, Limits};
use obverse::search::engine::{Effort, Engine, EngineOptions};
use obverse::search::report::{Line, Report};
use obverse::search::rng::MoveSeed;
use obverse::search::{self, Request, Searcher, Settings, Ties};

use crate::support::positions::random_game;

/// Positions from random games with this number of empty squares. Some games are over, and in
/// some positions the side to move has to pass.
fn positions(empty: impl Fn(u64) -> u32, count: u64) -> Vec<Position> {
    (0..count)
        .map(|seed| {
            let game = random_game(seed);
            let is_late = |position: &&Position| position.empty().len() <= empty(seed);
            *game.iter().find(is_late).or(game.last()).expect("a start")
        })
        .collect()
}

fn solve(engine: &mut Engine, position: &Position, threads: usize, hash_mb: usize) -> Report {
    let options = EngineOptions { threads, hash_mb };
    let control = Control::new(Limits::default());
    let solution = engine.solve(position, Effort::End, options, &control, &mut |_| {});
    assert!(solution.is_exact(), "{position} {solution:?}");
    solution
}

/// The score according to an algorithm that is tested in `exact_algorithms`.
fn true_score(position: &Position) -> i32 {
    if position.is_over() {
        return position.result();
    }
    if position.must_pass() {
        return -true_score(&position.pass());
    }
    let values = true_values(position).into_iter();
    values.map(|(_, score)| score).max().expect("it has a move")
}

/// The score of each move.
fn true_values(position: &Position) -> Vec<(Square, i32)> {
    let request = Request {
        position: *position,
        settings: Settings {
            depth: 60,
            ..Settings::default()
        },
        seed: MoveSeed::fixed(position),
    };
    let mut searcher = (search::find("nega_alpha")
        .expect("it is in the table")
        .build)();
    let values = searcher.move_values(&request, &Control::new(Limits::default()));
    let values = values.expect("it is not stopped");
    values.lines.iter().map(square_and_discs).collect()
}

fn square_and_discs(line: &Line) -> (Square, i32) {
    match (line.moves[0], line.value) {
        (Move::Place(square), Some(value)) => (square, value.discs()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn small_endgames_are_solved() {
    let positions = positions(|seed| 1 + seed as u32 % 10, 5_000);
    let check = |first: usize, step: usize| {
        let mut engines = [(1, 1), (2, 1), (1, 16)].map(|options| (Engine::new(), options));
        for (index, position) in positions.iter().enumerate().skip(first).step_by(step) {
            let expected = true_score(position);
            let symmetry = Symmetry::ALL[index % 8];
            for (engine, (threads, hash_mb)) in &mut engines {
                for view in [*position, symmetry.position(position)] {
                    let solution = solve(engine, &view, *threads, *hash_mb);
                    assert_eq!(solution.discs(), expected, "{position}");
                }
            }
        }
    };
    thread::scope(|scope| {
        for first in 0..2 {
            scope.spawn(move || check(first, 2));
        }
    });
}

#[test]
fn the_score_is_the_same_under_symmetry() {
    let mut engine = Engine::new();
    for position in positions(|seed| 8 + seed as u32 % 7, 60) {
        let expected = solve(&mut engine, &position, 1, 1).discs();
        for symmetry in Symmetry::ALL {
            let view = symmetry.position(&position);
            assert_eq!(
                solve(&mut engine, &view, 1, 1).discs(),
                expected,
                "{position}"
            );
        }
    }
}

#[test]
fn move_values_are_exact() {
    let options = EngineOptions {
        threads: 1,
        hash_mb: 1,
    };
    let mut engine = Engine::new();
    for position in positions(|seed| 1 + seed as u32 % 9, 300) {
        if position.moves().is_empty() {
            continue;
        }
        let control = Control::new(Limits::default());
        let analysis = engine.compare(&position, Effort::End, options, &control, &mut |_| {});
        assert!(analysis.lines.iter().all(|line| line.is_exact));
        assert!(
            analysis
                .lines
                .is_sorted_by_key(|line| Reverse(line.score()))
        );
        let mut values: Vec<_> = analysis.lines.iter().map(square_and_discs).collect();
        values.sort();
        let mut expected = true_values(&position);
        expected.sort();
        assert_eq!(values, expected, "{position}");
    }
}

/// Inside the window results are exact, and outside it bounds are true and on the right side.
#[test]
fn windows_give_exact_results_inside_and_bounds_outside() {
    let options = EngineOptions {
        threads: 1,
        hash_mb: 1,
    };
    let mut engine = Engine::new();
    for (position, seed) in positions(|seed| seed as u32 % 12, 300).iter().zip(0..) {
        let expected = true_score(position);
        let windows = [
            (-1, 1),
            (-3, 3),
            (seed % 40 - 30, seed % 40 - 10),
            (-64, 64),
            (0, 1),
        ];
        for (alpha, beta) in windows {
            let effort = Effort::Within { alpha, beta };
            let control = Control::new(Limits::default());
            engine.clear();
            let report = engine.solve(position, effort, options, &control, &mut |_| {});
            check(&report.lines[0], expected, (alpha, beta), position);
            if position.moves().is_empty() {
                continue;
            }
            let report = engine.compare(position, effort, options, &control, &mut |_| {});
            let values = true_values(position);
            assert_eq!(report.lines.len(), values.len());
            assert!(report.lines.is_sorted_by_key(|line| Reverse(line.score())));
            for line in &report.lines {
                let (square, _) = square_and_discs(line);
                let (_, expected) = values.iter().find(|(found, _)| *found == square).unwrap();
                check(line, *expected, (alpha, beta), position);
            }
        }
    }

    fn check(line: &Line, expected: i32, (alpha, beta): (i32, i32), position: &Position) {
        let discs = line.value.expect("it has one").discs();
        let case = format!("{position} {alpha} {beta}: {expected} {line:?}");
        let is_true = match line.bound {
            Bound::Exact => discs == expected && line.is_exact,
            Bound::Lower => beta <= discs && discs <= expected && !line.is_exact,
            Bound::Upper => expected <= discs && discs <= alpha && !line.is_exact,
        };
        assert!(is_true, "{case}");
        let is_inside = alpha < expected && expected < beta;
        assert!(line.is_exact || !is_inside, "{case}");
        assert_eq!(discs % 2, 0, "{case}");
    }
}

/// All values of an analysis have the same depth and selectivity, so that moves can be
/// compared.
#[test]
fn a_stopped_analysis_has_values_of_one_depth() {
    let options = EngineOptions {
        threads: 1,
        hash_mb: 1,
    };
    for nodes in [1, 100, 3_000, 30_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        for position in positions(|_| 30, 20) {
            let mut engine = Engine::new();
            let control = Control::new(limits);
            let analysis = engine.compare(&position, Effort::End, options, &control, &mut |_| {});
            let known = |line: &Line| (line.depth, line.selectivity);
            let first = known(&analysis.lines[0]);
            assert!(analysis.lines.iter().all(|line| known(line) == first));
            assert_eq!(analysis.lines.len() as u32, position.moves().len());
        }
    }
}

/// A score that is reported as exact is exact, no matter when the search is stopped.
#[test]
fn a_stopped_solve_reports_no_false_exact_score() {
    let options = EngineOptions {
        threads: 1,
        hash_mb: 1,
    };
    for position in positions(|seed| 9 + seed as u32 % 7, 100) {
        let expected = solve(&mut Engine::new(), &position, 1, 1);
        for nodes in (0..20).map(|part| expected.nodes * part / 20) {
            let control = Control::new(Limits {
                nodes: Some(nodes),
                ..Limits::default()
            });
            let mut engine = Engine::new();
            let mut check = |solution: &Report| {
                let is_true = solution.discs() == expected.discs();
                assert!(!solution.is_exact() || is_true, "{position} {solution:?}");
            };
            let last = engine.solve(&position, Effort::End, options, &control, &mut check);
            check(&last);
        }
    }
}

/// The largest win and the largest loss are solved like any other score.
#[test]
fn wipe_outs_are_solved() {
    let row = "OOOOOOOO";
    let lost = format!("{}OO-OX-OO{} X", row.repeat(3), row.repeat(4));
    let won = format!("XOOOOOO-{} X", "-".repeat(56));
    for (board, score) in [(lost, -64), (won, 64)] {
        let position: Position = board.parse().expect("a board");
        assert!(!position.moves().is_empty());
        assert_eq!(solve(&mut Engine::new(), &position, 1, 1).discs(), score);
    }
}

/// The principal variation ends the game with the reported score.
#[test]
fn the_principal_variation_leads_to_the_score() {
    let mut engine = Engine::new();
    for position in positions(|seed| 6 + seed as u32 % 10, 200) {
        let solution = solve(&mut engine, &position, 1, 1);
        let mut end = position;
        for &action in solution.pv() {
            end = end.after(action);
        }
        assert!(end.is_over(), "{position} {solution:?}");
        let is_same_side = end.to_move() == position.to_move();
        let result = if is_same_side {
            end.result()
        } else {
            -end.result()
        };
        assert_eq!(result, solution.discs(), "{position} {solution:?}");
    }
}

/// A transposition table of a gigabyte holds all positions, one of a megabyte almost none.
#[test]
fn the_size_of_the_table_does_not_change_the_score() {
    let mut engines = [1, 1024].map(|hash_mb| (Engine::new(), hash_mb));
    for position in positions(|seed| 10 + seed as u32 % 7, 40) {
        let scores = engines
            .each_mut()
            .map(|(engine, hash_mb)| solve(engine, &position, 1, *hash_mb).discs());
        assert_eq!(scores[0], scores[1], "{position}");
    }
}

/// All of the best moves are drawn with the same probability, and no others are.
#[test]
fn ties_are_honest() {
    const DRAWS: u64 = 80;
    let mut engine = Engine::new();
    let mut tied = 0;
    for position in positions(|seed| 7 + seed as u32 % 4, 60) {
        if position.moves().len() < 2 {
            continue;
        }
        let values = true_values(&position);
        let most = values.iter().map(|&(_, discs)| discs).max();
        let is_best = |&&(_, discs): &&(Square, i32)| Some(discs) == most;
        let best: BTreeSet<_> = values
            .iter()
            .filter(is_best)
            .map(|&(square, _)| square)
            .collect();
        tied += u32::from(best.len() > 1);
        let mut draw = |ties, seed| {
            let request = Request {
                position,
                settings: Settings {
                    depth: 60,
                    hash_mb: 1,
                    ties,
                    ..Settings::default()
                },
                seed: MoveSeed::new(seed, 0, &position),
            };
            let control = Control::new(Limits::default());
            let report = engine.best_move(&request, &control, &mut |_| {});
            report.best_square().expect("it has a move")
        };
        let drawn: BTreeSet<_> = (0..DRAWS).map(|seed| draw(Ties::Random, seed)).collect();
        assert_eq!(drawn, best, "{position}");
        let first: BTreeSet<_> = (0..3).map(|seed| draw(Ties::First, seed)).collect();
        assert!(first.len() == 1 && first.is_subset(&best), "{position}");
    }
    assert!(tied >= 10, "only {tied} positions have a tie");
}

/// The score of a selective search may depend on the transposition table, so one search may
/// contradict another. The search must still end.
#[test]
fn contradictory_searches_end() {
    // Two searches of depth 3 contradict each other here: one fails low at 50, one high.
    let known = "-X-------XXXXXX-OOOOO----OXXX----OOXX-----XXXX---X----X--------X O";
    let known = known.parse::<Position>().expect("a board");
    let games = (0..100).flat_map(random_game);
    let mut engine = Engine::new();
    for position in games.chain([known]) {
        for level in [3, 5, 6] {
            let options = EngineOptions {
                threads: 1,
                hash_mb: 1,
            };
            let control = Control::new(Limits {
                nodes: Some(20_000_000),
                ..Limits::default()
            });
            let solution = engine.solve(
                &position,
                Effort::Level(level),
                options,
                &control,
                &mut |_| {},
            );
            assert!(solution.nodes < 10_000_000, "{position} {solution:?}");
        }
    }
}

/// The scores of full-width searches at depths 0, 1, 2 and so on, by a new engine.
fn full_width_scores(position: &Position, deepest: u32) -> Vec<i32> {
    let control = Control::new(Limits::default());
    let scores = Engine::new().scores(position, deepest, 1, &control);
    scores.expect("it is not stopped")
}

/// Without pruning, the score is that of the best move one ply less deep.
#[test]
fn full_width_scores_agree_with_those_of_the_children() {
    const DEEPEST: u32 = 5;
    let score = |position: Position, depth: u32| {
        if position.is_over() {
            position.result()
        } else if position.must_pass() {
            -full_width_scores(&position.pass(), depth)[depth as usize]
        } else {
            full_width_scores(&position, depth)[depth as usize]
        }
    };
    for position in positions(|seed| 25 + seed as u32 % 30, 40) {
        if position.moves().is_empty() {
            continue;
        }
        let scores = full_width_scores(&position, DEEPEST);
        for depth in 2..=DEEPEST {
            let after = |square| -score(position.play(square), depth - 1);
            let best = position.moves().into_iter().map(after).max();
            assert_eq!(Some(scores[depth as usize]), best, "{position} {depth}");
        }
    }
}

/// The deepest one reaches the end of the game.
#[test]
fn the_deepest_full_width_search_finds_the_result() {
    for position in positions(|seed| 3 + seed as u32 % 9, 100) {
        if !position.moves().is_empty() {
            let scores = full_width_scores(&position, position.empty().len());
            let last = scores.last().copied();
            assert_eq!(last, Some(true_score(&position)), "{position}");
        }
    }
}

mod slow {
    use super::*;

    #[test]
    fn threads_do_not_change_the_score() {
        const RUNS: usize = 20;
        let mut engine = Engine::new();
        let mut solved: Vec<(Position, Report)> = positions(|seed| 16 + seed as u32 % 5, 100)
            .into_iter()
            .map(|position| (position, solve(&mut engine, &position, 1, 16)))
            .collect();
        // Only the faster half, because only the number of threads matters here.
        solved.sort_by_key(|(_, solution)| solution.nodes);
        solved.truncate(50);
        for threads in [2, 4] {
            for _ in 0..RUNS {
                let mut engine = Engine::new();
                for (position, expected) in &solved {
                    let solution = solve(&mut engine, position, threads, 16);
                    assert_eq!(solution.discs(), expected.discs(), "{position}");
                }
            }
        }
    }
}
