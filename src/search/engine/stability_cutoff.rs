//! Discs that stay, as a bound on the value: they are known before anything is searched.

use crate::board::{Bitboard, Board, stability::enough_stable_discs};

/// An upper bound that is not above `alpha`, if the other side's stable discs give one.
/// They are only counted where it is likely: without a corner hardly any disc is stable, with
/// each of them up to some twenty are, and seldom all that a side has. (Where it does not come
/// to more, an answer costs more than the search that it saves.)
#[inline(always)]
pub(super) fn stability_bound(board: Board, alpha: i32) -> Option<i32> {
    const MOST_WITH_A_CORNER: i32 = 20;
    const LEAST_TO_SPARE: i32 = 6;

    let needed = (65 - alpha) / 2;
    let corners = (board.opponent & Bitboard::CORNERS).len() as i32;
    let to_spare = board.opponent.len() as i32 - needed;
    if to_spare < LEAST_TO_SPARE || needed > corners * MOST_WITH_A_CORNER {
        return None;
    }
    bound_by(board, needed)
}

/// The bound, if so many discs are stable.
#[inline(never)]
fn bound_by(board: Board, needed: i32) -> Option<i32> {
    let stable = enough_stable_discs(board.opponent, board.mover, needed as u32).len() as i32;
    (stable >= needed).then_some(64 - 2 * stable)
}
