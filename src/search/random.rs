//! Any legal move, each with the same chance. It looks at nothing, which makes
//! it the opponent that every other algorithm must beat. It costs a list of the
//! moves: no position is entered.

use super::analysis::Scope;
use super::control::{Control, Stopped};
use super::report::{Line, Report, Source};
use super::{OnReport, Request, Row, Searcher};
use crate::board::Square;

pub(super) const ROW: Row = Row {
    name: "random",
    summary: "any legal move, each with the same chance",
    is_exact: false,
    build: || Box::new(Random),
};

struct Random;

impl Searcher for Random {
    fn best_move(&mut self, request: &Request, _: &Control, _: OnReport<'_>) -> Report {
        let moves: Vec<Square> = request.position.moves().into_iter().collect();
        let drawn = request.dice.pick(&moves);
        let drawn = drawn.expect("the side to move has a move");
        Report::unvalued(Source::Random, drawn.into())
    }

    fn move_values(&mut self, request: &Request, _: &Control) -> Result<Report, Stopped> {
        Ok(all_alike(&Scope::all(request.position.moves())))
    }

    /// One report says all there is to say.
    fn analyze(
        &mut self,
        _: &Request,
        scope: &Scope,
        _: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        let report = all_alike(scope);
        on_report(&report);
        report
    }
}

/// The moves in the order of their squares.
fn all_alike(scope: &Scope) -> Report {
    let moves = scope.moves.into_iter().take(scope.lines);
    let lines = moves.map(|square| Line::new(vec![square.into()]));
    Report::new(Source::Random, lines.collect())
}
