//! One thread of a search: principal variation search in whole discs.
//!
//! [`Worker::principal`] values the positions that both sides are expected to
//! reach, with the line of play. [`Worker::refute`] only says of all others
//! whether they are better than that, with a null window. Both search `depth`
//! plies, or to the end of the game if `depth` is the number of empty squares;
//! a pass costs no depth. Values from beyond the horizon are opinions, rounded
//! to whole discs.

use std::sync::Arc;

use super::board::Board;
use super::children::Children;
use super::eight::Child;
use super::endgame::{self, Endgame};
use super::horizon;
use super::last::NONE;
use super::opinion::{Opinion, Opinions};
use super::order;
use super::probcut::{Selectivity, StandIn};
use super::split::{Pool, Split};
use super::stability::stability_bound;
use super::table::{Entry, Key, Table};
use crate::board::{Move, Square};
use crate::search::control::{Meter, Stopped};
use crate::search::variation::Variation;

/// The best and the worst result.
pub(super) const BEST: i32 = 64;
pub(super) const WORST: i32 = -BEST;

/// How deep a search must be for its children to be looked up before they are
/// searched.
const LOOK_AHEAD: u32 = 5;

/// A daring search looks less deep at the moves from this place on. If one seems to be
/// good nevertheless, it is searched like the others.
const LATE: usize = 4;

/// How many plies less: an even number, since who has the last move is worth something.
const LESS: u32 = 2;

/// How deep a search must be for that.
const DOUBTED: u32 = 3;

/// How many stand-ins may stand in for each other.
const NESTED_PROBCUTS: u32 = 2;

const LOOK_UPS_PER_LOOK: u32 = 64;

/// A board with the opinion about it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) board: Board,
    pub(super) opinion: Opinion,
}

impl Node {
    pub(super) fn of(board: Board) -> Node {
        Node {
            board,
            opinion: Opinion::of(board),
        }
    }

    #[inline(always)]
    pub(super) fn after(self, child: &Child) -> Node {
        let flips = self.board.opponent ^ child.board.mover;
        Node {
            board: child.board,
            opinion: self.opinion.after(child.square, flips),
        }
    }

    pub(super) fn pass(self) -> Node {
        Node {
            board: self.board.pass(),
            opinion: self.opinion.pass(),
        }
    }

    /// The value at the horizon: the result if the game is over.
    pub(super) fn static_value(self) -> i32 {
        let is_over = self.board.moves().is_empty() && self.board.pass().moves().is_empty();
        if is_over {
            self.board.result()
        } else {
            self.estimate()
        }
    }

    /// The opinion at the horizon in whole discs.
    fn estimate(self) -> i32 {
        self.estimate_by(self.opinion.value(self.board))
    }

    /// The same, if the opinion is this.
    fn estimate_by(self, opinion: i32) -> i32 {
        let value = horizon::value(opinion, self.board.empty().len());
        (value + value.signum() * Opinion::FINE / 2) / Opinion::FINE
    }
}

