//! The searches for tools: the value of a position, of each of its moves, and at each depth.

use super::effort::{Effort, EngineOptions};
use super::evaluation::Node;
use super::goal::Goal;
use super::iterative_deepening::deepen;
use super::launch::Core;
use super::report::{finished_game, report, unfinished};
use super::root::Root;
use super::selectivity::Selectivity;
use crate::board::Position;
use crate::search::OnReport;
use crate::search::control::{Control, Stopped};
use crate::search::report::Report;

impl Core {
    /// The work of `Engine::solve`.
    pub(in crate::search) fn solve(
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
            let effort = effort.flipped();
            let report = self.solve(&position.pass(), effort, options, control, &mut on_report);
            return report.before_pass();
        }
        let goal = effort.goal(position.empty().len());
        let moves = position.moves();
        self.with_root(position, moves, goal, options, control, |root, help| {
            root.limits = effort.limits();
            let result = deepen(root, 1, goal, help, &mut |root| {
                on_report(&report(root, 1));
            });
            match result {
                Ok(()) => report(root, 1),
                Err(Stopped) => unfinished(root),
            }
        })
    }

    /// The work of `Engine::compare`.
    pub(in crate::search) fn compare(
        &mut self,
        position: &Position,
        effort: Effort,
        options: EngineOptions,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        let moves = position.moves();
        let empties = position.empty().len();
        let mut goal = effort.goal(empties);
        if goal.depth >= empties && goal.selectivity >= Selectivity::PERCENT_87 {
            goal = Goal::end(empties);
        }
        let report = self.with_root(position, moves, goal, options, control, |root, help| {
            root.limits = effort.limits();
            let report = multi_pv(root, usize::MAX, goal, help, on_report);
            root.worker.meter.publish();
            report
        });
        // Those of an iteration that was stopped count, too.
        Report {
            nodes: control.spent(),
            time: control.elapsed(),
            ..report
        }
    }

    /// The work of `Engine::scores`.
    pub(in crate::search) fn scores(
        &mut self,
        position: &Position,
        max_depth: u32,
        hash_mb: usize,
        control: &Control,
    ) -> Result<Vec<i32>, Stopped> {
        let options = EngineOptions {
            threads: 1,
            hash_mb,
        };
        let selectivity = Selectivity::NONE;
        let goal = |depth| Goal { depth, selectivity };
        let (moves, max_goal) = (position.moves(), goal(max_depth));
        self.with_root(position, moves, max_goal, options, control, |root, _| {
            root.search_one_ply();
            let static_score = Node::of(position.board()).leaf_score();
            let mut scores = vec![static_score, root.moves[0].score];
            for depth in 2..=max_depth {
                root.find_best(0, goal(depth))?;
                scores.push(root.moves[0].score);
            }
            Ok(scores)
        })
    }
}

/// Searches the `count` best moves to a goal, and reports each iteration. Returns the last
/// complete one, since moves searched to different depths cannot be compared.
pub(super) fn multi_pv(
    root: &mut Root<'_, '_>,
    count: usize,
    goal: Goal,
    help: &mut dyn FnMut(),
    on_report: OnReport<'_>,
) -> Report {
    let mut last = None;
    let _ = deepen(root, count, goal, help, &mut |root| {
        let report = report(root, count);
        on_report(&report);
        last = Some(report);
    });
    last.expect("the first ply is always reported")
}
