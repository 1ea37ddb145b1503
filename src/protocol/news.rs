//! What is heard of a running search until it is told.

use crate::board::{Move, Position};
use crate::search::analysis::Analysis;

/// The newest of a search; what was told already is no news.
#[derive(Debug)]
pub(super) struct News {
    /// Whether the search begins after a pass that is the only move.
    is_behind_pass: bool,
    fresh: Option<Analysis>,
    told: Option<Analysis>,
}

impl News {
    /// Of a search that was asked for in this position, in which the side to move
    /// may have to pass.
    pub(super) fn new(asked: &Position) -> News {
        News {
            is_behind_pass: asked.must_pass(),
            fresh: None,
            told: None,
        }
    }

    /// Replaces what was not told yet.
    pub(super) fn hear(&mut self, analysis: Analysis) {
        let news = if self.is_behind_pass {
            analysis.before_pass()
        } else {
            analysis
        };
        self.fresh = Some(news).filter(|news| self.told.as_ref() != Some(news));
    }

    /// What is to be told now.
    pub(super) fn take(&mut self) -> Option<&Analysis> {
        let fresh = self.fresh.take()?;
        Some(self.told.insert(fresh))
    }

    /// The best moves of the newest that was told.
    pub(super) fn best_line(&self) -> &[Move] {
        let best = self.told.as_ref().and_then(|told| told.lines.first());
        best.map_or(&[], |best| &best.moves)
    }
}
