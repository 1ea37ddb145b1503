//! The kernel for any CPU.

use crate::board::{Bitboard, Square};

/// Files b to g: a ray along a row, or a diagonal, may not run around the edge.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// See [`super::flips`].
#[inline(always)]
pub fn flips(square: Square, mover: Bitboard, opponent: Bitboard) -> Bitboard {
    let bit = square.bit().bits();
    let (mover, opponent) = (mover.bits(), opponent.bits());
    let mut all = 0;
    for (shift, mask) in [(1, INNER), (7, INNER), (8, !0), (9, INNER)] {
        let through = opponent & mask;
        let mut run = (bit << shift) & through;
        for _ in 0..5 {
            run |= (run << shift) & through;
        }
        if (run << shift) & mover != 0 {
            all |= run;
        }
        let mut run = (bit >> shift) & through;
        for _ in 0..5 {
            run |= (run >> shift) & through;
        }
        if (run >> shift) & mover != 0 {
            all |= run;
        }
    }
    Bitboard::from_bits(all)
}
