//! The root of a search: its moves, and one iteration of iterative deepening with an
//! aspiration window.

use std::cmp::Reverse;

use super::evaluation::Node;
use super::goal::Goal;
use super::midgame::{null_window_search, principal_variation_search};
use super::score::{MAX_SCORE, MIN_SCORE, MINUS_INFINITY, NullWindow, Window};
use super::selectivity::Selectivity;
use super::threads::Worker;
use crate::board::{Bitboard, Move, Position, Square};
use crate::score::Bound;
use crate::search::control::Stopped;
use crate::search::pv::Pv;
use crate::search::symmetric_moves::SymmetricMoves;

/// A root move and what is known about it.
#[derive(Clone)]
pub(super) struct RootMove {
    /// The move, and those that need no search because they are symmetric to it.
    pub(super) moves: SymmetricMoves,
    node: Node,
    /// For the side that makes the move.
    pub(super) score: i32,
    /// A score outside the [limits](Root::limits) is only a bound.
    pub(super) bound: Bound,
    /// The depth and the selectivity of the search that found the score.
    pub(super) searched: Goal,
    /// The number of nodes searched for this move so far.
    pub(super) visits: u64,
    /// The principal variation after the move.
    child_pv: Pv,
}

impl RootMove {
    /// The principal variation, this move first.
    pub(super) fn line(&self) -> Vec<Move> {
        let mut line = Pv::EMPTY;
        line.set(Move::Place(self.moves.square), &self.child_pv);
        line.to_vec()
    }

    /// Stores that a search to the end found this bound. Results are even, and none is
    /// beyond the extreme ones.
    fn set_bound(&mut self, bound: Bound, score: i32, searched: Goal) {
        let even = score.div_euclid(2) * 2;
        self.score = match bound {
            Bound::Lower => even + (score - even) * 2,
            Bound::Upper | Bound::Exact => even,
        };
        let is_extreme = match bound {
            Bound::Lower => self.score >= MAX_SCORE,
            Bound::Upper => self.score <= MIN_SCORE,
            Bound::Exact => true,
        };
        self.bound = if is_extreme { Bound::Exact } else { bound };
        self.searched = searched;
        self.child_pv = Pv::EMPTY;
    }
}

pub(super) struct Root<'w, 'a> {
    pub(super) worker: &'w mut Worker<'a>,
    /// Best first, as far as is known.
    pub(super) moves: Vec<RootMove>,
    pub(super) empties: u32,
    /// The results that searches to the end have to distinguish.
    pub(super) limits: Window,
}

impl<'w, 'a> Root<'w, 'a> {
    /// A root with these legal moves only.
    pub(super) fn new(
        worker: &'w mut Worker<'a>,
        position: &Position,
        moves: Bitboard,
    ) -> Root<'w, 'a> {
        let board = position.board();
        let root = Node::of(board);
        let root_move = |moves: SymmetricMoves| {
            let square = moves.square;
            let flips = board.flips(square);
            RootMove {
                moves,
                node: Node {
                    board: board.after(square, flips),
                    accumulator: root.accumulator.after(square, flips),
                },
                score: MINUS_INFINITY,
                bound: Bound::Exact,
                searched: Goal {
                    depth: 0,
                    selectivity: Selectivity::MIDGAME,
                },
                visits: 0,
                child_pv: Pv::EMPTY,
            }
        };
        Root {
            limits: Window::FULL,
            worker,
            empties: board.empty().len(),
            moves: SymmetricMoves::group(position, moves)
                .into_iter()
                .map(root_move)
                .collect(),
        }
    }

    /// The first iteration, which cannot be stopped: it takes microseconds, and guarantees
    /// that there is a move to play.
    pub(super) fn search_one_ply(&mut self) {
        let goal = Goal {
            depth: 1,
            selectivity: Selectivity::MIDGAME,
        };
        for root_move in &mut self.moves {
            *self.worker.meter.count() += 1;
            root_move.score = -root_move.node.leaf_score();
            root_move.searched = goal;
        }
        // The sort is stable, so equal moves stay sorted by square.
        self.moves.sort_by_key(|root_move| Reverse(root_move.score));
    }

    /// Sorts the first `count` moves. In a selective search a move that is searched
    /// after another may turn out to be better.
    pub(super) fn sort(&mut self, count: usize) {
        let count = count.min(self.moves.len());
        self.moves[..count].sort_by_key(|root_move| Reverse(root_move.score));
    }

