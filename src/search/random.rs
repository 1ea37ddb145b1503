//! Any legal move, each with the same chance. It looks at nothing, which makes
//! it the opponent that every other algorithm must beat. It costs a list of the
//! moves: no position is entered.

use super::analysis::{Analysis, Line, Scope};
use super::control::{Control, Stopped};
use super::{Report, Request, Row, Searcher, Watcher};
use crate::board::Square;
use crate::score::{Bound, Score};

pub(super) const ROW: Row = Row {
    name: "random",
    summary: "any legal move, each with the same chance",
    is_exact: false,
    build: || Box::new(Random),
};

struct Random;

impl Searcher for Random {
    fn best_move(&mut self, request: &Request, _: &Control, _: Watcher<'_>) -> Report {
        let moves: Vec<Square> = request.position.moves().into_iter().collect();
        Report::unsearched(
            request
                .dice
                .pick(&moves)
                .expect("the side to move has a move"),
        )
    }

    /// All moves are alike.
    fn move_values(
        &mut self,
        request: &Request,
        _: &Control,
    ) -> Result<Vec<(Square, Score)>, Stopped> {
        Ok(request
            .position
            .moves()
            .into_iter()
            .map(|square| (square, Score::estimate(0)))
            .collect())
    }
    /// One report says all there is to say.
    fn analyze(
        &mut self,
        _: &Request,
        scope: &Scope,
        _: &Control,
        watcher: &mut dyn FnMut(Analysis),
    ) {
        let line = |square: Square| Line {
            moves: vec![square.into()],
            score: Score::estimate(0),
            bound: Bound::Exact,
            depth: 0,
            selectivity: 100,
            is_exact: false,
            visits: 1,
        };
        watcher(Analysis {
            nodes: 0,
            lines: scope
                .moves
                .into_iter()
                .take(scope.lines)
                .map(line)
                .collect(),
        });
    }
}
