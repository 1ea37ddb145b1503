//! The analysis of those who look a number of plies ahead: the true value of
//! each root move, one ply deep, then two, and so on.
//!
//! A search for a move needs the value of the best one only, and prunes the
//! rest; here every move gets the full window, since each is to be compared.

use std::cmp::Reverse;

use super::analysis::Scope;
use super::control::{Control, Limits, Stopped};
use super::horizon::Horizon;
use super::lookahead::{Lookahead, RootMove};
use super::report::{Line, Report, Source};
use super::{OnReport, Request};
use crate::score::Window;

/// Deepens until the control says stop or all is known. The first depth is free
/// of all limits: it takes microseconds, and there is always something to report.
pub(super) fn deepen(
    algorithm: &impl Lookahead,
    request: &Request,
    scope: &Scope,
    control: &Control,
    on_report: OnReport<'_>,
) -> Report {
    let free = Control::new(Limits::default());
    let mut search = MultiPv::new(request, &free);
    search
        .search(algorithm, scope, 1)
        .expect("nothing stops the first depth");
    let mut report = search.report(scope, control);
    on_report(&report);
    search.continue_under(control);
    for depth in 2..=algorithm.deepest() {
        if search.is_all_known || search.search(algorithm, scope, depth).is_err() {
            break;
        }
        report = search.report(scope, control);
        on_report(&report);
    }
    report
}

/// The true values of all moves at one depth.
pub(super) fn value_all(
    algorithm: &impl Lookahead,
    request: &Request,
    control: &Control,
    depth: u32,
) -> Result<Report, Stopped> {
    let scope = Scope::all(request.position.moves());
    let mut search = MultiPv::new(request, control);
    search.search(algorithm, &scope, depth)?;
    Ok(search.report(&scope, control))
}

/// The true values of some root moves, to one depth after the other.
struct MultiPv<'a> {
    request: &'a Request,
    horizon: Horizon<'a>,
    /// What each root move has cost so far, by its square.
    visits: [u64; 64],
    /// Best first.
    lines: Vec<Line>,
    /// Whether no value rests on an estimate: a deeper search finds nothing else.
    is_all_known: bool,
}

impl<'a> MultiPv<'a> {
    fn new(request: &'a Request, control: &'a Control) -> MultiPv<'a> {
        MultiPv {
            request,
            horizon: Horizon::new(request, control),
            visits: [0; 64],
            lines: Vec::new(),
            is_all_known: false,
        }
    }

    /// Obeys this control from now on.
    fn continue_under(&mut self, control: &'a Control) {
        let nodes = self.horizon.nodes();
        self.horizon = Horizon::new(self.request, control);
        self.horizon.add(nodes);
    }

    /// Values all the moves, or changes nothing.
    fn search(
        &mut self,
        algorithm: &impl Lookahead,
        scope: &Scope,
        depth: u32,
    ) -> Result<(), Stopped> {
        let mut found = Vec::new();
        self.horizon.has_estimated = false;
        for square in scope.moves {
            let before = self.horizon.nodes();
            let horizon = &mut self.horizon;
            let window = Window::FULL;
            let position = &self.request.position;
            found.push(RootMove::search(
                algorithm, horizon, position, square, depth, window,
            )?);
            self.visits[square.index()] += self.horizon.nodes() - before;
        }
        // The order of the squares among equals, as when a move is chosen.
        found.sort_by_key(|found| (Reverse(found.score), found.square));
        let line = |found: &RootMove| found.line(self.request, self.visits[found.square.index()]);
        self.lines = found.iter().map(line).collect();
        self.is_all_known = !self.horizon.has_estimated;
        Ok(())
    }

    fn report(&self, scope: &Scope, control: &Control) -> Report {
        let best = self.lines.iter().take(scope.lines).cloned();
        Report {
            nodes: self.horizon.nodes(),
            time: control.elapsed(),
            ..Report::new(Source::Search, best.collect())
        }
    }
}
