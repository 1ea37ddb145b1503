//! Eight ranks of 16 bits side by side, because one instruction finds the smallest of eight
//! such numbers.
#![allow(unsafe_code)]

use super::Lanes;

/// The ranks of up to eight moves. The move with the smallest rank is searched first.
/// Lanes without a move, and lanes whose move was taken, have [`Ranks::NONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
pub(crate) struct Ranks(pub [u16; Lanes::COUNT]);

impl Ranks {
    /// The rank of a lane without a move.
    pub(crate) const NONE: u16 = u16::MAX;

    /// No moves.
    pub(crate) const EMPTY: Ranks = Ranks([Ranks::NONE; Lanes::COUNT]);

    /// The ranks in the first `len` lanes, or in all lanes if there are fewer. They must fit
    /// into 16 bits.
    #[inline(always)]
    pub(crate) fn of(ranks: Lanes, len: usize) -> Ranks {
        chosen::first(ranks, len)
    }

    /// The smallest rank and its lane. If several are equal, it is the first.
    #[inline(always)]
    pub(crate) fn least(self) -> (u16, usize) {
        chosen_least(self)
    }

    /// The ranks without the one in this lane. All of them are written again, because writing
    /// one and then reading all of them would stall the CPU.
    #[inline(always)]
    #[must_use]
    pub(crate) fn without(self, lane: usize) -> Ranks {
        let taken = &TAKEN[lane % Lanes::COUNT];
        Ranks(std::array::from_fn(|lane| self.0[lane] | taken.0[lane]))
    }
}

/// For each lane, the bits that turn its rank into [`Ranks::NONE`].
static TAKEN: [Ranks; Lanes::COUNT] = {
    let mut taken = [Ranks([0; Lanes::COUNT]); Lanes::COUNT];
    let mut lane = 0;
    while lane < Lanes::COUNT {
        taken[lane].0[lane] = Ranks::NONE;
        lane += 1;
    }
    taken
};

cfg_select! {
    all(target_arch = "x86_64", target_feature = "avx512bw", target_feature = "avx512vl") => {
        use avx512 as chosen;
    }
    all(target_arch = "x86_64", target_feature = "sse4.1") => { use sse41 as chosen; }
    _ => { use portable as chosen; }
}

cfg_select! {
    all(target_arch = "x86_64", target_feature = "sse4.1") => { use sse41::least as chosen_least; }
    target_arch = "aarch64" => { use neon::least as chosen_least; }
    _ => { use portable::least as chosen_least; }
}

#[cfg_attr(
    any(target_arch = "aarch64", target_feature = "sse4.1"),
    allow(dead_code)
)]
mod portable {
    use super::{Lanes, Ranks};

    #[inline(always)]
    pub(super) fn first(ranks: Lanes, len: usize) -> Ranks {
        let rank = |lane: usize| ranks.0[lane] as u16;
        Ranks(std::array::from_fn(|lane| {
            if lane < len { rank(lane) } else { Ranks::NONE }
        }))
    }

    #[inline(always)]
    pub(super) fn least(ranks: Ranks) -> (u16, usize) {
        let ranks = ranks.0.into_iter().enumerate();
        let (lane, rank) = ranks.min_by_key(|&(_, rank)| rank).expect("eight");
        (rank, lane)
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse4.1"))]
mod sse41 {
    use std::arch::x86_64::*;
    use std::mem::transmute;

    use super::{Lanes, Ranks};

    /// The numbers of the lanes.
    const ORDER: Ranks = Ranks([0, 1, 2, 3, 4, 5, 6, 7]);

    #[cfg_attr(
        all(target_feature = "avx512bw", target_feature = "avx512vl"),
        allow(dead_code)
    )]
    #[inline(always)]
    pub(super) fn first(ranks: Lanes, len: usize) -> Ranks {
        let len = len.min(Lanes::COUNT) as i16;
        // SAFETY: this is compiled only into builds for CPUs with these instructions.
        // `Lanes` and four `__m128i` have the same size, and so have `Ranks` and one; any bits
        // are valid in all of them.
        unsafe {
            let [a, b, c, d] = transmute::<Lanes, [__m128i; 4]>(ranks);
            let halves = [_mm_packus_epi32(a, b), _mm_packus_epi32(c, d)];
            let ranks = _mm_packus_epi32(halves[0], halves[1]);
            let used = _mm_cmpgt_epi16(_mm_set1_epi16(len), transmute::<Ranks, __m128i>(ORDER));
            let unused = _mm_xor_si128(used, transmute::<Ranks, __m128i>(Ranks::EMPTY));
            transmute::<__m128i, Ranks>(_mm_or_si128(ranks, unused))
        }
    }

