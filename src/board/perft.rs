//! Perft counts the leaves of the game tree, to check the rules and to measure their speed.
//!
//! The tree is searched in groups of sixteen positions, depth first from group to group and
//! breadth first within a group: all moves of a group are played, eight at a time, and the
//! children form groups again. So all lanes of the kernels are busy at every depth,
//! however many moves a position has. The moves of the last ply are only counted, not
//! played. There is no transposition table.
//!
//! `docs/building.md` has its speed at each CPU level.

use super::move_list::{Group, Moves};
use super::{Bitboard, Lanes, flip, mobility};
#[cfg(not(per_cpu))]
use crate::cpu::{self, seam::Perft};

/// The number of leaves `depth` plies below a position. A pass is a ply, and a finished
/// game counts as one leaf at every further depth.
#[cfg(not(per_cpu))]
pub fn perft(position: &super::Position, depth: u32) -> u64 {
    let count = cpu::code().map_or(count_leaves as Perft, |code| code.perft);
    count(position.mover().bits(), position.opponent().bits(), depth)
}

/// The same by the code of this crate.
pub(crate) fn count_leaves(mover: u64, opponent: u64, depth: u32) -> u64 {
    // There is one level for each ply except the last, which is counted by the level above
    // it. No game has more plies than this, including passes.
    let levels = depth.saturating_sub(1).min(120) as usize;
    count_one(&mut vec![Level::new(); levels], mover, opponent, depth)
}

/// How many blocks of eight children are played before their moves are generated. Two short
/// loops keep the CPU busier than a long one, because its reorder window holds several
/// blocks at once; this saves 30 % on Zen 5. With 24 blocks, perft is 3 % slower, and with
/// 48 it is no faster.
const BLOCKS: usize = 32;

/// The memory for one depth, allocated once, so that it need not be cleared repeatedly.
#[derive(Clone)]
struct Level {
    moves: Moves,
    movers: [Lanes; BLOCKS],
    opponents: [Lanes; BLOCKS],
    replies: [Lanes; BLOCKS],
}

impl Level {
    fn new() -> Level {
        Level {
            moves: Moves::new(),
            movers: [Lanes::default(); BLOCKS],
            opponents: [Lanes::default(); BLOCKS],
            replies: [Lanes::default(); BLOCKS],
        }
    }
}

/// [`perft`] of one position: the root, or one after a pass.
#[cold]
fn count_one(levels: &mut [Level], mover: u64, opponent: u64, depth: u32) -> u64 {
    let find = |mover, opponent| {
        mobility::moves(Bitboard::from_bits(mover), Bitboard::from_bits(opponent))
    };
    if depth == 0 {
        return 1;
    }
    let moves = find(mover, opponent);
    if moves.is_empty() {
        return if find(opponent, mover).is_empty() {
            1
        } else {
            count_one(levels, opponent, mover, depth - 1)
        };
    }
    if depth == 1 {
        return u64::from(moves.len());
    }
    let mut group = Group {
        len: 1,
        ..Group::default()
    };
    group.movers[0].0[0] = mover;
    group.opponents[0].0[0] = opponent;
    group.moves[0].0[0] = moves.bits();
    count(levels, &group, depth)
}

