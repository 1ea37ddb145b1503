//! Which discs does a move turn?
//!
//! [`flips`] is the fastest kernel that this build has; every kernel that it
//! could use is in [`KERNELS`], and all of them agree with [`portable`].

pub mod portable;

use super::{Bitboard, Square};

/// The discs of `opponent` that turn when `mover` plays the empty `square`.
#[inline(always)]
pub fn flips(square: Square, mover: Bitboard, opponent: Bitboard) -> Bitboard {
    portable::flips(square, mover, opponent)
}
/// The kernel in use.
pub const KERNEL: &str = "portable";
