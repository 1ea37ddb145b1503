//! Eight words side by side, for the kernels that work on eight boards at once.

/// Eight sets of squares or eight numbers: lane `i` belongs to board `i`. `N` is less
/// where fewer lanes are kept.
///
/// Its alignment, and the size of eight lanes, are those of an AVX-512 register. Functions
/// that take or return it are inlined, so that it stays in registers, and lanes that nobody
/// uses are not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Lanes<const N: usize = 8>(pub [u64; N]);

impl Lanes {
    /// The number of lanes.
    pub(crate) const COUNT: usize = 8;

    /// The first `len` lanes, with zero in the others.
    #[inline(always)]
    pub(crate) fn first(self, len: usize) -> Lanes {
        const ORDER: Lanes = Lanes([0, 1, 2, 3, 4, 5, 6, 7]);
        self.zip(ORDER, |word, lane| if lane < len as u64 { word } else { 0 })
    }

    /// Only the first lanes.
    #[inline(always)]
    pub(crate) fn narrow<const N: usize>(self) -> Lanes<N> {
        Lanes(*self.0.first_chunk().expect("at most eight"))
    }
}

impl Default for Lanes {
    fn default() -> Lanes {
        Lanes::splat(0)
    }
}

impl<const N: usize> Lanes<N> {
    /// The same word in all lanes.
    #[inline(always)]
    pub(crate) const fn splat(word: u64) -> Lanes<N> {
        Lanes([word; N])
    }

    /// Applies a function to each lane.
    #[inline(always)]
    pub(crate) fn map(self, f: impl Fn(u64) -> u64) -> Lanes<N> {
        Lanes(self.0.map(f))
    }

    /// Applies a function to each pair of lanes.
    #[inline(always)]
    pub(crate) fn zip(self, other: Lanes<N>, f: impl Fn(u64, u64) -> u64) -> Lanes<N> {
        Lanes(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }

    /// The sum of the lanes.
    #[inline(always)]
    pub(crate) fn sum(self) -> u64 {
        self.0.iter().sum()
    }

    /// With zero in the lanes that are missing.
    #[inline(always)]
    pub(crate) fn widen(self) -> Lanes {
        let mut wide = Lanes::splat(0);
        wide.0[..N].copy_from_slice(&self.0);
        wide
    }
}