/// The sum of [`perft`] over a group of positions; `depth` is 2 or more.
fn count(levels: &mut [Level], group: &Group, depth: u32) -> u64 {
    let (level, deeper) = levels.split_first_mut().expect("a level for each depth");
    let mut total = 0;
    for position in 0..group.len {
        let (block, lane) = (position / Lanes::COUNT, position % Lanes::COUNT);
        if group.moves[block].0[lane] == 0 {
            let mover = group.movers[block].0[lane];
            let opponent = group.opponents[block].0[lane];
            total += count_one(deeper, mover, opponent, depth);
        }
    }
    level.moves.list(group);
    for start in (0..level.moves.len()).step_by(BLOCKS * Lanes::COUNT) {
        let len = (level.moves.len() - start).min(BLOCKS * Lanes::COUNT);
        let blocks = len.div_ceil(Lanes::COUNT);
        for block in 0..blocks {
            let (squares, movers, opponents) = level.moves.eight(start + block * Lanes::COUNT);
            (level.movers[block], level.opponents[block]) =
                flip::play_eight(squares, movers, opponents);
        }
        if depth == 2 {
            total += count_replies(&level.movers[..blocks], &level.opponents[..blocks], len);
            continue;
        }
        for block in 0..blocks {
            level.replies[block] =
                mobility::moves_eight(level.movers[block], level.opponents[block]);
        }
        for block in (0..blocks).step_by(2) {
            // The second block of the last group may be stale, but then its lanes are not
            // counted.
            let pair = |lanes: &[Lanes; BLOCKS]| [lanes[block], lanes[(block + 1) % BLOCKS]];
            let group = Group {
                movers: pair(&level.movers),
                opponents: pair(&level.opponents),
                moves: pair(&level.replies),
                len: Group::SIZE.min(len - block * Lanes::COUNT),
            };
            total += count(deeper, &group, depth - 1);
        }
    }
    total
}

/// The sum of [`perft`] at depth 1 over the first `len` boards.
#[inline(always)]
fn count_replies(movers: &[Lanes], opponents: &[Lanes], len: usize) -> u64 {
    let mut sum = Lanes::default();
    for (block, (movers, opponents)) in movers.iter().zip(opponents).enumerate() {
        // Without a move, the leaf is a pass or the end of the game.
        let mut counts = mobility::counts_eight(*movers, *opponents).map(|count| count.max(1));
        let left = len - block * Lanes::COUNT;
        if left < Lanes::COUNT {
            counts = counts.first(left);
        }
        sum = sum.zip(counts, |sum, count| sum + count);
    }
    sum.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Position, reference};

    /// By the code for this CPU and by that of this crate, which is for the CPUs that the
    /// tests are compiled for.
    fn counted(position: &Position, depth: u32) -> u64 {
        let (mover, opponent) = (position.mover().bits(), position.opponent().bits());
        let count = perft(position, depth);
        assert_eq!(count_leaves(mover, opponent, depth), count);
        count
    }

    /// The definition, move by move, as a reference.
    fn slow_perft(mover: Bitboard, opponent: Bitboard, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = reference::moves(mover, opponent);
        if !moves.is_empty() {
            moves
                .into_iter()
                .map(|square| {
                    let flips = reference::flips(square, mover, opponent);
                    slow_perft(opponent - flips, mover | flips | square.bit(), depth - 1)
                })
                .sum()
        } else if reference::moves(opponent, mover).is_empty() {
            1
        } else {
            slow_perft(opponent, mover, depth - 1)
        }
    }

    #[test]
    fn counts_from_the_start() {
        let counts = [
            1,
            4,
            12,
            56,
            244,
            1396,
            8200,
            55092,
            390_216,
            3_005_288,
            24_571_284,
            212_258_800,
        ];
        let depths = if cfg!(debug_assertions) {
            0..=9
        } else {
            0..=11
        };
        for (depth, count) in depths.zip(counts) {
            assert_eq!(counted(&Position::START, depth), count, "depth {depth}");
        }
    }

    #[test]
    fn counts_from_anywhere() {
        for (mover, opponent) in reference::boards(6, 40_000).skip(20_000).step_by(10) {
            let position = Position::new(mover, opponent, Color::Black).expect("discs apart");
            for depth in 0..4 {
                assert_eq!(
                    counted(&position, depth),
                    slow_perft(mover, opponent, depth),
                    "depth {depth} {position:?}"
                );
            }
        }
    }

    #[test]
    fn counts_to_the_end_of_the_game() {
        // Few squares are empty, so many games end and many moves are passes.
        let full = reference::boards(7, 100_000)
            .filter(|(mover, opponent)| (*mover | *opponent).len() >= 58)
            .step_by(50);
        for (mover, opponent) in full {
            let position = Position::new(mover, opponent, Color::Black).expect("discs apart");
            let expected = slow_perft(mover, opponent, 14);
            assert_eq!(counted(&position, 14), expected, "{position:?}");
            assert_eq!(counted(&position, 1000), expected, "{position:?}");
        }
    }
}
