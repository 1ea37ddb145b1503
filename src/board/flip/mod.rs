//! Which discs does a move turn?
//!
//! [`flips`] answers for one move. [`play_eight`] answers for eight moves at once,
//! each on a board of its own, for less than the price of two: a solver gives it
//! eight moves of one position, `perft` eight moves of whatever positions come next.
//!
//! The kernel is chosen when the program is compiled, because a call through a
//! pointer costs more than the work. Each kernel that the build can run is in
//! [`KERNELS`] and is tested against the rules, whether it is chosen or not.
//!
//! Nanoseconds on Zen 5 over 2,048 positions of random games, least of 30 runs:
//! a move when the next does not depend on it, when it does, and eight moves.
//!
//! | kernel   | built for | one  | one after the other | eight |
//! |----------|-----------|-----:|--------------------:|------:|
//! | portable | x86-64    | 3.0  | 9.6                 | 68    |
//! | avx2     | x86-64-v3 | 2.4  | 10.9                | 17    |
//! | avx512   | native    | 1.4  | 8.8                 | 7.7   |

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512cd",
    target_feature = "avx512vl"
))]
mod avx512;
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
    _ => { use portable as chosen; }
}

/// The name of the kernel in use.
pub(crate) const KERNEL: &str = chosen::NAME;

/// One way to turn discs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    /// The instruction set that it needs.
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
];

/// The discs of `opponent` that turn when `mover` plays the empty `square`.
#[inline(always)]
pub(crate) fn flips(square: Square, mover: Bitboard, opponent: Bitboard) -> Bitboard {
    chosen::flips(square, mover, opponent)
}

/// Eight boards after a move: the discs of who moves next, and of who moved.
///
/// In lane `i`, `movers` plays the empty square with the index `squares`. A
/// lane that holds no legal move gives a board that means nothing, and no
/// trouble.
#[inline(always)]
pub(crate) fn play_eight(squares: Lanes, movers: Lanes, opponents: Lanes) -> (Lanes, Lanes) {
    chosen::play_eight(squares, movers, opponents)
}
