//! From positions to their moves, in the order in which kernels want them.
//!
//! A position has seven to fifteen moves, kernels want eight. To keep all lanes
//! busy, the moves of up to sixteen positions form one list, cut into eights
//! without regard to which position they belong to.

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512vbmi2"
))]
pub mod avx512;
pub mod portable;
#[cfg(test)]
mod tests;

use super::Lanes;

cfg_select! {
    all(
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512vbmi2"
    ) => { use avx512 as chosen; }
    _ => { use portable as chosen; }
}

/// The name of the kernel in use.
pub const KERNEL: &str = chosen::NAME;

/// How many positions fit: what two registers hold, because one instruction
/// looks lanes up in two registers.
pub const POSITIONS: usize = 2 * Lanes::COUNT;

/// The moves of up to [`POSITIONS`] positions.
#[derive(Clone, Debug)]
pub struct Moves {
    // The space behind is for kernels that write more than there is to write.
    squares: [u8; SPACE],
    positions: [u8; SPACE],
    len: usize,
}

const SPACE: usize = POSITIONS * 64 + 64;

impl Moves {
    /// No moves.
    pub const fn new() -> Moves {
        Moves {
            squares: [0; SPACE],
            positions: [0; SPACE],
            len: 0,
        }
    }

    /// Lists the moves of these positions, at most [`POSITIONS`].
    #[inline(always)]
    pub fn list(&mut self, positions: &[u64]) {
        let mut len = 0;
        for (position, &moves) in positions.iter().take(POSITIONS).enumerate() {
            chosen::squares(moves, &mut self.squares[len..len + 64]);
            self.positions[len..len + 64].fill(position as u8);
            len += moves.count_ones() as usize;
        }
        self.len = len;
    }

    /// How many moves there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The squares of eight moves, from this one on. Behind the last move there
    /// may be anything.
    #[inline(always)]
    pub fn squares(&self, at: usize) -> Lanes {
        widen(&self.squares, at)
    }

    /// For each of eight moves, from this one on, the word of its position.
    #[inline(always)]
    pub fn pick(&self, at: usize, words: &[Lanes; 2]) -> Lanes {
        chosen::pick(widen(&self.positions, at), words)
    }
}

impl Default for Moves {
    fn default() -> Moves {
        Moves::new()
    }
}

#[inline(always)]
fn widen(bytes: &[u8; SPACE], at: usize) -> Lanes {
    let bytes: [u8; 8] = bytes[at..at + 8].try_into().expect("eight bytes");
    Lanes(bytes.map(u64::from))
}
