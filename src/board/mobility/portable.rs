//! The kernel for any CPU.

use crate::board::Bitboard;

const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// See [`super::moves`].
#[inline(always)]
pub fn moves(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    let (mover, opponent) = (mover.bits(), opponent.bits());
    let mut all = 0;
    for (shift, mask) in [(1, INNER), (7, INNER), (8, !0), (9, INNER)] {
        let through = opponent & mask;
        let mut run = (mover << shift) & through;
        for _ in 0..5 {
            run |= (run << shift) & through;
        }
        all |= run << shift;
        let mut run = (mover >> shift) & through;
        for _ in 0..5 {
            run |= (run >> shift) & through;
        }
        all |= run >> shift;
    }
    Bitboard::from_bits(all & !(mover | opponent))
}
