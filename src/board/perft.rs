//! Counting the leaves of the game tree: a check of the rules and a measure of
//! their speed.
//!
//! The tree is walked in groups of sixteen positions, depth first between
//! groups and breadth first within: all the moves of a group are made eight at
//! a time, and the children form groups again. So the kernels find all lanes
//! busy at every depth, whatever the number of moves of a single position. The
//! last ply is not played: the moves are counted. Nothing is remembered, and
//! equal positions are not merged.

use super::expand::{Moves, POSITIONS};
use super::{Bitboard, Lanes, Position, flip, mobility};

/// The number of leaves `depth` plies below `position`. A pass is a ply, and a
/// finished game counts as one leaf at every further depth.
pub fn perft(position: &Position, depth: u32) -> u64 {
    // One level for each ply but the last, which is counted by the one above.
    // More levels than a game has plies, passes included, are never entered.
    let levels = depth.saturating_sub(1).min(120) as usize;
    count_one(
        &mut vec![Level::new(); levels],
        position.mover().bits(),
        position.opponent().bits(),
        depth,
    )
}

/// Eights of children that are played before their moves are looked for. Two
/// short loops keep the CPU busier than a long one, because the window in which
/// it looks for independent work holds several eights of each.
const EIGHTS: usize = 32;

/// Boards, seen from the side to move.
#[derive(Clone, Copy, Default)]
struct Boards {
    movers: Lanes,
    opponents: Lanes,
    moves: Lanes,
}

/// Room for the work at one depth, so that nothing is cleared on the way.
#[derive(Clone)]
struct Level {
    moves: Moves,
    children: [Boards; EIGHTS],
}

impl Level {
    fn new() -> Level {
        Level {
            moves: Moves::new(),
            children: [Boards::default(); EIGHTS],
        }
    }
}

/// [`perft`] of one position: the root, or one where the mover has passed.
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
    let mut group = [Boards::default(); 2];
    group[0].movers.0[0] = mover;
    group[0].opponents.0[0] = opponent;
    group[0].moves.0[0] = moves.bits();
    count(levels, &group, 1, depth)
}

/// The sum of [`perft`] over the first `len` positions of a group; `depth` is 2
/// or more.
fn count(levels: &mut [Level], group: &[Boards; 2], len: usize, depth: u32) -> u64 {
    let mut total = 0;
    let (level, deeper) = levels.split_first_mut().expect("a level for each depth");
    let words = |words: fn(&Boards) -> Lanes| [words(&group[0]), words(&group[1])];
    let (movers, opponents) = (
        words(|boards| boards.movers),
        words(|boards| boards.opponents),
    );
    let mut moves = [0; POSITIONS];
    moves[..Lanes::COUNT].copy_from_slice(&group[0].moves.0);
    moves[Lanes::COUNT..].copy_from_slice(&group[1].moves.0);
    let moves = &moves[..len];
    if moves.contains(&0) {
        for (position, _) in moves.iter().enumerate().filter(|(_, moves)| **moves == 0) {
            let (eight, lane) = (position / Lanes::COUNT, position % Lanes::COUNT);
            let (mover, opponent) = (movers[eight].0[lane], opponents[eight].0[lane]);
            total += count_one(deeper, mover, opponent, depth);
        }
    }
    level.moves.list(moves);
    let mut at = 0;
    while at < level.moves.len() {
        let end = level.moves.len().min(at + EIGHTS * Lanes::COUNT);
        let children = &mut level.children[..(end - at).div_ceil(Lanes::COUNT)];
        for (eight, boards) in children.iter_mut().enumerate() {
            let at = at + eight * Lanes::COUNT;
            (boards.movers, boards.opponents) = flip::play_eight(
                level.moves.squares(at),
                level.moves.pick(at, &movers),
                level.moves.pick(at, &opponents),
            );
        }
        let len = end - at;
        if depth == 2 {
            total += count_moves(children, len);
        } else {
            for boards in children.iter_mut() {
                boards.moves = mobility::moves_eight(boards.movers, boards.opponents);
            }
            for from in (0..len).step_by(POSITIONS) {
                let eight = from / Lanes::COUNT;
                let group = [level.children[eight], level.children[(eight + 1) % EIGHTS]];
                total += count(deeper, &group, POSITIONS.min(len - from), depth - 1);
            }
        }
        at = end;
    }
    total
}

/// The sum of [`perft`] at depth 1 over the first `len` boards.
#[inline(always)]
fn count_moves(boards: &[Boards], len: usize) -> u64 {
    // A pass is a leaf, and so is the end of the game.
    let leaves = |boards: &Boards| {
        mobility::counts_eight(boards.movers, boards.opponents).map(|count| count.max(1))
    };
    let (full, rest) = boards.split_at(len / Lanes::COUNT);
    let sum = full
        .iter()
        .map(leaves)
        .fold(Lanes::default(), |sum, counts| {
            sum.zip(counts, |a, b| a + b)
        });
    let rest = rest
        .first()
        .map_or(0, |boards| leaves(boards).first(len % Lanes::COUNT).sum());
    sum.sum() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, samples};

    /// The definition, move by move.
    fn plain(mover: Bitboard, opponent: Bitboard, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = samples::moves(mover, opponent);
        if !moves.is_empty() {
            moves
                .into_iter()
                .map(|square| {
                    let flips = samples::flips(square, mover, opponent);
                    plain(opponent - flips, mover | flips | square.bit(), depth - 1)
                })
                .sum()
        } else if samples::moves(opponent, mover).is_empty() {
            1
        } else {
            plain(opponent, mover, depth - 1)
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
        for (mover, opponent) in samples::boards(6, 40_000).skip(20_000).step_by(10) {
            let position = Position::new(mover, opponent, Color::Black).expect("discs apart");
            for depth in 0..4 {
                assert_eq!(
                    perft(&position, depth),
                    plain(mover, opponent, depth),
                    "depth {depth} {position:?}"
                );
            }
        }
    }

    #[test]
    fn counts_to_the_end_of_the_game() {
        // Few empty squares, so that many games end and many moves are passes.
        let full = samples::boards(7, 100_000)
            .filter(|(mover, opponent)| (*mover | *opponent).len() >= 58)
            .step_by(50);
        for (mover, opponent) in full {
            let position = Position::new(mover, opponent, Color::Black).expect("discs apart");
            let expected = plain(mover, opponent, 14);
            assert_eq!(perft(&position, 14), expected, "{position:?}");
            assert_eq!(perft(&position, 1000), expected, "{position:?}");
        }
    }
}