    #[inline(always)]
    pub(super) fn least(ranks: Ranks) -> (u16, usize) {
        // SAFETY: this is compiled only into builds for CPUs with this instruction.
        // `Ranks` and `__m128i` have the same size, and any bits are valid in both.
        let found = unsafe {
            let ranks = transmute::<Ranks, __m128i>(ranks);
            _mm_cvtsi128_si32(_mm_minpos_epu16(ranks)) as u32
        };
        (found as u16, (found >> 16) as usize % Lanes::COUNT)
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use std::arch::aarch64::*;
    use std::mem::transmute;

    use super::{Lanes, Ranks};

    /// The lanes, as the low halves of words whose high halves are ranks.
    const LANES: [[u32; 4]; 2] = [[0, 1, 2, 3], [4, 5, 6, 7]];

    #[inline(always)]
    pub(super) fn least(ranks: Ranks) -> (u16, usize) {
        // SAFETY: every CPU of the architecture has these instructions. The arrays and the
        // registers have the same sizes, and any bits are valid in both.
        let found = unsafe {
            let [low, high] = transmute::<[[u32; 4]; 2], [uint32x4_t; 2]>(LANES);
            let ranks = transmute::<Ranks, uint16x8_t>(ranks);
            let low = vorrq_u32(low, vshll_n_u16::<16>(vget_low_u16(ranks)));
            let high = vorrq_u32(high, vshll_high_n_u16::<16>(ranks));
            vminvq_u32(vminq_u32(low, high))
        };
        ((found >> 16) as u16, found as usize % Lanes::COUNT)
    }
}

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512bw",
    target_feature = "avx512vl"
))]
mod avx512 {
    use std::arch::x86_64::*;
    use std::mem::transmute;

    use super::{Lanes, Ranks};

    #[inline(always)]
    pub(super) fn first(ranks: Lanes, len: usize) -> Ranks {
        let used = !(!0u32 << len.min(Lanes::COUNT)) as u8;
        // SAFETY: this is compiled only into builds for CPUs with these instructions.
        // `Lanes` and `__m512i` have the same size, and so have `Ranks` and `__m128i`;
        // any bits are valid in all of them.
        unsafe {
            let ranks = _mm512_cvtepi64_epi16(transmute::<Lanes, __m512i>(ranks));
            let none = transmute::<Ranks, __m128i>(Ranks::EMPTY);
            transmute::<__m128i, Ranks>(_mm_mask_mov_epi16(none, used, ranks))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranks_after_the_first_ones_are_dropped(ranks: [u16; 8], len in 0..12usize) {
            let lanes = Lanes(ranks.map(u64::from));
            let kept = Ranks::of(lanes, len);
            prop_assert_eq!(kept, portable::first(lanes, len));
            let len = len.min(Lanes::COUNT);
            prop_assert_eq!(&kept.0[..len], &ranks[..len]);
            prop_assert!(kept.0[len..].iter().all(|&rank| rank == Ranks::NONE));
        }

        #[test]
        fn the_first_of_equal_ranks_is_found(
            ranks: [u16; 8],
            few in prop::array::uniform8(0..3u16),
        ) {
            for mut ranks in [Ranks(ranks), Ranks(few)] {
                for _ in 0..Lanes::COUNT {
                    let (rank, lane) = ranks.least();
                    prop_assert_eq!((rank, lane), portable::least(ranks));
                    prop_assert_eq!(ranks.0.iter().position(|&other| other == rank), Some(lane));
                    prop_assert!(ranks.0.iter().all(|&other| other >= rank));
                    ranks = ranks.without(lane);
                    prop_assert_eq!(ranks.0[lane], Ranks::NONE);
                }
                prop_assert_eq!(ranks, Ranks::EMPTY);
            }
        }
    }
}
