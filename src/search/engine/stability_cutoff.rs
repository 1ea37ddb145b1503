//! The stability cutoff: stable discs bound the value without a search.

use super::score::NullWindow;
use crate::board::{Bitboard, Board, stability::enough_stable_discs};

/// An upper bound that fails low, if the opponent has enough stable discs.
///
/// They are counted only if a cutoff is likely, because otherwise counting costs more than
/// it saves. Without a corner, hardly any disc is stable; each corner makes up to about
/// twenty discs stable, but rarely all discs of a side.
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
