//! Five to thirteen empty squares: exact values, by the plainest search that is
//! fast.
//!
//! More than nine tenths of the positions of a solve are met here and in
//! [`last_four`](super::last_four), so that a nanosecond counts, and nothing is done
//! that does not pay for itself. The move that leaves the other side the fewest
//! answers goes first ("fastest first"): it has the smallest tree, and is often
//! good, too. With six or more empty squares boards are remembered. With nine or more
//! the moves are listed ([`Children`]); with fewer each empty square
//! has a place of its own ([`Few`]), and an only move is made alone. All
//! functions have a null window: they say whether the value is greater than `alpha`, and
//! return a bound as tight as they found it.

use std::convert::Infallible;

use super::cache::{Cache, Known};
use super::few_children::{Few, Squares};
use super::last_four::{four, three_or_fewer};
use crate::board::{Bitboard, Board, Lanes};
use crate::search::control::{Meter, Stopped};
use crate::search::engine::children::{Child, Children};
use crate::search::engine::score::NONE;
use crate::search::engine::stability_cutoff::stability_bound;

/// With more empty squares a search is left to others.
const MOST_EMPTY: u32 = 13;

/// With so few empty squares each has a lane of its own.
const FEW: u32 = Lanes::COUNT as u32;

/// Eights with room for as many moves. Mostly one is enough.
const EIGHTS: usize = (MOST_EMPTY as usize).div_ceil(Lanes::COUNT);

/// With so many empty squares boards begin to be remembered.
const REMEMBERED: u32 = 6;

/// A solver of small endgames, one for each thread.
#[derive(Default)]
pub(crate) struct Endgame {
    cache: Cache,
}

/// What counts in the ranking of moves, in no unit: fitted to how many nodes each move
/// took at boards with 7, 9 and 11 empty squares, then adjusted by whole solves.
mod worth {
    pub(crate) const REPLY: i64 = -12;
    /// In addition.
    pub(crate) const CORNER_REPLY: i64 = -14;
    /// For each own disc beside an empty square: the other side may come to turn it.
    pub(crate) const FRONTIER: i64 = -2;
    pub(crate) const CORNER: i64 = 8;
    /// Diagonally beside a corner.
    pub(crate) const BESIDE_CORNER: i64 = -8;
}

const BESIDE_CORNERS: Bitboard = Bitboard::from_bits(0x0042_0000_0000_4200);

/// Whether a search of so many plies is one for the solver here.
#[inline(always)]
pub(crate) fn is_for(board: Board, depth: u32) -> bool {
    board.ends_within(depth) && board.empty().len() <= MOST_EMPTY
}

impl Endgame {
    /// The value of a board with at most [`MOST_EMPTY`] empty squares.
    pub(crate) fn solve(
        &mut self,
        board: Board,
        alpha: i32,
        meter: &mut Meter<'_>,
    ) -> Result<i32, Stopped> {
        match board.empty().len() {
            0..=3 => Ok(three_or_fewer(board, alpha, meter.count())),
            4 => Ok(four(board, board.moves(), alpha, meter.count())),
            5 => {
                let squares = Squares::of(board);
                Ok(five(board, board.moves(), &squares, alpha, meter.count()))
            }
            empty => {
                self.cache.open();
                let (hash, moves) = (board.hash(), board.moves());
                if empty <= FEW {
                    let squares = Squares::of(board);
                    self.six_to_eight(board, hash, moves, &squares, alpha, meter)
                } else {
                    self.nine_or_more(board, hash, moves, alpha, meter)
                }
            }
        }
    }

    /// The value with nine or more empty squares; `hash` and `moves` are those of `board`.
    fn nine_or_more(
        &mut self,
        board: Board,
        hash: u64,
        moves: Bitboard,
        alpha: i32,
        meter: &mut Meter<'_>,
    ) -> Result<i32, Stopped> {
        meter.tick()?;
        let known = match self.undecided(board, hash, alpha) {
            Ok(known) => known,
            Err(bound) => return Ok(bound),
        };
        if moves.is_empty() {
            return match board.forced_pass() {
                Some((passed, replies)) => {
                    Ok(-self.nine_or_more(passed, passed.hash(), replies, !alpha, meter)?)
                }
                None => Ok(board.result()),
            };
        }
        if moves.len() as usize <= Lanes::COUNT {
            self.try_moves::<1>(board, moves, alpha, known, meter)
        } else {
            self.try_moves::<EIGHTS>(board, moves, alpha, known, meter)
        }
    }

    /// Tries the moves, of which there are at most so many eights.
    #[inline(always)]
    fn try_moves<const EIGHTS: usize>(
        &mut self,
        board: Board,
        moves: Bitboard,
        alpha: i32,
        known: Known,
        meter: &mut Meter<'_>,
    ) -> Result<i32, Stopped> {
        let mut children: Children<EIGHTS> = Children::new();
        children.list(board, moves);
        let hashes = children.hashes();
        if let Some(bound) = self.cache.look_ahead(children.iter(), &hashes, alpha) {
            return Ok(bound);
        }
        children.rank_all(rank);
        let are_few_left = board.empty().len() == FEW + 1;
        let best = best(&mut children, alpha, |child| {
            let hash = hashes.of(&child);
            let Child { board, replies, .. } = child;
            if are_few_left {
                let squares = Squares::of(board);
                self.six_to_eight(board, hash, replies, &squares, !alpha, meter)
            } else {
                self.nine_or_more(board, hash, replies, !alpha, meter)
            }
        })?;
        self.remember(known, best, alpha);
        Ok(best)
    }

