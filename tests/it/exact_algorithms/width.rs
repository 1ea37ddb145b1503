//! The options `ordering_depth` and `width`.

use std::cmp::Reverse;

use obverse::board::{Move, Position, Square};
use obverse::score::Score;
use obverse::search::{self, Settings, Ties};

use super::{best, best_move, move_values, plain_value};
use crate::support::positions::positions_with_moves;

/// Move ordering changes how many nodes are searched, but no value.
#[test]
fn move_ordering_changes_no_value() {
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
            let expected = best(&best_move(plain, position, &with(0), 5));
            let values = move_values(plain, position, &with(0));
            for (ordering_depth, nodes) in (0..).zip(&mut nodes) {
                let settings = with(ordering_depth);
                let found = best_move(ordered, position, &settings, 5);
                assert_eq!(best(&found), expected);
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

/// The moves that `width` leaves, `depth` plies above the leaves.
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

/// The value of a position by plain negamax recursion with a width.
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
    // The symmetric first moves all get the value of one of them. Plain recursion finds others
    // for its images, because the moves that it keeps depend on the order of squares.
    let is_start = |position: &&Position| **position == Position::START;
    let positions = positions
        .iter()
        .filter(is_open)
        .filter(|position| !is_start(position));
    for position in positions.step_by(5) {
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
                let expected = kept.min_by_key(|(_, score)| Reverse(*score));
                let &(square, score) = expected.expect("a move is kept");
                let report = best_move(row, position, &settings, 0);
                assert_eq!(best(&report), (square, Some(score)));
            }
        }
    }
}

/// With `width 1` a single line is left, in which both sides play the move that looks best.
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
            let worst_for_opponent = end.moves().into_iter().min_by_key(look);
            let action = worst_for_opponent.map_or(Move::Pass, Move::Place);
            end = end.after(action);
            line.push(action);
        }
        let report = best_move(row, position, &settings, 0);
        assert_eq!(report.pv(), line, "{position}");
        // After an odd number of plies the opponent is to move.
        let value = -plain_value(&end, 0, settings.evaluator);
        assert_eq!(report.best().score(), Some(value));
    }
}

/// A large width limits nothing, and even a small one lists the values of all moves.
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
        assert_eq!(best(&all), best(&wide));
        let listed = move_values(row, position, &with(1));
        assert_eq!(listed.len(), position.moves().len() as usize);
    }
}
