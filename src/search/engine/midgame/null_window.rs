//! The search with a null window.

use super::move_ordering as order;
use super::probcut::StandIn;
use crate::board::Square;
use crate::search::control::Stopped;
use crate::search::engine::children::{Child, Children};
use crate::search::engine::endgame;
use crate::search::engine::evaluation::Node;
use crate::search::engine::score::{BEST, NONE, WORST};
use crate::search::engine::selectivity::Selectivity;
use crate::search::engine::stability_cutoff::stability_bound;
use crate::search::engine::threads::Worker;
use crate::search::engine::transposition_table::{Entry, Key};

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

/// What a thread does with a move of a position that it shares with others.
pub(crate) fn search_move(
    worker: &mut Worker<'_>,
    next: Node,
    alpha: i32,
    depth: u32,
    place: usize,
) -> Result<i32, Stopped> {
    worker.value_of_move(next, alpha, depth, place)
}

impl Worker<'_> {
    /// Whether the value is greater than `alpha`: a bound on the value that
    /// says so.
    pub(crate) fn refute(&mut self, node: Node, alpha: i32, depth: u32) -> Result<i32, Stopped> {
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
    fn value_of_move(
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

    pub(crate) fn remember(
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
