//! Counts what there may be only a few of.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A limited number of places.
pub(super) struct Places {
    taken: Arc<AtomicUsize>,
    most: usize,
}

/// One of the places, which becomes free when this is dropped.
pub(super) struct Place(Arc<AtomicUsize>);

impl Places {
    pub(super) fn new(most: usize) -> Places {
        Places {
            taken: Arc::default(),
            most,
        }
    }

    pub(super) fn take(&self) -> Option<Place> {
        let more = |taken| (taken < self.most).then_some(taken + 1);
        let is_free = self.taken.fetch_update(Relaxed, Relaxed, more).is_ok();
        is_free.then(|| Place(Arc::clone(&self.taken)))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_become_free_again() {
        let places = Places::new(2);
        let first = places.take();
        let second = places.take();
        assert!(first.is_some() && second.is_some() && places.take().is_none());
        drop(first);
        assert!(places.take().is_some());
    }
}
