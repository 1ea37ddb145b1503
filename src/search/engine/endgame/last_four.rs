//! The last four empty squares, where most positions of a solve lie.
//!
//! Nothing is looked up or ordered here: that would take longer than it saves. (Moves
//! into regions with an odd number of empty squares first, as is usual: 1.3 % fewer
//! nodes, 3 % more time.) Stable discs are counted with four, which saves an eighth of
//! all nodes. All functions have a null window: they say whether the value is greater
//! than `alpha`, and return a bound that is as tight as they found it.

use crate::board::last_flip::last_flips;
use crate::board::{Bitboard, Board, Square};
use crate::search::engine::score::NONE;
use crate::search::engine::stability_cutoff::stability_bound;

/// The value with at most three empty squares.
pub(crate) fn three_or_fewer(board: Board, alpha: i32, nodes: &mut u64) -> i32 {
    let squares: Vec<Square> = board.empty().into_iter().collect();
    match squares[..] {
        [] => {
            *nodes += 1;
            board.result()
        }
        [a] => one(board.mover, a, nodes),
        [a, b] => two(board, [a, b], alpha, nodes),
        [a, b, c] => three(board, [a, b, c], alpha, nodes),
        _ => unreachable!("at most three squares are empty"),
    }
}

/// The value with one empty square, which is exact. The full board after it is not
/// counted: nothing is searched there, and other programs do not count it either.
#[inline(always)]
fn one(mover: Bitboard, square: Square, nodes: &mut u64) -> i32 {
    let own = mover.len() as i32;
    let turned = last_flips(square, mover) as i32;
    *nodes += 1;
    if turned > 0 {
        return 2 * (own + turned) + 2 - 64;
    }
    let turned = last_flips(square, !(mover | square.bit())) as i32;
    if turned > 0 {
        *nodes += 1;
        return 2 * (own - turned) - 64;
    }
    // Nobody can take the square: it goes to the winner.
    if own >= 32 {
        2 * own - 62
    } else {
        2 * own - 64
    }
}

/// The value with two empty squares.
#[inline(always)]
fn two(board: Board, [a, b]: [Square; 2], alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let last = |board: Board, square, _, nodes: &mut u64| one(board.mover, square, nodes);
    best_or_pass(board, [(a, b), (b, a)], alpha, nodes, last)
}

/// The value with three empty squares.
fn three(board: Board, [a, b, c]: [Square; 3], alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let orders = [(a, [b, c]), (b, [a, c]), (c, [a, b])];
    best_or_pass(board, orders, alpha, nodes, two)
}

/// The value with four empty squares; `moves` are those of `board`.
pub(crate) fn four(board: Board, moves: Bitboard, alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if moves.is_empty() {
        return match board.forced_pass() {
            Some((passed, replies)) => -four(passed, replies, !alpha, nodes),
            None => board.result(),
        };
    }
    if let Some(bound) = stability_bound(board, alpha) {
        return bound;
    }
    let mut squares = board.empty().into_iter();
    let mut next = || squares.next().expect("four squares are empty");
    let [a, b, c, d] = [next(), next(), next(), next()];
    let orders = [
        (a, [b, c, d]),
        (b, [a, c, d]),
        (c, [a, b, d]),
        (d, [a, b, c]),
    ];
    // Not by `best`, which would turn discs only to see what is a move.
    let mut best = NONE;
    for (square, left) in orders {
        if moves.contains(square) {
            let child = board.play(square);
            best = best.max(-three(child, left, !alpha, nodes));
            if best > alpha {
                break;
            }
        }
    }
    best
}

/// The value of a board whose empty squares are tried in this order, each with
/// those that are then left; `next` gives the value after that.
#[inline(always)]
fn best_or_pass<const N: usize, Left: Copy>(
    board: Board,
    orders: [(Square, Left); N],
    alpha: i32,
    nodes: &mut u64,
    next: impl Fn(Board, Left, i32, &mut u64) -> i32,
) -> i32 {
    if let Some(score) = best(board, orders, alpha, nodes, &next) {
        return score;
    }
    match best(board.pass(), orders, !alpha, nodes, &next) {
        Some(score) => {
            *nodes += 1;
            -score
        }
        None => board.result(),
    }
}

/// The value of the best move, if there is one.
#[inline(always)]
fn best<const N: usize, Left: Copy>(
    board: Board,
    orders: [(Square, Left); N],
    alpha: i32,
    nodes: &mut u64,
    next: &impl Fn(Board, Left, i32, &mut u64) -> i32,
) -> Option<i32> {
    let mut best = None;
    for (square, left) in orders {
        let flips = board.flips(square);
        if !flips.is_empty() {
            let score = -next(board.after(square, flips), left, !alpha, nodes);
            best = best.max(Some(score));
            if score > alpha {
                break;
            }
        }
    }
    best
}
