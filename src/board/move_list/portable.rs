//! Move lists: the kernel for any CPU.

use super::{Group, SPACE, widen};
use crate::board::Lanes;

/// The name of this kernel.
pub(crate) const NAME: &str = "portable";

/// The moves of a group of positions.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    squares: [u8; SPACE],
    movers: [u64; SPACE],
    opponents: [u64; SPACE],
    len: usize,
}

/// Most positions have no more moves than this. This many entries are always written,
/// because a loop that depends on the number of moves would be mispredicted too often.
const USUAL: usize = 16;

impl Moves {
    /// An empty list, to be filled by [`list`](Moves::list).
    pub(crate) const fn new() -> Moves {
        Moves {
            squares: [0; SPACE],
            movers: [0; SPACE],
            opponents: [0; SPACE],
            len: 0,
        }
    }

    /// Lists the moves of all positions of a group, position by position, and the moves of
    /// each position in the order of their squares.
    #[inline(always)]
    pub(crate) fn list(&mut self, group: &Group) {
        let mut len = 0;
        for (position, set) in group.sets().enumerate() {
            let (eight, lane) = (position / Lanes::COUNT, position % Lanes::COUNT);
            let mover = group.movers[eight].0[lane];
            let opponent = group.opponents[eight].0[lane];
            let count = set.count_ones() as usize;
            squares(set, &mut self.squares[len..len + 64]);
            self.movers[len..len + USUAL].fill(mover);
            self.opponents[len..len + USUAL].fill(opponent);
            if count > USUAL {
                self.movers[len..len + count].fill(mover);
                self.opponents[len..len + count].fill(opponent);
            }
            len += count;
        }
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
        let words = |words: &[u64; SPACE]| {
            Lanes(
                words[at..at + Lanes::COUNT]
                    .try_into()
                    .expect("eight words"),
            )
        };
        (
            widen(&self.squares, at),
            words(&self.movers),
            words(&self.opponents),
        )
    }
}

impl Default for Moves {
    fn default() -> Moves {
        Moves::new()
    }
}

/// Writes the indices of the members of `set`, lowest first, to the start of `list`, which
/// has space for 64. The bytes after them are unspecified.
#[inline(always)]
pub(super) fn squares(mut set: u64, list: &mut [u8]) {
    let (usual, rest) = list[..64].split_at_mut(USUAL);
    for square in usual {
        *square = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
    }
    for square in rest {
        if set == 0 {
            break;
        }
        *square = set.trailing_zeros() as u8;
        set &= set - 1;
    }
}