    /// The value with six to eight empty squares, which are among `squares`; `hash` and
    /// `moves` are those of `board`.
    fn six_to_eight(
        &mut self,
        board: Board,
        hash: u64,
        moves: Bitboard,
        squares: &Squares,
        alpha: i32,
        meter: &mut Meter<'_>,
    ) -> Result<i32, Stopped> {
        meter.tick()?;
        let known = match self.undecided(board, hash, alpha) {
            Ok(known) => known,
            Err(bound) => return Ok(bound),
        };
        if moves.is_empty() {
            return match board.forced_pass() {
                Some((passed, replies)) => {
                    let hash = passed.hash();
                    Ok(-self.six_to_eight(passed, hash, replies, squares, !alpha, meter)?)
                }
                None => Ok(board.result()),
            };
        }
        let are_remembered = board.empty().len() > REMEMBERED;
        let best = if let Some(Child { board, replies, .. }) = Child::only(board, moves) {
            -if are_remembered {
                self.six_to_eight(board, board.hash(), replies, squares, !alpha, meter)?
            } else {
                five(board, replies, squares, !alpha, meter.count())
            }
        } else {
            let mut children = Few::new(board, moves, squares, rank);
            if are_remembered {
                let hashes = children.hashes();
                if let Some(bound) = self.cache.look_ahead(children.iter(), &hashes, alpha) {
                    return Ok(bound);
                }
                best(&mut children, alpha, |child| {
                    let hash = hashes.of(&child);
                    let Child { board, replies, .. } = child;
                    self.six_to_eight(board, hash, replies, squares, !alpha, meter)
                })?
            } else {
                let Ok(best) = best(&mut children, alpha, |Child { board, replies, .. }| {
                    Ok::<_, Infallible>(five(board, replies, squares, !alpha, meter.count()))
                });
                best
            }
        };
        self.remember(known, best, alpha);
        Ok(best)
    }

    /// What is known of a board, or a bound that decides it.
    #[inline(always)]
    fn undecided(&self, board: Board, hash: u64, alpha: i32) -> Result<Known, i32> {
        if let Some(bound) = stability_bound(board, alpha) {
            return Err(bound);
        }
        let known = self.cache.find(hash);
        if known.lower > alpha {
            return Err(known.lower);
        }
        if known.upper <= alpha {
            return Err(known.upper);
        }
        Ok(known)
    }

    /// Adds to what is known of a board that its best move has this value, or that a move
    /// of this value is good enough.
    #[inline(always)]
    fn remember(&mut self, mut known: Known, best: i32, alpha: i32) {
        if best > alpha {
            known.lower = best;
        } else {
            known.upper = best;
        }
        self.cache.store(known);
    }

    /// A bound from what is known of a child.
    pub(crate) fn look_ahead(&self, children: &Children, alpha: i32) -> Option<i32> {
        let hashes = children.hashes();
        self.cache.look_ahead(children.iter(), &hashes, alpha)
    }
}

/// The fewer answers a move leaves, the sooner it is tried.
#[inline(always)]
fn rank(child: Child) -> i64 {
    let count = |set: Bitboard| i64::from(set.len());
    let if_in = |set: Bitboard, worth: i64| i64::from(set.contains(child.square)) * worth;
    worth::REPLY * count(child.replies)
        + worth::CORNER_REPLY * count(child.replies & Bitboard::CORNERS)
        + worth::FRONTIER * count(child.board.opponent & child.board.empty().spread())
        + if_in(Bitboard::CORNERS, worth::CORNER)
        + if_in(BESIDE_CORNERS, worth::BESIDE_CORNER)
}

/// The value of the best move, or of the first that is better than `alpha`, if `value_after`
/// says what a move is worth to the other side. (The children stay where they are: moved
/// before all of them is written, they would be waited for.)
#[inline(always)]
fn best<E>(
    children: &mut impl Iterator<Item = Child>,
    alpha: i32,
    mut value_after: impl FnMut(Child) -> Result<i32, E>,
) -> Result<i32, E> {
    let mut best = NONE;
    for child in children {
        best = best.max(-value_after(child)?);
        if best > alpha {
            break;
        }
    }
    Ok(best)
}

/// The value with five empty squares, which are among `squares`; `moves` are those of
/// `board`.
fn five(board: Board, moves: Bitboard, squares: &Squares, alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if let Some(bound) = stability_bound(board, alpha) {
        return bound;
    }
    if moves.is_empty() {
        return match board.forced_pass() {
            Some((passed, replies)) => -five(passed, replies, squares, !alpha, nodes),
            None => board.result(),
        };
    }
    if let Some(Child { board, replies, .. }) = Child::only(board, moves) {
        return -four(board, replies, !alpha, nodes);
    }
    let mut children = Few::new(board, moves, squares, rank);
    let Ok(best) = best(&mut children, alpha, |Child { board, replies, .. }| {
        Ok::<_, Infallible>(four(board, replies, !alpha, nodes))
    });
    best
}
