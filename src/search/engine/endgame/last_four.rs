//! The last four empty squares, where most nodes of a solve are.
//!
//! There is no transposition table and no move ordering here: both take longer than
//! they save. (Ordering by parity, which means moves into regions with an odd number
//! of empty squares first, takes 1.3 % fewer nodes but 3 % more time.) The stability
//! cutoff is tried with four empty squares, which saves an eighth of all nodes. Every
//! function returns a bound that is as tight as the search found it (fail-soft).

use crate::board::last_flip::last_flips;
use crate::board::{Bitboard, Board, Square};
use crate::search::engine::score::{MINUS_INFINITY, NullWindow};
use crate::search::engine::stability_cutoff::stability_cutoff;

/// Searches a board with at most three empty squares.
pub(super) fn solve_three_or_fewer(board: Board, window: NullWindow, nodes: &mut u64) -> i32 {
    let squares: Vec<Square> = board.empty().into_iter().collect();
    match squares[..] {
        [] => {
            *nodes += 1;
            board.result()
        }
        [a] => solve_one(board.mover, a, nodes),
        [a, b] => solve_two(board, [a, b], window, nodes),
        [a, b, c] => solve_three(board, [a, b, c], window, nodes),
        _ => unreachable!("at most three squares are empty"),
    }
}

/// The value with one empty square, which is exact. The full board after the last move
/// is not counted as a node: nothing is searched there, and other programs do not count
/// it either.
#[inline(always)]
fn solve_one(mover: Bitboard, square: Square, nodes: &mut u64) -> i32 {
    let own = mover.len() as i32;
    let flipped = last_flips(square, mover) as i32;
    *nodes += 1;
    if flipped > 0 {
        return 2 * (own + flipped) + 2 - 64;
    }
    let flipped = last_flips(square, !(mover | square.bit())) as i32;
    if flipped > 0 {
        *nodes += 1;
        return 2 * (own - flipped) - 64;
    }
    // Neither side can play on the square: it counts for the winner.
    if own >= 32 {
        2 * own - 62
    } else {
        2 * own - 64
    }
}

/// Searches a board with two empty squares.
#[inline(always)]
fn solve_two(board: Board, [a, b]: [Square; 2], window: NullWindow, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let last = |board: Board, square, _, nodes: &mut u64| solve_one(board.mover, square, nodes);
    best_or_pass(board, [(a, b), (b, a)], window, nodes, last)
}

/// Searches a board with three empty squares.
fn solve_three(board: Board, [a, b, c]: [Square; 3], window: NullWindow, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let orders = [(a, [b, c]), (b, [a, c]), (c, [a, b])];
    best_or_pass(board, orders, window, nodes, solve_two)
}

/// Searches a board with four empty squares; `moves` are those of `board`.
pub(super) fn solve_four(
    board: Board,
    moves: Bitboard,
    window: NullWindow,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    if moves.is_empty() {
        return match board.forced_pass() {
            Some((passed, replies)) => -solve_four(passed, replies, window.flipped(), nodes),
            None => board.result(),
        };
    }
    if let Some(bound) = stability_cutoff(board, window) {
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
    // `best` is not used here: it would compute flips only to find out which squares are moves.
    let mut best = MINUS_INFINITY;
    for (square, left) in orders {
        if moves.contains(square) {
            let child = board.play(square);
            best = best.max(-solve_three(child, left, window.flipped(), nodes));
            if window.fails_high(best) {
                break;
            }
        }
    }
    best
}

/// Searches a board by trying its empty squares in this order, each with the squares
/// that are then left; `search_child` searches the board after a move.
#[inline(always)]
fn best_or_pass<const N: usize, Left: Copy>(
    board: Board,
    orders: [(Square, Left); N],
    window: NullWindow,
    nodes: &mut u64,
    search_child: impl Fn(Board, Left, NullWindow, &mut u64) -> i32,
) -> i32 {
    if let Some(score) = best(board, orders, window, nodes, &search_child) {
        return score;
    }
    match best(board.pass(), orders, window.flipped(), nodes, &search_child) {
        Some(score) => {
            *nodes += 1;
            -score
        }
        None => board.result(),
    }
}

/// The score of the best move, `None` if there is no move.
#[inline(always)]
fn best<const N: usize, Left: Copy>(
    board: Board,
    orders: [(Square, Left); N],
    window: NullWindow,
    nodes: &mut u64,
    search_child: &impl Fn(Board, Left, NullWindow, &mut u64) -> i32,
) -> Option<i32> {
    let mut best = None;
    for (square, left) in orders {
        let flips = board.flips(square);
        if !flips.is_empty() {
            let child = board.after(square, flips);
            let score = -search_child(child, left, window.flipped(), nodes);
            best = best.max(Some(score));
            if window.fails_high(score) {
                break;
            }
        }
    }
    best
}
