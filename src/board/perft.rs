//! Perft: counting the leaves of the game tree, which checks the rules and measures their
//! speed.
//!
//! The tree is walked in groups of sixteen positions, depth first from group to group and
//! breadth first within one: all moves of a group are played eight at a time, and the
//! children form groups again. So all lanes of the kernels are busy at every depth,
//! however many moves a position has. The last ply is not played; its moves are only
//! counted. There is no transposition table.
//!
//! Millions of leaves per second on Zen 5 from the start position, with one thread, best
//! of 7: 5,780 at depth 12, built for that CPU; at depth 11, 3,750 built for x86-64-v4,
//! 1,665 for x86-64-v3 and 535 for x86-64.

use super::move_list::{Group, Moves};
use super::{Bitboard, Lanes, Position, flip, mobility};

/// The number of leaves `depth` plies below a position. A pass is a ply, and a finished
/// game counts as one leaf at every further depth.
pub fn perft(position: &Position, depth: u32) -> u64 {
    // One level for each ply but the last, which is counted by the level above it. No
    // game has more plies than this, passes included.
    let levels = depth.saturating_sub(1).min(120) as usize;
    count_one(
        &mut vec![Level::new(); levels],
        position.mover().bits(),
        position.opponent().bits(),
        depth,
    )
}

/// How many eights of children are played before their moves are generated. Two short
/// loops keep the CPU busier than a long one, because its reorder window holds several
/// eights of each: this is worth 30 % on Zen 5. 24 eights are 3 % slower, 48 no faster.
const EIGHTS: usize = 32;

/// Memory for the work at one depth, so that nothing is cleared on the way.
#[derive(Clone)]
struct Level {
    moves: Moves,
    movers: [Lanes; EIGHTS],
    opponents: [Lanes; EIGHTS],
    replies: [Lanes; EIGHTS],
}

impl Level {
    fn new() -> Level {
        Level {
            moves: Moves::new(),
            movers: [Lanes::default(); EIGHTS],
            opponents: [Lanes::default(); EIGHTS],
            replies: [Lanes::default(); EIGHTS],
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
        let (eight, lane) = (position / Lanes::COUNT, position % Lanes::COUNT);
        if group.moves[eight].0[lane] == 0 {
            let mover = group.movers[eight].0[lane];
            let opponent = group.opponents[eight].0[lane];
            total += count_one(deeper, mover, opponent, depth);
        }
    }
    level.moves.list(group);
    for start in (0..level.moves.len()).step_by(EIGHTS * Lanes::COUNT) {
        let len = (level.moves.len() - start).min(EIGHTS * Lanes::COUNT);
        let eights = len.div_ceil(Lanes::COUNT);
        for eight in 0..eights {
            let (squares, movers, opponents) = level.moves.eight(start + eight * Lanes::COUNT);
            (level.movers[eight], level.opponents[eight]) =
                flip::play_eight(squares, movers, opponents);
        }
        if depth == 2 {
            total += count_replies(&level.movers[..eights], &level.opponents[..eights], len);
            continue;
        }
        for eight in 0..eights {
            level.replies[eight] =
                mobility::moves_eight(level.movers[eight], level.opponents[eight]);
        }
        for eight in (0..eights).step_by(2) {
            // The second eight of the last group may be a stale one: then its lanes do
            // not count.
            let pair = |lanes: &[Lanes; EIGHTS]| [lanes[eight], lanes[(eight + 1) % EIGHTS]];
            let group = Group {
                movers: pair(&level.movers),
                opponents: pair(&level.opponents),
                moves: pair(&level.replies),
                len: Group::SIZE.min(len - eight * Lanes::COUNT),
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
    for (eight, (movers, opponents)) in movers.iter().zip(opponents).enumerate() {
        // A pass is a leaf, and so is the end of the game.
        let mut counts = mobility::counts_eight(*movers, *opponents).map(|count| count.max(1));
        let left = len - eight * Lanes::COUNT;
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
    use crate::board::{Color, reference};

    /// The definition, move by move.
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
            assert_eq!(perft(&Position::START, depth), count, "depth {depth}");
        }
    }

    #[test]
    fn counts_from_anywhere() {
        for (mover, opponent) in reference::boards(6, 40_000).skip(20_000).step_by(10) {
            let position = Position::new(mover, opponent, Color::Black).expect("discs apart");
            for depth in 0..4 {
                assert_eq!(
                    perft(&position, depth),
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
            assert_eq!(perft(&position, 14), expected, "{position:?}");
            assert_eq!(perft(&position, 1000), expected, "{position:?}");
        }
    }
}