    /// The moves that are as good as the first one, which was found to be the best. The
    /// others are shown to be worse.
    pub(super) fn equally_good_moves(&mut self) -> Result<Vec<Square>, Stopped> {
        let best = &self.moves[0];
        let (score, goal) = (best.score, best.searched);
        let mut squares: Vec<Square> = best.moves.squares().collect();
        self.worker.selectivity = goal.selectivity;
        // It is enough to know whether a move is worth `score` or more.
        let window = NullWindow::above(score - 1).flipped();
        for root_move in &self.moves[1..] {
            let bound = null_window_search(self.worker, root_move.node, window, goal.depth - 1)?;
            if -bound >= score {
                squares.extend(root_move.moves.squares());
            }
        }
        squares.sort();
        Ok(squares)
    }

    /// Finds the best of the moves from `first` on and puts it there, searching with an
    /// aspiration window around the last score. If the search is stopped, the best move
    /// found so far is in that place.
    ///
    /// Returns for how many moves the score is now known: one, or all of them if none is
    /// above the lower limit.
    pub(super) fn find_best(&mut self, first: usize, goal: Goal) -> Result<usize, Stopped> {
        let is_to_the_end = goal.depth >= self.empties;
        let mut limits = Window::FULL;
        self.worker.selectivity = goal.selectivity;
        let mut expected = self.moves[first].score;
        let mut margin = 2;
        if is_to_the_end {
            // Results are even, so one disc to each side is enough.
            expected = expected / 2 * 2;
            margin = 1;
            limits = self.limits;
        }
        let mut window = Window {
            alpha: expected - margin,
            beta: expected + margin,
        };
        let [mut failed_low, mut failed_high] = [false; 2];
        loop {
            window.alpha = window.alpha.clamp(limits.alpha, limits.beta - 1);
            window.beta = window.beta.clamp(window.alpha + 1, limits.beta);
            let score = self.search(first, goal, window)?;
            if score <= limits.alpha {
                for root_move in &mut self.moves[first..] {
                    root_move.set_bound(Bound::Upper, score, goal);
                }
                return Ok(self.moves.len() - first);
            }
            if score >= limits.beta {
                self.moves[first].set_bound(Bound::Lower, score, goal);
                return Ok(1);
            }
            // A selective search may fail low after it has failed high. From then on
            // the window only grows, so that the loop terminates.
            if score <= window.alpha {
                failed_low = true;
                if !failed_high {
                    window.beta = score + 1;
                }
                window.alpha = score - margin;
            } else if score >= window.beta {
                failed_high = true;
                if !failed_low {
                    window.alpha = score - 1;
                }
                window.beta = score + margin;
            } else {
                return Ok(1);
            }
            margin *= 2;
        }
    }

    /// Searches the moves from `first` on. If the best of them does not fail low, it is moved
    /// to that place.
    fn search(&mut self, first: usize, goal: Goal, mut window: Window) -> Result<i32, Stopped> {
        let mut best = MINUS_INFINITY;
        let depth = goal.depth - 1;
        for index in first..self.moves.len() {
            let before = self.worker.meter.publish();
            let node = self.moves[index].node;
            let is_first = index == first;
            let mut child_pv = Pv::EMPTY;
            let mut score = MINUS_INFINITY;
            if !is_first {
                let null_window = NullWindow::above(window.alpha).flipped();
                score = -null_window_search(self.worker, node, null_window, depth)?;
            }
            if is_first || score > window.alpha && score < window.beta {
                let alpha = if is_first { window.alpha } else { score - 1 };
                let window = Window { alpha, ..window }.flipped();
                score =
                    -principal_variation_search(self.worker, node, window, depth, &mut child_pv)?;
            }
            self.moves[index].visits += self.worker.meter.publish() - before;
            if score > best {
                best = score;
                if score > window.alpha {
                    self.moves[first..=index].rotate_right(1);
                    // A score above the window is only a bound, so the previous value
                    // is kept until a wider window gives a new one.
                    if score < window.beta {
                        let root_move = &mut self.moves[first];
                        root_move.score = score;
                        root_move.bound = Bound::Exact;
                        root_move.searched = goal;
                        root_move.child_pv = child_pv;
                    }
                    window.alpha = score;
                }
            }
            if best >= window.beta.min(MAX_SCORE) {
                break;
            }
        }
        Ok(best)
    }
}
