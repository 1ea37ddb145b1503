//! The stability cutoff: stable discs bound the value before anything is searched.

use super::score::NullWindow;
use crate::board::{Bitboard, Board, stability::enough_stable_discs};

/// An upper bound that fails low, if the opponent has stable discs enough for one.
///
/// They are only counted where that is likely. Without a corner hardly any disc is
/// stable, with each corner up to about twenty are, and seldom all discs of a side.
/// (Beyond that, counting costs more than the search that it saves.)
#[inline(always)]
pub(crate) fn stability_cutoff(board: Board, window: NullWindow) -> Option<i32> {
    const MOST_PER_CORNER: i32 = 20;
    const LEAST_TO_SPARE: i32 = 6;

    let needed = (65 - window.alpha) / 2;
    let corners = (board.opponent & Bitboard::CORNERS).len() as i32;
    let to_spare = board.opponent.len() as i32 - needed;
    if to_spare < LEAST_TO_SPARE || needed > corners * MOST_PER_CORNER {
        return None;
    }
    bound_by(board, needed)
}

/// The bound, if at least `needed` discs are stable.
#[inline(never)]
fn bound_by(board: Board, needed: i32) -> Option<i32> {
    let stable = enough_stable_discs(board.opponent, board.mover, needed as u32).len() as i32;
    (stable >= needed).then_some(64 - 2 * stable)
}
