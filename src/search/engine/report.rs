//! What the engine reports about the moves at its root.

use super::goal::Goal;
use super::root::{Root, RootMove};
use crate::board::Position;
use crate::score::{Bound, Score};
use crate::search::report::{Line, Report, Source};
use crate::search::value::{Unit, Value};

/// What is known about the `count` best moves.
pub(super) fn report(root: &Root<'_, '_>, count: usize) -> Report {
    let lines = root.moves.iter().flat_map(|root_move| {
        let searched = line(root, root_move);
        root_move.moves.lines(searched)
    });
    let lines: Vec<Line> = lines.take(count).collect();
    let source = match lines[0].depth >= root.empties {
        true => Source::Solver,
        false => Source::Search,
    };
    let control = root.worker.pool.control;
    Report {
        nodes: control.spent(),
        time: control.elapsed(),
        ..Report::new(source, lines)
    }
}

/// What is known about the best move of a search that was stopped during an iteration.
/// Another move, not searched yet, may be better.
pub(super) fn unfinished(root: &mut Root<'_, '_>) -> Report {
    root.worker.meter.publish();
    let mut report = report(root, 1);
    let best = &mut report.lines[0];
    if std::mem::take(&mut best.is_exact) {
        best.bound = Bound::Lower;
    }
    report
}

/// The result of a game that is over.
pub(super) fn finished_game(position: &Position) -> Report {
    let line = Line {
        value: Some(Value {
            score: Score::result(position.result()),
            unit: Unit::DISCS,
        }),
        is_exact: true,
        ..Line::new(Vec::new())
    };
    Report::new(Source::Forced, vec![line])
}

fn line(root: &Root<'_, '_>, root_move: &RootMove) -> Line {
    let is_proven = root_move.searched == Goal::end(root.empties);
    let score = match is_proven {
        true => Score::result(root_move.score),
        false => Score::estimate(root_move.score),
    };
    Line {
        value: Some(Value {
            score,
            unit: Unit::DISCS,
        }),
        depth: root_move.searched.depth,
        selectivity: root_move.searched.selectivity.percent(),
        bound: root_move.bound,
        is_exact: is_proven && root_move.bound == Bound::Exact,
        visits: root_move.visits.max(1),
        ..Line::new(root_move.line())
    }
}
