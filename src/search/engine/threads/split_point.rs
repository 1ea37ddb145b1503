//! A split point: a position whose moves several threads search.

use std::sync::{Arc, PoisonError};

use crate::board::Square;
use crate::search::engine::children::{Child, Children};
use crate::search::engine::evaluation::Node;
use crate::search::engine::score::NullWindow;
use crate::search::engine::selectivity::Selectivity;
use crate::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use crate::sync::{Mutex, MutexGuard};

/// The best score so far and its move.
pub(crate) type Best = (i32, Option<Square>);

pub(crate) struct SplitPoint {
    parent: Option<Arc<SplitPoint>>,
    pub(super) search: SharedSearch,
    moves: Mutex<Moves>,
    /// Whether a move has failed high, so that the others need not be searched.
    has_cutoff: AtomicBool,
    /// The number of threads that help the one that opened the split point. It changes only
    /// under the lock of the pool.
    pub(super) helpers: AtomicUsize,
}

/// The search that the threads share.
#[derive(Clone, Copy)]
pub(super) struct SharedSearch {
    pub(super) node: Node,
    pub(super) window: NullWindow,
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
    pub(super) probcut_nesting: u32,
}

struct Moves {
    remaining: Children,
    best: Best,
    /// Whether the search of a move was abandoned.
    is_incomplete: bool,
}

impl SplitPoint {
    pub(super) fn new(
        parent: Option<Arc<SplitPoint>>,
        search: SharedSearch,
        remaining: Children,
        best: Best,
    ) -> SplitPoint {
        SplitPoint {
            parent,
            search,
            moves: Mutex::new(Moves {
                remaining,
                best,
                is_incomplete: false,
            }),
            has_cutoff: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
        }
    }

    /// Whether work below this position has become useless because a move has failed high,
    /// here or at a split point above.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.has_cutoff.load(Relaxed)
            || self
                .parent
                .as_ref()
                .is_some_and(|parent| parent.is_cut_off())
    }

    pub(super) fn is_below(&self, other: &Arc<SplitPoint>) -> bool {
        self.parent
            .as_ref()
            .is_some_and(|parent| Arc::ptr_eq(parent, other) || parent.is_below(other))
    }

    pub(super) fn has_work(&self) -> bool {
        !self.is_cut_off() && lock(&self.moves).remaining.left() > 0
    }

    /// The next move, and its place in the move order, from 1.
    pub(super) fn next_move(&self) -> Option<(usize, Child)> {
        if self.is_cut_off() {
            return None;
        }
        let mut moves = lock(&self.moves);
        let child = moves.remaining.next()?;
        Some((moves.remaining.taken(), child))
    }

    pub(super) fn add_score(&self, score: i32, square: Square) {
        let mut moves = lock(&self.moves);
        if score > moves.best.0 {
            moves.best = (score, Some(square));
        }
        if self.search.window.fails_high(score) {
            self.has_cutoff.store(true, Relaxed);
        }
    }

    /// Records that the search of a move was abandoned.
    pub(super) fn abandon_move(&self) {
        lock(&self.moves).is_incomplete = true;
    }

    /// The best move and its score. `None` if it fails low and some move was not searched,
    /// since the value is then unknown.
    pub(super) fn result(&self) -> Option<Best> {
        let moves = lock(&self.moves);
        let is_complete = !moves.is_incomplete && moves.remaining.left() == 0;
        (is_complete || self.search.window.fails_high(moves.best.0)).then_some(moves.best)
    }
}

/// Locks a mutex, even if a thread panicked while it held the lock.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::search::engine::score::MIN_SCORE;

    fn split_point(parent: Option<&Arc<SplitPoint>>) -> Arc<SplitPoint> {
        let board = Position::START.board();
        let mut children = Children::new();
        children.generate(board, board.moves());
        let search = SharedSearch {
            node: Node::of(board),
            window: NullWindow::above(0),
            depth: 6,
            selectivity: Selectivity::NONE,
            probcut_nesting: 0,
        };
        let best = (MIN_SCORE, None);
        Arc::new(SplitPoint::new(parent.cloned(), search, children, best))
    }

    #[test]
    fn a_cutoff_ends_the_work_on_everything_below() {
        let top = split_point(None);
        let middle = split_point(Some(&top));
        let bottom = split_point(Some(&middle));
        assert!(bottom.is_below(&top) && !top.is_below(&bottom));
        assert!(bottom.has_work());
        middle.add_score(1, Square::at(0, 0));
        assert!(bottom.is_cut_off() && middle.is_cut_off() && !top.is_cut_off());
        assert!(bottom.next_move().is_none() && top.next_move().is_some());
    }
}
