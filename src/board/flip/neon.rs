//! Flips: NEON.
//!
//! For eight boards, there is a lane for each board, two in each register. The rays are
//! shifted into place as in [`avx2`](super::avx2), and the first square where a run ends is
//! the lowest bit of the ray without a disc of the opponent. Directions to lower indices take
//! the same steps on boards with their bits in reverse order, because no instruction finds the
//! highest bit of a lane. Two instructions reverse a register, `rev64` its bytes and `rbit`
//! the bits in each; when all boards are the same, they are executed only once.
//!
//! For one move, the portable kernel takes fewer instructions than it would to move the
//! board to these registers and the flips back.
#![allow(unsafe_code)]

use std::arch::aarch64::*;
use std::mem::transmute;

use super::rays::{INNER, UP};
use crate::board::Lanes;

pub(crate) use super::portable::flips;

/// The name of this kernel.
pub(crate) const NAME: &str = "neon";

const REGISTERS: usize = size_of::<Lanes>() / size_of::<uint64x2_t>();

/// See [`super::play_eight`].
#[inline(always)]
pub(crate) fn play_eight(squares: Lanes, movers: Lanes, opponents: Lanes) -> (Lanes, Lanes) {
    // SAFETY: `Lanes` and four `uint64x2_t` have the same size, and any bits are valid in
    // both. Every CPU of the architecture has these instructions.
    unsafe {
        let squares = transmute::<Lanes, [int64x2_t; REGISTERS]>(squares);
        let movers = transmute::<Lanes, [uint64x2_t; REGISTERS]>(movers);
        let opponents = transmute::<Lanes, [uint64x2_t; REGISTERS]>(opponents);
        let mut next = opponents;
        let mut moved = movers;
        for index in 0..REGISTERS {
            let (square, mover, opponent) = (squares[index], movers[index], opponents[index]);
            // All but the lowest six bits differ, which would be a shift by too many bits.
            let opposite = vsubq_s64(vdupq_n_s64(63), square);
            let up = flips_up(square, mover, opponent);
            let down = flips_up(opposite, reversed(mover), reversed(opponent));
            let all = vorrq_u64(up, reversed(down));
            let bit = vshlq_u64(vdupq_n_u64(1), square);
            next[index] = vbicq_u64(opponent, all);
            moved[index] = vorrq_u64(vorrq_u64(mover, bit), all);
        }
        (
            transmute::<[uint64x2_t; REGISTERS], Lanes>(next),
            transmute::<[uint64x2_t; REGISTERS], Lanes>(moved),
        )
    }
}

/// The flips towards higher indices, perhaps with some discs of the mover.
#[inline(always)]
unsafe fn flips_up(square: int64x2_t, mover: uint64x2_t, opponent: uint64x2_t) -> uint64x2_t {
    // SAFETY: every CPU of the architecture has these instructions.
    unsafe {
        let inner = vandq_u64(opponent, vdupq_n_u64(INNER));
        // To the east, the carry of an addition runs along the discs.
        let sum = vaddq_u64(inner, vshlq_u64(vdupq_n_u64(2), square));
        let mut all = vandq_u64(veorq_u64(sum, inner), vtstq_u64(sum, mover));
        for (ray, discs) in [(UP[0], inner), (UP[1], opponent), (UP[2], inner)] {
            let ray = vshlq_u64(vdupq_n_u64(ray), square);
            let stops = vbicq_u64(ray, discs);
            // The lowest bit and all bits below it.
            let below = veorq_u64(stops, vaddq_u64(stops, vdupq_n_u64(!0)));
            let run = vandq_u64(ray, below);
            all = vorrq_u64(all, vandq_u64(run, vtstq_u64(run, mover)));
        }
        all
    }
}

/// Each lane with its bits in reverse order.
#[inline(always)]
unsafe fn reversed(words: uint64x2_t) -> uint64x2_t {
    // SAFETY: every CPU of the architecture has these instructions.
    unsafe { vreinterpretq_u64_u8(vrbitq_u8(vrev64q_u8(vreinterpretq_u8_u64(words)))) }
}
