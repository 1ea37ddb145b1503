//! Move lists: AVX-512 (F, and VBMI2 if available).
//!
//! `vpcompressb` turns a set of squares into a list in one step: from the bytes 0, 1, … 63,
//! it packs those whose bit in the set is one. A second list has the position that each
//! square belongs to, and `vpermt2q` looks up the boards of eight moves among the sixteen
//! boards of the group.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::mem::transmute;

use super::{Group, SPACE, widen};
use crate::board::Lanes;

/// The name of this kernel.
pub(crate) const NAME: &str = "avx512";

/// The moves of a group of positions.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    squares: [u8; SPACE],
    positions: [u8; SPACE],
    movers: [Lanes; 2],
    opponents: [Lanes; 2],
    len: usize,
}

impl Moves {
    /// An empty list, to be filled by [`list`](Moves::list).
    pub(crate) const fn new() -> Moves {
        Moves {
            squares: [0; SPACE],
            positions: [0; SPACE],
            movers: [Lanes::splat(0); 2],
            opponents: [Lanes::splat(0); 2],
            len: 0,
        }
    }

    /// Lists the moves of all positions of a group, position by position, and the moves of
    /// each position in the order of their squares.
    #[inline(always)]
    pub(crate) fn list(&mut self, group: &Group) {
        let mut len = 0;
        for (position, set) in group.sets().enumerate() {
            squares(set, &mut self.squares[len..len + 64]);
            self.positions[len..len + 64].fill(position as u8);
            len += set.count_ones() as usize;
        }
        (self.movers, self.opponents) = (group.movers, group.opponents);
        self.len = len;
    }

    /// The number of moves.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Eight moves, starting with the one at an index: their squares, movers and
    /// opponents. Lanes after the last move are unspecified.
    #[inline(always)]
    pub(crate) fn eight(&self, at: usize) -> (Lanes, Lanes, Lanes) {
        let positions = widen(&self.positions, at);
        (
            widen(&self.squares, at),
            pick(positions, &self.movers),
            pick(positions, &self.opponents),
        )
    }
}

impl Default for Moves {
    fn default() -> Moves {
        Moves::new()
    }
}

cfg_select! {
    target_feature = "avx512vbmi2" => {
        /// Writes the indices of the members of `set`, lowest first, to the start of
        /// `list`, which has space for 64. The bytes after them are unspecified.
        #[inline(always)]
        pub(super) fn squares(set: u64, list: &mut [u8]) {
            const INDICES: [u8; 64] = {
                let mut indices = [0; 64];
                let mut index = 0;
                while index < 64 {
                    indices[index] = index as u8;
                    index += 1;
                }
                indices
            };
            // SAFETY: this is compiled only into builds for CPUs with this instruction.
            // The types have the same size, and any bits are valid in both.
            let packed = unsafe {
                let indices = transmute::<[u8; 64], __m512i>(INDICES);
                transmute::<__m512i, [u8; 64]>(_mm512_maskz_compress_epi8(set, indices))
            };
            list[..64].copy_from_slice(&packed);
        }
    }
    _ => { pub(super) use super::portable::squares; }
}

/// Looks up words by the lowest four bits of each index.
#[inline(always)]
fn pick(indices: Lanes, words: &[Lanes; 2]) -> Lanes {
    // SAFETY: this file is compiled only into builds for CPUs with this instruction.
    // `Lanes` and `__m512i` have the same size, and any bits are valid in both.
    unsafe {
        let [low, high] = transmute::<[Lanes; 2], [__m512i; 2]>(*words);
        let indices = transmute::<Lanes, __m512i>(indices);
        transmute::<__m512i, Lanes>(_mm512_permutex2var_epi64(low, indices, high))
    }
}
