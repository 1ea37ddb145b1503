//! Move generation: the kernel for any CPU.
//!
//! In each direction, runs start at the opponent's discs next to a disc of the mover.
//! They are grown over all discs of the opponent that follow, on all lines of the board
//! at once, and the squares behind their ends are moves if they are empty. Growing by
//! one, one, two and two discs reaches the six discs of the longest run in fewer steps than
//! growing by one disc at a time. To the east, the carry of one addition does all of this.

use super::INNER;
use crate::board::{Bitboard, Lanes};

/// The name of this kernel.
pub(crate) const NAME: &str = "portable";

/// See [`super::moves`].
#[inline(always)]
pub(crate) fn moves(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    Bitboard::from_bits(find(mover.bits(), opponent.bits()))
}

/// See [`super::moves_eight`].
#[inline(always)]
pub(crate) fn moves_eight(movers: Lanes, opponents: Lanes) -> Lanes {
    let mut moves = Lanes::default();
    // The compiler vectorises this form, a single loop over the lanes with all steps in it.
    for lane in 0..Lanes::COUNT {
        moves.0[lane] = find(movers.0[lane], opponents.0[lane]);
    }
    moves
}

#[inline(always)]
fn find(mover: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER;
    // The bits of `inner` that remain in the sum are occupied squares, so they are not moves.
    let east = inner.wrapping_add((mover << 1) & inner);
    let west = down(mover, inner, pairs(inner, 1) >> 1, 1);
    let all =
        east | west | both(mover, inner, 7) | both(mover, opponent, 8) | both(mover, inner, 9);
    all & !(mover | opponent)
}

/// The squares behind runs in the direction of this step and in the opposite direction.
#[inline(always)]
fn both(mover: u64, through: u64, step: u32) -> u64 {
    let pairs = pairs(through, step);
    let mut run = through & (mover << step);
    run |= through & (run << step);
    run |= pairs & (run << (2 * step));
    run |= pairs & (run << (2 * step));
    run << step | down(mover, through, pairs >> step, step)
}

/// The squares behind runs towards lower indices. `pairs` are the squares where pairs of
/// discs start.
#[inline(always)]
fn down(mover: u64, through: u64, pairs: u64, step: u32) -> u64 {
    let mut run = through & (mover >> step);
    run |= through & (run >> step);
    run |= pairs & (run >> (2 * step));
    run |= pairs & (run >> (2 * step));
    run >> step
}

/// The squares where pairs of discs end.
#[inline(always)]
fn pairs(through: u64, step: u32) -> u64 {
    through & (through << step)
}
