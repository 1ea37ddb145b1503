//! What tools ask the engine for directly: the value of a position, of its moves,
//! or of a board without any search.

use super::effort::{Effort, EngineOptions};
use super::evaluation::{Accumulator, Node};
use super::goal::Goal;
use super::iterative_deepening::deepen;
use super::launch::Engine;
use super::report::{finished_game, report, unfinished};
use super::score::UNITS_PER_DISC;
use super::selectivity::Selectivity;
use crate::board::Position;
use crate::search::OnReport;
use crate::search::analysis::Scope;
use crate::search::control::{Control, Stopped};
use crate::search::report::Report;

impl Engine {
    /// Solves a position, or goes as far as the effort says or the control
    /// allows. A pass that is forced comes on top of that.
    pub fn solve(
        &mut self,
        position: &Position,
        effort: Effort,
        options: EngineOptions,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        if position.is_over() {
            return finished_game(position);
        }
        if position.must_pass() {
            let mut on_report = |report: &Report| on_report(&report.clone().before_pass());
            let report = self.solve(&position.pass(), effort, options, control, &mut on_report);
            return report.before_pass();
        }
        let goal = effort.goal(position.empty().len());
        self.with_root(position, goal, options, control, |root, help| {
            let result = deepen(root, 1, goal, help, &mut |root| {
                on_report(&report(root, &root.moves[..1]));
            });
            match result {
                Ok(()) => report(root, &root.moves[..1]),
                Err(Stopped) => unfinished(root),
            }
        })
    }

    /// The value of every move, best first: of the last step to which all of them were
    /// searched, on the way as far as the effort says or the control allows. Where that
    /// is nearly the result, it is the result: it is asked for what moves have lost. The
    /// side to move must have a move.
    pub fn compare(
        &mut self,
        position: &Position,
        effort: Effort,
        options: EngineOptions,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        let scope = Scope::all(position.moves());
        let empty = position.empty().len();
        let mut goal = effort.goal(empty);
        if goal.depth >= empty && goal.selectivity >= Selectivity::PERCENT_87 {
            goal = Goal::end(empty);
        }
        self.multi_pv(position, &scope, goal, options, control, on_report)
    }

    /// Goes up to a goal with the moves of the scope, and reports each step. The last
    /// one is the answer: it is worth nothing to know some moves better than others.
    pub(super) fn multi_pv(
        &mut self,
        position: &Position,
        scope: &Scope,
        goal: Goal,
        options: EngineOptions,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        self.with_root(position, goal, options, control, |root, help| {
            root.moves
                .retain(|known| scope.moves.contains(known.square));
            let mut last = None;
            let _ = deepen(root, scope.lines, goal, help, &mut |root| {
                let report = report(root, root.moves.iter().take(scope.lines));
                on_report(&report);
                last = Some(report);
            });
            last.expect("the first ply is always reported")
        })
    }

    /// The scores that one thread finds 0, 1, 2 plies deep and so on if it leaves
    /// nothing out. The side to move must have a move.
    pub fn scores(
        &mut self,
        position: &Position,
        deepest: u32,
        hash_mb: usize,
        control: &Control,
    ) -> Result<Vec<i32>, Stopped> {
        let options = EngineOptions {
            threads: 1,
            hash_mb,
        };
        let selectivity = Selectivity::NONE;
        let goal = |depth| Goal { depth, selectivity };
        self.with_root(position, goal(deepest), options, control, |root, _| {
            root.look();
            let unsearched = Node::of(position.board()).leaf_score();
            let mut scores = vec![unsearched, root.moves[0].score];
            for depth in 2..=deepest {
                root.find_best(0, goal(depth))?;
                scores.push(root.moves[0].score);
            }
            Ok(scores)
        })
    }

    /// The expected lead of the side to move in discs, without any search; behind
    /// a pass that is forced, and the result if the game is over.
    pub fn evaluate(position: &Position) -> f64 {
        if position.is_over() {
            return position.result().into();
        }
        if position.must_pass() {
            return -Engine::evaluate(&position.pass());
        }
        let board = position.board();
        f64::from(Accumulator::of(board).evaluate(board)) / f64::from(UNITS_PER_DISC)
    }
}
