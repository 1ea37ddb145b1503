//! What is heard of a running search until it is told, and when it is enough.

use std::time::Instant;

use crate::board::{Move, Position};
use crate::search::analysis::{Analysis, Line};

/// The newest of a search; what was told already is no news.
#[derive(Debug)]
pub(super) struct News {
    goal: Goal,
    /// Whether the search begins after a pass that is the only move.
    is_behind_pass: bool,
    has_enough: bool,
    fresh: Option<Analysis>,
    told: Option<Analysis>,
}

/// Where an analysis may end; one without limits never does.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Goal {
    /// To look so many plies ahead.
    pub(super) depth: Option<u32>,
    /// To be so sure, in percent, where the depth is the end of the game.
    pub(super) selectivity: u32,
    /// To have seen so many positions.
    pub(super) nodes: Option<u64>,
    /// To have come so far in time.
    pub(super) deadline: Option<Instant>,
}

impl News {
    /// Of a search with this goal, asked for in this position, in which the side to
    /// move may have to pass.
    pub(super) fn new(goal: Goal, asked: &Position) -> News {
        News {
            goal,
            is_behind_pass: asked.must_pass(),
            has_enough: false,
            fresh: None,
            told: None,
        }
    }

    /// Replaces what was not told yet.
    pub(super) fn hear(&mut self, analysis: Analysis, empty: u32) {
        self.has_enough |= self.goal.is_reached_by(&analysis, empty);
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

    /// When to ask again.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.goal.deadline
    }

    /// Whether the goal is reached.
    pub(super) fn has_enough(&self) -> bool {
        let is_late = |deadline| Instant::now() >= deadline;
        self.has_enough || self.goal.deadline.is_some_and(is_late)
    }
}

impl Goal {
    fn is_reached_by(&self, analysis: &Analysis, empty: u32) -> bool {
        let is_deep = |line: &Line| {
            let is_sure = line.depth < empty || line.selectivity >= self.selectivity;
            line.is_exact
                || self
                    .depth
                    .is_some_and(|depth| line.depth >= depth && is_sure)
        };
        let is_limited = self.depth.is_some() || self.nodes.is_some() || self.deadline.is_some();
        is_limited && analysis.lines.iter().all(is_deep)
            || self.nodes.is_some_and(|nodes| analysis.nodes >= nodes)
    }
}
