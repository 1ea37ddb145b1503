//! A legal move drawn at random; all are equally likely.
//!
//! It searches nothing and enters no node. Every other algorithm has to beat it.

use super::analysis::Scope;
use super::control::{Control, Stopped};
use super::report::{Line, Report, Source};
use super::{Family, OnReport, Request, Row, Searcher};
use crate::board::Square;

pub(super) const ROW: Row = Row {
    name: "random",
    summary: "any legal move, each with the same chance",
    family: Family::Rule,
    build: || Box::new(Random),
};

struct Random;

impl Searcher for Random {
    fn best_move(&mut self, request: &Request, _: &Control, _: OnReport<'_>) -> Report {
        let moves: Vec<Square> = request.position.moves().into_iter().collect();
        let chosen = request.seed.pick(&moves);
        let chosen = chosen.expect("the side to move has a move");
        Report::unvalued(Source::Random, chosen.into())
    }

    fn move_values(&mut self, request: &Request, _: &Control) -> Result<Report, Stopped> {
        Ok(unvalued(&Scope::all(request.position.moves())))
    }

    /// There is nothing to search, so there is a single report.
    fn analyze(
        &mut self,
        _: &Request,
        scope: &Scope,
        _: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        let report = unvalued(scope);
        on_report(&report);
        report
    }
}

/// The moves, sorted by square and without values.
fn unvalued(scope: &Scope) -> Report {
    let moves = scope.moves.into_iter().take(scope.lines);
    let lines = moves.map(|square| Line::new(vec![square.into()]));
    Report::new(Source::Random, lines.collect())
}
