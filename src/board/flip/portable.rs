//! Flips: the kernel for any CPU.
//!
//! For one move, there is a ray of squares in each of the eight directions. A run of the
//! opponent's discs starts next to the square and ends at the first square of the ray
//! without such a disc. The run flips if that square has a disc of the mover. On a ray
//! towards higher indices that square is the lowest bit of `ray & !opponent`, and on a ray
//! towards lower indices the highest. So a ray takes a handful of instructions and no loop,
//! however long the run is.
//!
//! For eight moves the run is grown from the square instead, by shifts that are the same
//! in all lanes, which compilers turn into vector code.

use super::rays::{INNER, RAYS};
use crate::board::{Bitboard, Lanes, Square};

/// The name of this kernel.
pub(crate) const NAME: &str = "portable";

/// The steps of four directions, and the squares through which a run may continue.
const STEPS: [(u32, u64); 4] = [(1, INNER), (7, INNER), (8, !0), (9, INNER)];

/// See [`super::flips`].
#[inline(always)]
pub(crate) fn flips(square: Square, mover: Bitboard, opponent: Bitboard) -> Bitboard {
    let (mover, opponent) = (mover.bits(), opponent.bits());
    let rays = &RAYS[square.index()];
    let mut all = 0;
    // `run` includes the square where it ends. If it does not end, it is the whole ray, on
    // which the mover has no disc.
    for ray in &rays[..4] {
        let stops = ray & !opponent;
        let run = ray & (stops ^ stops.wrapping_sub(1));
        all |= if run & mover != 0 { run } else { 0 };
    }
    for ray in &rays[4..] {
        // The lowest bit represents the edge of the board, and keeps the number of leading
        // zeros below 64.
        let stops = (ray & !opponent) | 1;
        let run = ray & (!0 << (63 - stops.leading_zeros()));
        all |= if run & mover != 0 { run } else { 0 };
    }
    Bitboard::from_bits(all & opponent)
}

/// See [`super::play_eight`].
#[inline(always)]
pub(crate) fn play_eight(squares: Lanes, movers: Lanes, opponents: Lanes) -> (Lanes, Lanes) {
    let bits = squares.map(|square| 1 << (square & 63));
    let (mut next, mut moved) = (Lanes::default(), Lanes::default());
    // The compiler vectorises this form, a single loop over the lanes with all steps in it.
    for lane in 0..Lanes::COUNT {
        let (bit, mover, opponent) = (bits.0[lane], movers.0[lane], opponents.0[lane]);
        let mut all = 0;
        for (step, mask) in STEPS {
            let through = opponent & mask;
            // The squares where pairs of discs end, and where they start.
            let up = through & (through << step);
            let down = up >> step;
            let mut run = through & (bit << step);
            run |= through & (run << step);
            run |= up & (run << (2 * step));
            run |= up & (run << (2 * step));
            all |= if (run << step) & mover != 0 { run } else { 0 };
            let mut run = through & (bit >> step);
            run |= through & (run >> step);
            run |= down & (run >> (2 * step));
            run |= down & (run >> (2 * step));
            all |= if (run >> step) & mover != 0 { run } else { 0 };
        }
        next.0[lane] = opponent ^ all;
        moved.0[lane] = mover | all | bit;
    }
    (next, moved)
}
