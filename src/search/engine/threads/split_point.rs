//! A position whose moves several threads search.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::board::Square;
use crate::search::engine::children::{Child, Children};
use crate::search::engine::evaluation::Node;
use crate::search::engine::selectivity::Selectivity;

/// A value and the move that has it.
pub(crate) type Best = (i32, Option<Square>);

/// A position whose moves several threads search.
pub(crate) struct Split {
    pub(super) parent: Option<Arc<Split>>,
    pub(super) node: Node,
    pub(super) alpha: i32,
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
    pub(super) nested: u32,
    pub(super) work: Mutex<Work>,
    /// The value is known to be greater than `alpha`: no more work.
    pub(super) is_refuted: AtomicBool,
    /// Threads at work beside the one that opened it. Changes under the lock of
    /// the pool.
    pub(super) helpers: AtomicUsize,
}

pub(super) struct Work {
    pub(super) children: Children,
    pub(super) best: Best,
    /// A move was not searched to the end.
    pub(super) is_broken: bool,
}

impl Split {
    /// Whether there is no more use in working below this position.
    pub(crate) fn is_settled(&self) -> bool {
        self.is_refuted.load(Relaxed)
            || self
                .parent
                .as_ref()
                .is_some_and(|parent| parent.is_settled())
    }

    pub(super) fn is_below(&self, other: &Arc<Split>) -> bool {
        self.parent
            .as_ref()
            .is_some_and(|parent| Arc::ptr_eq(parent, other) || parent.is_below(other))
    }

    pub(super) fn has_work(&self) -> bool {
        !self.is_settled() && lock(&self.work).children.left() > 0
    }

    /// The next move, after its place in the order of all.
    pub(super) fn take(&self) -> Option<(usize, Child)> {
        if self.is_settled() {
            return None;
        }
        let mut work = lock(&self.work);
        let child = work.children.next()?;
        Some((work.children.taken(), child))
    }

    pub(super) fn report(&self, score: i32, square: Square) {
        let mut work = lock(&self.work);
        if score > work.best.0 {
            work.best = (score, Some(square));
        }
        if score > self.alpha {
            self.is_refuted.store(true, Relaxed);
        }
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn split(parent: Option<&Arc<Split>>) -> Arc<Split> {
        let board = Position::START.board();
        let mut children = Children::new();
        children.list(board, board.moves());
        Arc::new(Split {
            parent: parent.cloned(),
            node: Node::of(board),
            alpha: 0,
            depth: 6,
            selectivity: Selectivity::NONE,
            nested: 0,
            work: Mutex::new(Work {
                children,
                best: (-64, None),
                is_broken: false,
            }),
            is_refuted: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
        })
    }

    #[test]
    fn a_refutation_settles_everything_below() {
        let top = split(None);
        let middle = split(Some(&top));
        let bottom = split(Some(&middle));
        assert!(bottom.is_below(&top) && !top.is_below(&bottom));
        assert!(bottom.has_work());
        middle.report(1, Square::at(0, 0));
        assert!(bottom.is_settled() && middle.is_settled() && !top.is_settled());
        assert!(bottom.take().is_none() && top.take().is_some());
    }
}
