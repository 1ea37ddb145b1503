//! Which discs does a move flip?
//!
//! [`flips`] computes the flips of one move. [`play_eight`] plays eight moves at once, each
//! on its own board, in less time than two single moves take. A solver passes eight moves of
//! one position, and `perft` passes eight moves of several positions.
//!
//! The kernel is chosen at compile time, because a call through a pointer costs more than
//! the work itself. [`KERNELS`] has all kernels that the build can run. All of them are
//! tested against the rules, including those that are not used.
//!
//! The table shows nanoseconds on Zen 5 over 2,048 positions of random games, the minimum of
//! 30 runs: for one move in a sequence of independent moves, for one move that depends on
//! the previous one, and for eight moves.
//!
//! | kernel   | CPU level | one  | dependent | eight |
//! |----------|-----------|-----:|----------:|------:|
//! | portable | baseline  | 3.0  | 9.6       | 68    |
//! | avx2     | v3        | 2.4  | 10.9      | 17    |
//! | avx512   | v4-vnni   | 1.4  | 8.8       | 7.7   |

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512cd",
    target_feature = "avx512vl"
))]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
mod rays;
#[cfg(test)]
mod tests;

use super::{Bitboard, Lanes, Square};

cfg_select! {
    all(
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512cd",
        target_feature = "avx512vl"
    ) => { use avx512 as chosen; }
    all(target_arch = "x86_64", target_feature = "avx2") => { use avx2 as chosen; }
    target_arch = "aarch64" => { use neon as chosen; }
    _ => { use portable as chosen; }
}

/// The name of the kernel in use.
pub(crate) const KERNEL: &str = chosen::NAME;

/// An implementation of flips.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    /// The instruction set it needs.
    pub name: &'static str,
    /// See [`flips`].
    pub flips: fn(Square, Bitboard, Bitboard) -> Bitboard,
    /// See [`play_eight`].
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "every kernel is tested, single moves are timed")
    )]
    pub play_eight: fn(Lanes, Lanes, Lanes) -> (Lanes, Lanes),
}

/// All the kernels of this build, the portable one first.
pub(crate) const KERNELS: &[Kernel] = &[
    Kernel {
        name: portable::NAME,
        flips: portable::flips,
        play_eight: portable::play_eight,
    },
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    Kernel {
        name: avx2::NAME,
        flips: avx2::flips,
        play_eight: avx2::play_eight,
    },
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512cd",
        target_feature = "avx512vl"
    ))]
    Kernel {
        name: avx512::NAME,
        flips: avx512::flips,
        play_eight: avx512::play_eight,
    },
    #[cfg(target_arch = "aarch64")]
    Kernel {
        name: neon::NAME,
        flips: neon::flips,
        play_eight: neon::play_eight,
    },
];

/// The discs of `opponent` that flip when `mover` plays the empty `square`.
#[inline(always)]
pub(crate) fn flips(square: Square, mover: Bitboard, opponent: Bitboard) -> Bitboard {
    chosen::flips(square, mover, opponent)
}

/// Plays a move on each of eight boards. Returns the discs of the side that moves next and
/// those of the side that moved.
///
/// In each lane, `movers` plays the empty square with the index in `squares`. If the move in
/// a lane is illegal, the result in that lane is meaningless, but the others are right.
#[inline(always)]
pub(crate) fn play_eight(squares: Lanes, movers: Lanes, opponents: Lanes) -> (Lanes, Lanes) {
    chosen::play_eight(squares, movers, opponents)
}
