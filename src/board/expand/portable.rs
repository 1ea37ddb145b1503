//! Lists of moves: the kernel for any CPU.

use super::POSITIONS;
use crate::board::Lanes;

/// The name of this kernel.
pub const NAME: &str = "portable";

/// Writes the indices of the members of `set`, the lowest first, to the start
/// of `list`, which has room for 64. What comes behind them is unspecified.
#[inline(always)]
pub fn squares(mut set: u64, list: &mut [u8]) {
    for square in list {
        if set == 0 {
            break;
        }
        *square = set.trailing_zeros() as u8;
        set &= set - 1;
    }
}

/// The words with these indices, taken modulo [`POSITIONS`].
#[inline(always)]
pub fn pick(indices: Lanes, words: &[Lanes; 2]) -> Lanes {
    indices.map(|index| {
        let index = index as usize % POSITIONS;
        words[index / Lanes::COUNT].0[index % Lanes::COUNT]
    })
}
