//! Five to twelve empty squares: exact values, by the plainest search that is
//! fast.
//!
//! More than nine tenths of the positions of a solve are met here and in
//! [`last`](super::last), so that a nanosecond counts, and nothing is done
//! that does not pay for itself. The move that leaves the other side the fewest
//! answers goes first ("fastest first"): it has the smallest tree, and is often
//! good, too. With six or more empty squares boards are remembered. All functions
//! have a null window: they say whether the value is greater than `alpha`, and
//! return a bound as tight as they found it.

use super::board::Board;
use super::children::Children;
use super::last::{NONE, few, four, odd_regions};
use super::memory::prefetch;
use crate::board::{Bitboard, Lanes, hash::hash, stability::stable_discs};
use crate::search::control::{Meter, Stopped};

/// With more empty squares a search is left to others.
const MOST_EMPTY: u32 = 12;

/// Eights with room for as many moves. Mostly one is enough.
const EIGHTS: usize = (MOST_EMPTY as usize).div_ceil(Lanes::COUNT);

/// With so many empty squares boards begin to be remembered.
const REMEMBERED: u32 = 6;

/// With so many empty squares what is known of the boards after each move begins
/// to be looked at.
const LOOKED_AHEAD: u32 = 8;

/// A solver of small endgames, one for each thread.
#[derive(Default)]
pub(super) struct Endgame {
    /// Empty until it is first needed: many searches never come near the end.
    cache: Box<[Entry]>,
}

/// What is known of a board, beyond doubt. Its best move is not: a board that is met
/// again and not decided by this is one in a thousand. Four of them fill a cache line.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Entry {
    /// The hash of the board. Two boards with the same one are not to be expected
    /// in centuries.
    hash: u64,
    lower: i8,
    upper: i8,
}

impl Entry {
    fn unknown(hash: u64) -> Entry {
        Entry {
            hash,
            lower: -64,
            upper: 64,
        }
    }
}

/// Half a megabyte, which the second-level cache holds.
const CACHE: usize = 1 << 15;

/// What counts in the ranking of moves, in no unit: fitted to how many nodes each move
/// took at boards with 7, 9 and 11 empty squares, then adjusted by whole solves.
mod worth {
    pub(super) const REPLY: i64 = -12;
    /// In addition.
    pub(super) const CORNER_REPLY: i64 = -14;
    /// For each own disc beside an empty square: the other side may come to turn it.
    pub(super) const FRONTIER: i64 = -2;
    pub(super) const ODD_REGION: i64 = 4;
    pub(super) const CORNER: i64 = 4;
    /// Diagonally beside a corner.
    pub(super) const BESIDE_CORNER: i64 = -8;
}

const BESIDE_CORNERS: Bitboard = Bitboard::from_bits(0x0042_0000_0000_4200);

/// Whether a search of so many plies is one for the solver here.
#[inline(always)]
pub(super) fn is_for(board: Board, depth: u32) -> bool {
    board.ends_within(depth) && board.empty().len() <= MOST_EMPTY
}

impl Endgame {
    /// The value of a board with at most [`MOST_EMPTY`] empty squares.
    pub(super) fn solve(
        &mut self,
        board: Board,
        alpha: i32,
        meter: &mut Meter<'_>,
    ) -> Result<i32, Stopped> {
        match board.empty().len() {
            0..=3 => Ok(few(board, alpha, meter.count())),
            4 => Ok(four(board, board.moves(), alpha, meter.count())),
            5 => Ok(five(board, board.moves(), alpha, meter.count())),
            _ => {
                if self.cache.is_empty() {
                    self.cache = vec![Entry::unknown(0); CACHE].into();
                }
                self.fastest_first(board, board.moves(), alpha, meter)
            }
        }
    }

    /// With [`REMEMBERED`] or more empty squares; `moves` are those of `board`.
    fn fastest_first(
        &mut self,
        board: Board,
        moves: Bitboard,
        alpha: i32,
        meter: &mut Meter<'_>,
    ) -> Result<i32, Stopped> {
        meter.tick()?;
        if let Some(bound) = stability_bound(board, alpha) {
            return Ok(bound);
        }
        let known = self.known(hash(board.mover, board.opponent));
        if i32::from(known.lower) > alpha {
            return Ok(i32::from(known.lower));
        }
        if i32::from(known.upper) <= alpha {
            return Ok(i32::from(known.upper));
        }
        if moves.is_empty() {
            return match board.pass_on() {
                Some((passed, replies)) => Ok(-self.fastest_first(passed, replies, !alpha, meter)?),
                None => Ok(board.result()),
            };
        }
        if moves.len() as usize <= Lanes::COUNT {
            self.try_moves::<1>(board, moves, alpha, known, meter)
        } else {
            self.try_moves::<EIGHTS>(board, moves, alpha, known, meter)
        }
    }

