//! Lists of moves for the kernels that play eight moves at once.
//!
//! A position has about nine moves, sometimes many more or fewer. To keep all lanes busy,
//! the moves of up to sixteen positions form one list, which is processed in blocks of eight
//! moves, even if these belong to different positions. A search has one position at a time
//! and lists its moves with [`squares`].

#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
mod avx512;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx512vbmi2"))))]
#[allow(dead_code, reason = "CPUs without VBMI2 use it beside AVX-512")]
mod portable;
#[cfg(test)]
mod tests;

use super::{Bitboard, Lanes};

cfg_select! {
    all(target_arch = "x86_64", target_feature = "avx512f") => { use avx512 as chosen; }
    _ => { use portable as chosen; }
}

pub(crate) use chosen::Moves;

/// The name of the kernel in use.
pub(crate) const KERNEL: &str = chosen::NAME;

/// Up to [`Group::SIZE`] positions, from the side to move's point of view.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Group {
    /// The discs of the side to move.
    pub movers: [Lanes; 2],
    /// The discs of the other side.
    pub opponents: [Lanes; 2],
    /// The moves of the side to move.
    pub moves: [Lanes; 2],
    /// The number of positions, at most [`Group::SIZE`].
    pub len: usize,
}

impl Group {
    /// The maximum number of positions. They fill two registers, because one instruction can
    /// look up lanes in two registers.
    pub(crate) const SIZE: usize = 2 * Lanes::COUNT;

    /// The moves of each position.
    #[inline(always)]
    fn sets(&self) -> impl Iterator<Item = u64> {
        self.moves.iter().flat_map(|lanes| lanes.0).take(self.len)
    }
}

/// The members of a set as a list, lowest index first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Squares([u8; 64]);

/// Lists a set.
#[inline(always)]
pub(crate) fn squares(set: Bitboard) -> Squares {
    let mut list = [0; 64];
    chosen::squares(set.bits(), &mut list);
    Squares(list)
}

impl Squares {
    /// Eight members, starting with the one at an index. Lanes after the last member are
    /// unspecified.
    #[inline(always)]
    pub(crate) fn eight(&self, at: usize) -> Lanes {
        widen(&self.0, at)
    }
}

/// Space for all moves of a group, and for the additional entries that kernels write.
const SPACE: usize = Group::SIZE * 64 + 64;

#[inline(always)]
fn widen(bytes: &[u8], at: usize) -> Lanes {
    let bytes: [u8; 8] = bytes[at..at + 8].try_into().expect("eight bytes");
    Lanes(bytes.map(u64::from))
}
