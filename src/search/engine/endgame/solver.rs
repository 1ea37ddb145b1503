//! Five to thirteen empty squares: null-window alpha-beta, kept simple for speed.
//!
//! The move that leaves the opponent the fewest replies goes first ("fastest first"):
//! its subtree is the smallest, and the move is often good, too. With six or more empty
//! squares there is a [cache](Cache). With nine or more the moves are
//! [generated](Children) as in the midgame; with fewer each empty square has its own
//! lane ([`FewChildren`]), and a single legal move is played outside the lanes. Every
//! function returns a bound that is as tight as the search found it (fail-soft).

use std::convert::Infallible;

use super::cache::{Bounds, Cache};
use super::few_children::{EmptySquares, FewChildren};
use super::last_four::{solve_four, solve_three_or_fewer};
use super::move_order::sort_keys;
use crate::board::{Bitboard, Board, Lanes};
use crate::search::control::{Meter, Stopped};
use crate::search::engine::children::{Child, Children};
use crate::search::engine::score::{MINUS_INFINITY, NullWindow};
use crate::search::engine::stability_cutoff::stability_cutoff;

/// The solver takes boards with at most this many empty squares.
const MAX_EMPTIES: u32 = 13;

/// With this many empty squares or fewer, each has its own lane.
const FEW: u32 = Lanes::COUNT as u32;

/// Where a register holds eight words, four lanes take as long as eight.
const HALVES_SAVE_TIME: bool = !cfg!(target_feature = "avx512f");

/// Half of the lanes.
const HALF: usize = Lanes::COUNT / 2;

/// How many groups of eight hold the moves of any board here. Usually one is enough.
const EIGHTS: usize = (MAX_EMPTIES as usize).div_ceil(Lanes::COUNT);

/// Boards with fewer empty squares are not cached.
const CACHE_MIN_EMPTIES: u32 = 6;

/// Solves endgames, one for each thread.
#[derive(Default)]
pub(crate) struct EndgameSolver {
    cache: Cache,
}

/// Whether a search of `depth` plies is one for this solver.
#[inline(always)]
pub(crate) fn can_solve(board: Board, depth: u32) -> bool {
    board.ends_within(depth) && board.empty().len() <= MAX_EMPTIES
}

impl EndgameSolver {
    /// Searches a board with at most [`MAX_EMPTIES`] empty squares to the end.
    pub(crate) fn solve(
        &mut self,
        board: Board,
        window: NullWindow,
        meter: &mut Meter<'_>,
    ) -> Result<i32, Stopped> {
        match board.empty().len() {
            0..=3 => Ok(solve_three_or_fewer(board, window, meter.count())),
            4 => Ok(solve_four(board, board.moves(), window, meter.count())),
            5 => {
                let squares = EmptySquares::of(board);
                Ok(solve_five(
                    board,
                    board.moves(),
                    &squares,
                    window,
                    meter.count(),
                ))
            }
            empties => {
                self.cache.allocate();
                let (hash, moves) = (board.hash(), board.moves());
                if empties <= FEW {
                    let squares = EmptySquares::of(board);
                    self.solve_six_to_eight(board, hash, moves, &squares, window, meter)
                } else {
                    self.solve_nine_or_more(board, hash, moves, window, meter)
                }
            }
        }
    }

    /// Searches a board with nine or more empty squares; `hash` and `moves` are those
    /// of `board`.
    fn solve_nine_or_more(
        &mut self,
        board: Board,
        hash: u64,
        moves: Bitboard,
        window: NullWindow,
        meter: &mut Meter<'_>,
    ) -> Result<i32, Stopped> {
        meter.tick()?;
        let known = match self.cut_off(board, hash, window) {
            Ok(known) => known,
            Err(bound) => return Ok(bound),
        };
        if moves.is_empty() {
            return match board.forced_pass() {
                Some((passed, replies)) => {
                    let window = window.flipped();
                    Ok(-self.solve_nine_or_more(passed, passed.hash(), replies, window, meter)?)
                }
                None => Ok(board.result()),
            };
        }
        if moves.len() as usize <= Lanes::COUNT {
            self.search_moves::<1>(board, moves, window, known, meter)
        } else {
            self.search_moves::<EIGHTS>(board, moves, window, known, meter)
        }
    }

    /// Searches the moves, which fit into `EIGHTS` groups of eight.
    #[inline(always)]
    fn search_moves<const EIGHTS: usize>(
        &mut self,
        board: Board,
        moves: Bitboard,
        window: NullWindow,
        known: Bounds,
        meter: &mut Meter<'_>,
    ) -> Result<i32, Stopped> {
        let mut children: Children<EIGHTS> = Children::new();
        children.generate(board, moves);
        let hashes = children.hashes();
        let cutoff = self.cache.enhanced_cutoff(children.iter(), &hashes, window);
        if let Some(bound) = cutoff {
            return Ok(bound);
        }
        #[expect(clippy::redundant_closure, reason = "a bare function is not inlined")]
        children.sort_all(|lanes| sort_keys(lanes));
        let are_few_left = board.empty().len() == FEW + 1;
        let best = best(&mut children, window, |child, window| {
            let hash = hashes.of(&child);
            let Child { board, replies, .. } = child;
            if are_few_left {
                let squares = EmptySquares::of(board);
                self.solve_six_to_eight(board, hash, replies, &squares, window, meter)
            } else {
                self.solve_nine_or_more(board, hash, replies, window, meter)
            }
        })?;
        self.store(known, best, window);
        Ok(best)
    }

