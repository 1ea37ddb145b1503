//! Lists of moves: AVX-512 (F and VBMI2).
//!
//! `vpcompressb` turns a set of squares into a list in one step: it packs those
//! of the bytes 0, 1, .. 63 whose bit in the set is one. `vpermt2q` looks
//! eight words up in a table of sixteen.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::mem::transmute;

use crate::board::Lanes;

/// The name of this kernel.
pub const NAME: &str = "avx512";

/// 0 to 63.
const INDICES: [u8; 64] = {
    let mut indices = [0; 64];
    let mut index = 0;
    while index < 64 {
        indices[index] = index as u8;
        index += 1;
    }
    indices
};

/// See [`portable::squares`](super::portable::squares).
#[inline(always)]
pub fn squares(set: u64, list: &mut [u8]) {
    // SAFETY: this file is compiled only for CPUs with these instructions, and
    // both types are 64 bytes of which every pattern is valid.
    let packed = unsafe {
        let indices = transmute::<[u8; 64], __m512i>(INDICES);
        transmute::<__m512i, [u8; 64]>(_mm512_maskz_compress_epi8(set, indices))
    };
    list[..64].copy_from_slice(&packed);
}

/// See [`portable::pick`](super::portable::pick).
#[inline(always)]
pub fn pick(indices: Lanes, words: &[Lanes; 2]) -> Lanes {
    // SAFETY: as above; `Lanes` and `__m512i` are such types, too.
    unsafe {
        let [low, high] = transmute::<[Lanes; 2], [__m512i; 2]>(*words);
        let indices = transmute::<Lanes, __m512i>(indices);
        transmute::<__m512i, Lanes>(_mm512_permutex2var_epi64(low, indices, high))
    }
}
