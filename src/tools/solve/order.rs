//! Passes results on in the order of their positions, although they are found in any order.

use std::collections::BTreeMap;

/// Results that wait for those before them.
pub(super) struct InOrder<T> {
    next: usize,
    waiting: BTreeMap<usize, T>,
}

impl<T> InOrder<T> {
    pub(super) fn new() -> InOrder<T> {
        InOrder {
            next: 0,
            waiting: BTreeMap::new(),
        }
    }

    /// Takes the result with this index, and returns those for which all earlier ones have
    /// been returned.
    pub(super) fn add(&mut self, index: usize, result: T) -> Vec<T> {
        self.waiting.insert(index, result);
        let mut ready = Vec::new();
        while let Some(result) = self.waiting.remove(&self.next) {
            ready.push(result);
            self.next += 1;
        }
        ready
    }

    /// What still waits, in order, after a run that was stopped early.
    pub(super) fn rest(self) -> impl Iterator<Item = T> {
        self.waiting.into_values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_out_in_order() {
        let mut order = InOrder::new();
        assert!(order.add(1, 'b').is_empty());
        assert_eq!(order.add(0, 'a'), ['a', 'b']);
        assert!(order.add(3, 'd').is_empty());
        assert!(order.add(5, 'f').is_empty());
        assert_eq!(order.rest().collect::<Vec<_>>(), ['d', 'f']);
    }
}
