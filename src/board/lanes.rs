//! Eight words side by side, for the kernels that work on eight boards at once.

/// Eight sets of squares or eight numbers: lane `i` belongs to board `i`.
///
/// Its size and alignment are those of an AVX-512 register. Functions that take or return it
/// are inlined, so that it stays in registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Lanes(pub [u64; Lanes::COUNT]);

impl Lanes {
    /// The number of lanes.
    pub(crate) const COUNT: usize = 8;

    /// The same word in all lanes.
    #[inline(always)]
    pub(crate) const fn splat(word: u64) -> Lanes {
        Lanes([word; Lanes::COUNT])
    }

    /// Applies a function to each lane.
    #[inline(always)]
    pub(crate) fn map(self, f: impl Fn(u64) -> u64) -> Lanes {
        Lanes(self.0.map(f))
    }

    /// Applies a function to each pair of lanes.
    #[inline(always)]
    pub(crate) fn zip(self, other: Lanes, f: impl Fn(u64, u64) -> u64) -> Lanes {
        Lanes(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }

    /// The first `len` lanes, with zero in the others.
    #[inline(always)]
    pub(crate) fn first(self, len: usize) -> Lanes {
        const ORDER: Lanes = Lanes([0, 1, 2, 3, 4, 5, 6, 7]);
        self.zip(ORDER, |word, lane| if lane < len as u64 { word } else { 0 })
    }

    /// The sum of the lanes.
    #[inline(always)]
    pub(crate) fn sum(self) -> u64 {
        self.0.iter().sum()
    }
}