    /// Tries the moves, of which there are at most so many eights, and remembers what
    /// that tells of the board.
    #[inline(always)]
    fn try_moves<const EIGHTS: usize>(
        &mut self,
        board: Board,
        moves: Bitboard,
        alpha: i32,
        mut known: Entry,
        meter: &mut Meter<'_>,
    ) -> Result<i32, Stopped> {
        let empty = board.empty();
        let mut children: Children<EIGHTS> = Children::new();
        children.list(board, moves);
        if empty.len() >= LOOKED_AHEAD
            && let Some(bound) = self.look_ahead(&children, alpha)
        {
            return Ok(bound);
        }
        rank_by_replies(&mut children, odd_regions(empty));
        let mut best = NONE;
        for child in children.by_ref() {
            let score = if empty.len() > REMEMBERED {
                -self.fastest_first(child.board, child.replies, !alpha, meter)?
            } else {
                -five(child.board, child.replies, !alpha, meter.count())
            };
            best = best.max(score);
            if best > alpha {
                break;
            }
        }
        if best > alpha {
            known.lower = best as i8;
        } else {
            known.upper = best as i8;
        }
        self.cache[slot(known.hash)] = known;
        Ok(best)
    }

    /// What is known of the board with this hash.
    #[inline]
    fn known(&self, hash: u64) -> Entry {
        let known = self.cache.get(slot(hash));
        let known = known.filter(|known| known.hash == hash);
        known.copied().unwrap_or(Entry::unknown(hash))
    }

    /// A bound from what is known of a child.
    #[inline]
    pub(super) fn look_ahead<const EIGHTS: usize>(
        &self,
        children: &Children<EIGHTS>,
        alpha: i32,
    ) -> Option<i32> {
        let mut hashes = [[0; Lanes::COUNT]; EIGHTS];
        let hashes = hashes.as_flattened_mut();
        for (hash_of, child) in hashes.iter_mut().zip(children.iter()) {
            *hash_of = hash(child.board.mover, child.board.opponent);
            if let Some(entry) = self.cache.get(slot(*hash_of)) {
                prefetch(entry);
            }
        }
        hashes[..children.len()].iter().find_map(|&hash| {
            let bound = -i32::from(self.known(hash).upper);
            (bound > alpha).then_some(bound)
        })
    }
}

#[inline(always)]
fn slot(hash: u64) -> usize {
    hash as usize % CACHE
}

/// The fewer answers a move leaves, the sooner it is tried.
#[inline(always)]
fn rank_by_replies<const EIGHTS: usize>(children: &mut Children<EIGHTS>, odd: Bitboard) {
    children.rank_all(|child| {
        let count = |set: Bitboard| i64::from(set.len());
        let if_in = |set: Bitboard, worth: i64| i64::from(set.contains(child.square)) * worth;
        worth::REPLY * count(child.replies)
            + worth::CORNER_REPLY * count(child.replies & Bitboard::CORNERS)
            + worth::FRONTIER * count(child.board.opponent & child.board.empty().spread())
            + if_in(odd, worth::ODD_REGION)
            + if_in(Bitboard::CORNERS, worth::CORNER)
            + if_in(BESIDE_CORNERS, worth::BESIDE_CORNER)
    });
}

/// The value with five empty squares; `moves` are those of `board`.
fn five(board: Board, moves: Bitboard, alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if let Some(bound) = stability_bound(board, alpha) {
        return bound;
    }
    if moves.is_empty() {
        return match board.pass_on() {
            Some((passed, replies)) => -five(passed, replies, !alpha, nodes),
            None => board.result(),
        };
    }
    let mut children: Children<1> = Children::new();
    children.list(board, moves);
    rank_by_replies(&mut children, odd_regions(board.empty()));
    let mut best = NONE;
    for child in children.by_ref() {
        best = best.max(-four(child.board, child.replies, !alpha, nodes));
        if best > alpha {
            break;
        }
    }
    best
}

/// An upper bound that is not above `alpha`, if the other side's stable discs
/// give one. They are only counted where it is likely.
#[inline]
pub(super) fn stability_bound(board: Board, alpha: i32) -> Option<i32> {
    let empty = board.empty().len() as i32;
    // With five empty squares from a win by 8 on, 2 discs more for each square.
    let least = if empty < 20 {
        2 * empty - 2
    } else {
        empty + 18
    };
    // If the other side has few discs, even all of them being stable would not do.
    if alpha < least || 64 - 2 * board.opponent.len() as i32 > alpha {
        return None;
    }
    let bound = 64 - 2 * stable_discs(board.opponent, board.mover).len() as i32;
    (bound <= alpha).then_some(bound)
}
