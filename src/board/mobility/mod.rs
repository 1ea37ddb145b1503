//! Move generation: which squares can be played?
//!
//! [`moves`] is for one board and [`moves_eight`] for eight boards at once.
//! [`flip`](super::flip) explains how kernels are chosen and tested.
//!
//! The table shows nanoseconds on Zen 5, measured as in `flip`: for a board, for a board
//! that depends on the previous one, and for eight boards.
//!
//! | kernel      | CPU level | one  | dependent | eight |
//! |-------------|-----------|-----:|----------:|------:|
//! | portable    | baseline  | 5.6  | 7.4       | 29    |
//! | avx2        | v3        | 2.7  | 10.9      | 15    |
//! | avx512      | v4        | 1.7  | 10.3      | 6.1   |
//! | avx512-gfni | v4-vnni   | 1.7  | 10.2      | 5.4   |

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
mod avx512;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512bw",
    target_feature = "gfni"
))]
mod gfni;
mod portable;
#[cfg(test)]
mod tests;

use super::{Bitboard, Lanes};

cfg_select! {
    all(
        target_arch = "x86_64",
        target_feature = "avx512bw",
        target_feature = "gfni"
    ) => { use gfni as chosen; }
    all(target_arch = "x86_64", target_feature = "avx512f") => { use avx512 as chosen; }
    all(target_arch = "x86_64", target_feature = "avx2") => { use avx2 as chosen; }
    _ => { use portable as chosen; }
}

/// Columns b to g: a run along a row or a diagonal must not go around the edge.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The name of the kernel in use.
pub(crate) const KERNEL: &str = chosen::NAME;

/// An implementation of move generation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    /// The instruction set it needs.
    pub name: &'static str,
    /// See [`moves`].
    pub moves: fn(Bitboard, Bitboard) -> Bitboard,
    /// See [`moves_eight`].
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "every kernel is tested, single moves are timed")
    )]
    pub moves_eight: fn(Lanes, Lanes) -> Lanes,
}

/// All the kernels of this build, the portable one first.
pub(crate) const KERNELS: &[Kernel] = &[
    Kernel {
        name: portable::NAME,
        moves: portable::moves,
        moves_eight: portable::moves_eight,
    },
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    Kernel {
        name: avx2::NAME,
        moves: avx2::moves,
        moves_eight: avx2::moves_eight,
    },
    #[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
    Kernel {
        name: avx512::NAME,
        moves: avx512::moves,
        moves_eight: avx512::moves_eight,
    },
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "avx512bw",
        target_feature = "gfni"
    ))]
    Kernel {
        name: gfni::NAME,
        moves: gfni::moves,
        moves_eight: gfni::moves_eight,
    },
];

/// The empty squares where `mover` flips at least one disc of `opponent`.
#[inline(always)]
pub(crate) fn moves(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    chosen::moves(mover, opponent)
}

/// [`moves`] on eight boards.
#[inline(always)]
pub(crate) fn moves_eight(movers: Lanes, opponents: Lanes) -> Lanes {
    chosen::moves_eight(movers, opponents)
}

/// The number of moves on each of eight boards.
#[inline(always)]
pub(crate) fn counts_eight(movers: Lanes, opponents: Lanes) -> Lanes {
    // The compiler vectorises this for every instruction set.
    moves_eight(movers, opponents).map(|moves| u64::from(moves.count_ones()))
}