    /// Searches a board with six to eight empty squares, which are among `squares`;
    /// `hash` and `moves` are those of `board`.
    fn solve_six_to_eight(
        &mut self,
        board: Board,
        hash: u64,
        moves: Bitboard,
        squares: &EmptySquares,
        window: NullWindow,
        meter: &mut Meter<'_>,
    ) -> Result<i32, Stopped> {
        meter.tick()?;
        let known = match self.cut_off(board, hash, window) {
            Ok(known) => known,
            Err(bound) => return Ok(bound),
        };
        if moves.is_empty() {
            return match board.forced_pass() {
                Some((passed, replies)) => {
                    let (hash, window) = (passed.hash(), window.flipped());
                    Ok(-self.solve_six_to_eight(passed, hash, replies, squares, window, meter)?)
                }
                None => Ok(board.result()),
            };
        }
        let are_cached = board.empty().len() > CACHE_MIN_EMPTIES;
        if let Some(Child { board, replies, .. }) = Child::only(board, moves) {
            let below = window.flipped();
            let score = -if are_cached {
                self.solve_six_to_eight(board, board.hash(), replies, squares, below, meter)?
            } else {
                solve_five(board, replies, squares, below, meter.count())
            };
            self.store(known, score, window);
            return Ok(score);
        }
        if HALVES_SAVE_TIME && moves.len() as usize <= HALF {
            let mut children: FewChildren<HALF> = FewChildren::of(board, moves);
            self.search_few(&mut children, are_cached, squares, window, known, meter)
        } else {
            let mut children = FewChildren::among(squares, board, moves);
            self.search_few(&mut children, are_cached, squares, window, known, meter)
        }
    }

    /// Searches the children of a board with six to eight empty squares; `known` are the
    /// bounds of that board, and `are_cached` is whether the children have entries in the cache.
    #[inline(always)]
    fn search_few<const N: usize>(
        &mut self,
        children: &mut FewChildren<N>,
        are_cached: bool,
        squares: &EmptySquares,
        window: NullWindow,
        known: Bounds,
        meter: &mut Meter<'_>,
    ) -> Result<i32, Stopped> {
        let best = if are_cached {
            let hashes = children.hashes();
            let cutoff = self.cache.enhanced_cutoff(children.iter(), &hashes, window);
            if let Some(bound) = cutoff {
                return Ok(bound);
            }
            best(children, window, |child, window| {
                let hash = hashes.of(&child);
                let Child { board, replies, .. } = child;
                self.solve_six_to_eight(board, hash, replies, squares, window, meter)
            })?
        } else {
            let Ok(best) = best(children, window, |child, window| {
                let Child { board, replies, .. } = child;
                Ok::<_, Infallible>(solve_five(board, replies, squares, window, meter.count()))
            });
            best
        };
        self.store(known, best, window);
        Ok(best)
    }

    /// The known bounds of a board or, as an error, a bound from stable discs or the cache
    /// that causes a cutoff.
    #[inline(always)]
    fn cut_off(&self, board: Board, hash: u64, window: NullWindow) -> Result<Bounds, i32> {
        if let Some(bound) = stability_cutoff(board, window) {
            return Err(bound);
        }
        let known = self.cache.probe(hash);
        if window.fails_high(known.lower) {
            return Err(known.lower);
        }
        if !window.fails_high(known.upper) {
            return Err(known.upper);
        }
        Ok(known)
    }

    /// Stores the score of the best move, or of one that fails high.
    #[inline(always)]
    fn store(&mut self, mut bounds: Bounds, best: i32, window: NullWindow) {
        if window.fails_high(best) {
            bounds.lower = best;
        } else {
            bounds.upper = best;
        }
        self.cache.store(bounds);
    }

    /// Enhanced transposition cutoff for a board whose children are for this solver.
    pub(crate) fn enhanced_cutoff(&self, children: &Children, window: NullWindow) -> Option<i32> {
        let hashes = children.hashes();
        self.cache.enhanced_cutoff(children.iter(), &hashes, window)
    }
}

/// The score of the best move, or of the first that fails high. `search_child` searches
/// a child with the flipped window. (The children are passed by reference: moved before
/// all of them are written, they would stall the CPU.)
#[inline(always)]
fn best<E>(
    children: &mut impl Iterator<Item = Child>,
    window: NullWindow,
    mut search_child: impl FnMut(Child, NullWindow) -> Result<i32, E>,
) -> Result<i32, E> {
    let mut best = MINUS_INFINITY;
    for child in children {
        best = best.max(-search_child(child, window.flipped())?);
        if window.fails_high(best) {
            break;
        }
    }
    Ok(best)
}

/// Searches a board with five empty squares, which are among `squares`; `moves` are
/// those of `board`.
fn solve_five(
    board: Board,
    moves: Bitboard,
    squares: &EmptySquares,
    window: NullWindow,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    if let Some(bound) = stability_cutoff(board, window) {
        return bound;
    }
    if moves.is_empty() {
        return match board.forced_pass() {
            Some((passed, replies)) => {
                -solve_five(passed, replies, squares, window.flipped(), nodes)
            }
            None => board.result(),
        };
    }
    if let Some(Child { board, replies, .. }) = Child::only(board, moves) {
        return -solve_four(board, replies, window.flipped(), nodes);
    }
    let mut search = |child: Child, window| {
        Ok::<_, Infallible>(solve_four(child.board, child.replies, window, nodes))
    };
    let Ok(best) = if HALVES_SAVE_TIME && moves.len() as usize <= HALF {
        let mut children: FewChildren<HALF> = FewChildren::of(board, moves);
        best(&mut children, window, &mut search)
    } else {
        let mut children = FewChildren::among(squares, board, moves);
        best(&mut children, window, &mut search)
    };
    best
}