/// A thread's part of a search.
pub(super) struct Worker<'a> {
    pub(super) table: &'a Table,
    pub(super) pool: &'a Pool<'a>,
    pub(super) meter: Meter<'a>,
    pub(super) endgame: Endgame,
    pub(super) opinions: Opinions,
    pub(super) selectivity: Selectivity,
    /// Counts up to [`LOOK_UPS_PER_LOOK`].
    look_ups: u32,
    /// How many stand-in searches this one is nested in.
    pub(super) nested: u32,
    /// The shared position that this thread helps with, if it does.
    pub(super) split: Option<Arc<Split>>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(table: &'a Table, pool: &'a Pool<'a>) -> Worker<'a> {
        Worker {
            table,
            pool,
            meter: pool.control.meter(),
            endgame: Endgame::default(),
            opinions: Opinions::default(),
            selectivity: Selectivity::NONE,
            look_ups: 0,
            nested: 0,
            split: None,
        }
    }

    /// Counts a node, unless the search must stop.
    #[inline(always)]
    pub(super) fn enter(&mut self) -> Result<(), Stopped> {
        if self.meter.is_due() {
            self.look()?;
        }
        self.meter.tick()
    }

    /// Counts a node that is looked up in the table. The first touch of a page of
    /// it may take a tenth of a millisecond, so the clock cannot wait for long.
    fn enter_table(&mut self) -> Result<(), Stopped> {
        self.look_ups = (self.look_ups + 1) % LOOK_UPS_PER_LOOK;
        if self.look_ups == 0 {
            self.look()?;
        }
        self.enter()
    }

    fn look(&mut self) -> Result<(), Stopped> {
        let is_settled = self.split.as_ref().is_some_and(|split| split.is_settled());
        if is_settled {
            Err(Stopped)
        } else {
            self.meter.look()
        }
    }

    /// Whether the value is greater than `alpha`: a bound on the value that
    /// says so.
    pub(super) fn refute(&mut self, node: Node, alpha: i32, depth: u32) -> Result<i32, Stopped> {
        if endgame::is_for(node.board, depth) {
            return self.endgame.solve(node.board, alpha, &mut self.meter);
        }
        if depth == 0 {
            self.enter()?;
            return Ok(node.estimate());
        }
        self.enter_table()?;
        let key = Key::of(node.board);
        self.table.prepare(key);
        if let Some(bound) = stability_bound(node.board, alpha) {
            return Ok(bound);
        }
        let mut known_best = [None; 2];
        if let Some(entry) = self.table.find(key) {
            if entry.is_as_good_as(depth, self.selectivity) {
                if entry.lower > alpha {
                    return Ok(entry.lower);
                }
                if entry.upper <= alpha {
                    return Ok(entry.upper);
                }
            }
            // What seems good some plies on is seldom what is quickest shown to be good at
            // the end: without it, the moves are put in a better order.
            if node.board.ends_within(entry.depth) || !node.board.ends_within(depth) {
                known_best = entry.moves;
            }
        }
        let moves = node.board.moves();
        if moves.is_empty() {
            let passed = node.pass();
            return if passed.board.moves().is_empty() {
                Ok(node.board.result())
            } else {
                Ok(-self.refute(passed, !alpha, depth)?)
            };
        }
        if let Some(bound) = self.stand_in(node, alpha, depth)? {
            return Ok(bound);
        }
        let mut children: Children = Children::new();
        children.list(node.board, moves);
        if wins_all(&children) {
            return Ok(BEST);
        }
        if let Some(bound) = self.look_ahead(&children, alpha, depth) {
            return Ok(bound);
        }
        // Mostly the move that was best before refutes, and no other is looked at.
        let is_best_known = order::rank(node.board, &mut children, known_best, depth);
        if !is_best_known {
            order::refine(self, node, &mut children, depth)?;
        }
        let mut best = (NONE, None);
        while let Some(child) = children.next() {
            let score = self.value_of_move(node.after(&child), alpha, depth, children.taken())?;
            if score > best.0 {
                best = (score, Some(child.square));
            }
            if score > alpha {
                break;
            }
            if is_best_known && children.taken() == 1 {
                order::refine(self, node, &mut children, depth)?;
            }
            if self.pool.wants_work(depth) && children.left() > 1 {
                best = self.share(node, children, best, alpha, depth)?;
                break;
            }
        }
        self.remember(key, depth, best, [alpha, alpha + 1]);
        Ok(best.0)
    }

    /// Whether a move is better than `alpha`, in a search of `depth` plies: `next` is
    /// the board after it, and it is the `place`-th in the order of the moves, from 1.
    pub(super) fn value_of_move(
        &mut self,
        next: Node,
        alpha: i32,
        depth: u32,
        place: usize,
    ) -> Result<i32, Stopped> {
        let is_to_the_end = next.board.ends_within(depth - 1);
        let is_doubtful = place >= LATE && depth >= DOUBTED && !is_to_the_end;
        if is_doubtful && self.selectivity == Selectivity::DARING {
            let score = -self.refute(next, !alpha, depth - 1 - LESS)?;
            if score <= alpha {
                return Ok(score);
            }
        }
        Ok(-self.refute(next, !alpha, depth - 1)?)
    }

    /// The value within the window `[alpha, beta]`, a bound outside; `line`
    /// becomes what both sides then play, as far as the search goes.
    pub(super) fn principal(
        &mut self,
        node: Node,
        [mut alpha, beta]: [i32; 2],
        depth: u32,
        line: &mut Variation,
    ) -> Result<i32, Stopped> {
        line.clear();
        if beta - alpha == 1 {
            return self.refute(node, alpha, depth);
        }
        self.enter()?;
        if depth == 0 {
            return Ok(node.static_value());
        }
        let moves = node.board.moves();
        let mut rest = Variation::EMPTY;
        if moves.is_empty() {
            let passed = node.pass();
            if passed.board.moves().is_empty() {
                return Ok(node.board.result());
            }
            let score = -self.principal(passed, [-beta, -alpha], depth, &mut rest)?;
            line.set(Move::Pass, &rest);
            return Ok(score);
        }
        let key = Key::of(node.board);
        // Here the best move itself is sought, so whatever was best before is of use.
        let known_best = self.table.find(key).map_or([None; 2], |entry| entry.moves);
        let mut children: Children = Children::new();
        children.list(node.board, moves);
        let first_alpha = alpha;
        order::rank(node.board, &mut children, known_best, depth);
        order::refine(self, node, &mut children, depth)?;
        let mut best = (NONE, None);
        for child in children.by_ref() {
            let next = node.after(&child);
            let mut score = NONE;
            if best.1.is_some() {
                score = -self.refute(next, !alpha, depth - 1)?;
            }
            if best.1.is_none() || score > alpha && score < beta {
                // The line of a value at the very edge counts, too.
                let alpha = if best.1.is_none() { alpha } else { score - 1 };
                score = -self.principal(next, [-beta, -alpha], depth - 1, &mut rest)?;
                if score > best.0 {
                    line.set(Move::Place(child.square), &rest);
                }
            }
            if score > best.0 {
                best = (score, Some(child.square));
            }
            alpha = alpha.max(best.0);
            if alpha >= beta.min(BEST) {
                break;
            }
        }
        self.remember(key, depth, best, [first_alpha, beta]);
        Ok(best.0)
    }

    /// A bound from a shallower search whose value is so far outside the window
    /// that the deep one's is most likely outside, too.
    fn stand_in(&mut self, node: Node, alpha: i32, depth: u32) -> Result<Option<i32>, Stopped> {
        if self.nested >= NESTED_PROBCUTS {
            return Ok(None);
        }
        let (Some(stand_in), Some(errors)) = (
            StandIn::of(depth, node.board.empty().len()),
            self.selectivity.errors(),
        ) else {
            return Ok(None);
        };
        let shallow = stand_in.shallow;
        let margin = (errors * stand_in.error()).ceil() as i32;
        let estimate = node.estimate_by(self.opinions.value(&node.opinion, node.board));
        let high = alpha + 1 + margin;
        let low = alpha - margin;
        if shallow == 0 {
            let is_high = high <= BEST && estimate >= high;
            let is_low = low >= WORST && estimate <= low;
            return Ok((is_high || is_low).then_some(if is_high { alpha + 1 } else { alpha }));
        }
        // Only where the opinion already leans that way is it worth a try: by half of its
        // error as measured, which is a third of that by the weights.
        let lean = (errors * stand_in.opinion().error() / 3.0).ceil() as i32;
        let mut bound = None;
        self.nested += 1;
        if high <= BEST && estimate >= high - lean {
            if self.refute(node, high - 1, shallow)? >= high {
                bound = Some(alpha + 1);
            }
        } else if low >= WORST && estimate <= low + lean && self.refute(node, low, shallow)? <= low
        {
            bound = Some(alpha);
        }
        self.nested -= 1;
        Ok(bound)
    }

    /// A bound from what is known of a child.
    fn look_ahead(&self, children: &Children, alpha: i32, depth: u32) -> Option<i32> {
        if endgame::is_for(children.at(0).board, depth - 1) {
            return self.endgame.look_ahead(children, alpha);
        }
        // At the horizon nothing is remembered.
        if depth == 1 {
            return None;
        }
        let hashes = children.hashes();
        let key = |child: &Child| Key::with_hash(child.board, hashes.of(child));
        // Even if nobody looks now: memory is slow, and all will be searched soon.
        for child in children.iter() {
            self.table.prepare(key(&child));
        }
        if depth < LOOK_AHEAD {
            return None;
        }
        children.iter().find_map(|child| {
            let entry = self.table.find(key(&child))?;
            let is_enough = entry.is_as_good_as(depth - 1, self.selectivity);
            (is_enough && -entry.upper > alpha).then_some(-entry.upper)
        })
    }

    pub(super) fn remember(
        &self,
        key: Key,
        depth: u32,
        (score, square): (i32, Option<Square>),
        [alpha, beta]: [i32; 2],
    ) {
        let entry = Entry {
            lower: if score > alpha { score } else { WORST },
            upper: if score < beta { score } else { BEST },
            depth,
            selectivity: self.selectivity.index(),
            moves: [square, None],
        };
        self.table.store(key, entry);
    }
}

/// Whether a move takes the other side's last disc.
fn wins_all(children: &Children) -> bool {
    children.iter().any(|child| child.board.mover.is_empty())
}
