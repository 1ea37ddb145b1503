//! Two algorithms in one game: `light` first, `heavy` towards the end.
//!
//! Late in the game, trees and random games are small, so there a slow algorithm makes the
//! best use of its time. `light` plays while more than `switch_at_empties` squares are
//! empty, and `heavy` the rest of the game; by default these are `greedy` and
//! `monte_carlo`.

use std::collections::HashMap;

use super::analysis::Scope;
use super::control::{Control, Stopped};
use super::report::Report;
use super::{Family, OnReport, Request, Row, Searcher, Settings};
use crate::board::Position;

pub(super) const ROW: Row = Row {
    name: "hybrid",
    summary: "a light algorithm early in the game, a heavy one later",
    family: Family::Composite,
    build: || Box::new(Hybrid::default()),
};

/// The algorithms that a hybrid can combine: all but itself.
pub(crate) fn parts() -> impl Iterator<Item = &'static Row> {
    super::all().into_iter().filter(|row| row.name != ROW.name)
}

/// The algorithm that searches a position if this one is chosen: a hybrid leaves it to one of
/// its parts.
pub(crate) fn in_charge(
    chosen: &'static Row,
    settings: &Settings,
    position: &Position,
) -> &'static Row {
    if chosen.family != Family::Composite {
        chosen
    } else if position.empty().len() > settings.switch_at_empties {
        settings.light
    } else {
        settings.heavy
    }
}

#[derive(Default)]
struct Hybrid {
    /// The searchers, kept from move to move, by the names of their algorithms.
    searchers: HashMap<&'static str, Box<dyn Searcher>>,
}

impl Hybrid {
    /// The searcher for this stage of the game.
    fn searcher(&mut self, request: &Request) -> &mut dyn Searcher {
        let row = in_charge(&ROW, &request.settings, &request.position);
        let searcher = self.searchers.entry(row.name);
        searcher.or_insert_with(row.build).as_mut()
    }
}

impl Searcher for Hybrid {
    fn best_move(
        &mut self,
        request: &Request,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        self.searcher(request)
            .best_move(request, control, on_report)
    }

    fn move_values(&mut self, request: &Request, control: &Control) -> Result<Report, Stopped> {
        self.searcher(request).move_values(request, control)
    }

    fn analyze(
        &mut self,
        request: &Request,
        scope: &Scope,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        self.searcher(request)
            .analyze(request, scope, control, on_report)
    }

    fn ponder(&mut self, request: &Request, control: &Control) {
        self.searcher(request).ponder(request, control);
    }
}
