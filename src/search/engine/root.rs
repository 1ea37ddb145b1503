//! The root of a search: its moves and what is known of them, and the search of
//! one depth with a window around the value that is expected.

use std::cmp::Reverse;

use super::evaluation::Node;
use super::goal::Goal;
use super::score::{BEST, NONE, WORST};
use super::selectivity::Selectivity;
use super::threads::Worker;
use crate::board::{Move, Position, Square};
use crate::search::control::Stopped;
use crate::search::variation::Variation;

/// A move at the root and what is known of it.
#[derive(Clone)]
pub(super) struct RootMove {
    pub(super) square: Square,
    node: Node,
    /// For the side that makes it.
    pub(super) score: i32,
    /// How the score was found.
    pub(super) found: Goal,
    /// How many nodes it took.
    pub(super) visits: u64,
    /// The expected moves after it.
    rest: Variation,
}

impl RootMove {
    /// The expected moves, this one first.
    pub(super) fn line(&self) -> Vec<Move> {
        let mut line = Variation::EMPTY;
        line.set(Move::Place(self.square), &self.rest);
        line.to_vec()
    }
}

/// The moves of a position, best first as far as is known.
pub(super) struct Root<'w, 'a> {
    pub(super) worker: &'w mut Worker<'a>,
    pub(super) moves: Vec<RootMove>,
    pub(super) empty: u32,
}

impl<'w, 'a> Root<'w, 'a> {
    pub(super) fn new(worker: &'w mut Worker<'a>, position: &Position) -> Root<'w, 'a> {
        let board = position.board();
        let root = Node::of(board);
        let root_move = |square| {
            let flips = board.flips(square);
            RootMove {
                square,
                node: Node {
                    board: board.after(square, flips),
                    opinion: root.opinion.after(square, flips),
                },
                score: NONE,
                found: Goal {
                    depth: 0,
                    selectivity: Selectivity::DARING,
                },
                visits: 0,
                rest: Variation::EMPTY,
            }
        };
        Root {
            worker,
            empty: board.empty().len(),
            moves: board.moves().into_iter().map(root_move).collect(),
        }
    }

    /// The first ply, which nothing can stop.
    pub(super) fn look(&mut self) {
        let goal = Goal {
            depth: 1,
            selectivity: Selectivity::DARING,
        };
        for root_move in &mut self.moves {
            *self.worker.meter.count() += 1;
            root_move.score = -root_move.node.static_value();
            root_move.found = goal;
        }
        // Stable: among equals the order of the squares stays.
        self.moves.sort_by_key(|root_move| Reverse(root_move.score));
    }

    /// A move that was valued after another may have turned out to be better,
    /// if the search leaves something out.
    pub(super) fn sort(&mut self, count: usize) {
        let count = count.min(self.moves.len());
        self.moves[..count].sort_by_key(|root_move| Reverse(root_move.score));
    }

    /// The moves that are as good as the first one, which was found best; all
    /// others are shown to be worse.
    pub(super) fn equals(&mut self) -> Result<Vec<Square>, Stopped> {
        let best = &self.moves[0];
        let (score, goal) = (best.score, best.found);
        let mut equals = vec![best.square];
        self.worker.selectivity = goal.selectivity;
        for root_move in &self.moves[1..] {
            let bound = self.worker.refute(root_move.node, -score, goal.depth - 1)?;
            if -bound >= score {
                equals.push(root_move.square);
            }
        }
        equals.sort();
        Ok(equals)
    }

    /// Finds the best of the moves from `first` on, and puts it there. If the
    /// search is stopped, the best so far is there.
    pub(super) fn find_best(&mut self, first: usize, goal: Goal) -> Result<(), Stopped> {
        let is_to_the_end = goal.depth >= self.empty;
        self.worker.selectivity = goal.selectivity;
        let mut guess = self.moves[first].score;
        // Results are even, so that one on each side is room enough.
        let mut room = if is_to_the_end { 1 } else { 2 };
        if is_to_the_end {
            guess = guess / 2 * 2;
        }
        let [mut alpha, mut beta] = [guess - room, guess + room];
        let [mut was_low, mut was_high] = [false; 2];
        loop {
            // The greatest and the least score must be inside, too.
            [alpha, beta] = [alpha.max(WORST - 1), beta.min(BEST + 1)];
            let score = self.search(first, goal, [alpha, beta])?;
            // Where something is left out, one search may contradict another.
            // After that the window only grows, so that it comes to an end.
            if score <= alpha {
                was_low = true;
                beta = if was_high { beta } else { score + 1 };
                alpha = score - room;
            } else if score >= beta {
                was_high = true;
                alpha = if was_low { alpha } else { score - 1 };
                beta = score + room;
            } else {
                return Ok(());
            }
            room *= 2;
        }
    }

    fn search(
        &mut self,
        first: usize,
        goal: Goal,
        [mut alpha, beta]: [i32; 2],
    ) -> Result<i32, Stopped> {
        let mut best = NONE;
        for index in first..self.moves.len() {
            let before = self.worker.meter.tell();
            let node = self.moves[index].node;
            let depth = goal.depth - 1;
            let mut rest = Variation::EMPTY;
            let mut score = NONE;
            if index > first {
                score = -self.worker.refute(node, !alpha, depth)?;
            }
            if index == first || score > alpha && score < beta {
                let alpha = if index == first { alpha } else { score - 1 };
                let window = [-beta, -alpha];
                score = -self.worker.principal(node, window, depth, &mut rest)?;
            }
            self.moves[index].visits += self.worker.meter.tell() - before;
            if score > best {
                best = score;
                if score > alpha {
                    self.moves[first..=index].rotate_right(1);
                    // A score outside the window is a bound, not a value: until
                    // the next window tells, the one known before stands.
                    if score < beta {
                        let root_move = &mut self.moves[first];
                        root_move.score = score;
                        root_move.found = goal;
                        root_move.rest = rest;
                    }
                    alpha = score;
                }
            }
            if best >= beta.min(BEST) {
                break;
            }
        }
        Ok(best)
    }
}
