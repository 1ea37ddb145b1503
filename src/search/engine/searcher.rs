//! The engine as one of the algorithms.

use super::effort::Effort;
use super::goal::Goal;
use super::handicap::Handicap;
use super::iterative_deepening::deepen;
use super::launch::Engine;
use super::report::{report, unfinished};
use crate::search::analysis::Scope;
use crate::search::control::{Control, Stopped};
use crate::search::report::Report;
use crate::search::{OnReport, Request, Searcher, Ties};

impl Searcher for Engine {
    fn best_move(
        &mut self,
        request: &Request,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        let position = &request.position;
        if let Some(report) = Report::of_only_move(position) {
            return report;
        }
        let settings = &request.settings;
        let guide = settings.book.as_ref();
        if let Some(report) = guide.and_then(|guide| guide.advise(request)) {
            return report;
        }
        let goal = Effort::from(settings).goal(position.empty().len());
        let handicap = settings.level.and_then(Handicap::of_level);
        self.with_root(position, goal, settings.into(), control, |root, help| {
            let count = if handicap.is_some() {
                root.moves.len()
            } else {
                1
            };
            let result = deepen(root, count, goal, help, &mut |root| {
                on_report(&report(root, &root.moves[..1]));
            });
            if result.is_err() {
                return unfinished(root);
            }
            if let Some(handicap) = handicap {
                return report(root, [handicap.choose(&root.moves, request.seed)]);
            }
            root.worker.meter.publish();
            let mut answer = report(root, &root.moves[..1]);
            if settings.ties == Ties::Random
                && let Ok(moves) = root.equally_good_moves()
            {
                let chosen = settings.ties.choose(&moves, request.seed).into();
                if answer.best_move() != Some(chosen) {
                    answer.lines[0].moves = vec![chosen];
                }
                root.worker.meter.publish();
                answer.nodes = control.spent();
                answer.time = control.elapsed();
            }
            answer
        })
    }

    fn move_values(&mut self, request: &Request, control: &Control) -> Result<Report, Stopped> {
        let position = &request.position;
        let settings = &request.settings;
        let goal = Effort::from(settings).goal(position.empty().len());
        self.with_root(position, goal, settings.into(), control, |root, help| {
            deepen(root, root.moves.len(), goal, help, &mut |_| {})?;
            let mut report = report(root, &root.moves);
            report.sort_by_value();
            Ok(report)
        })
    }

    fn analyze(
        &mut self,
        request: &Request,
        scope: &Scope,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        let position = &request.position;
        let goal = Goal::end(position.empty().len());
        let options = (&request.settings).into();
        self.multi_pv(position, scope, goal, options, control, on_report)
    }

    fn ponder(&mut self, request: &Request, control: &Control) {
        let scope = Scope {
            moves: request.position.moves(),
            lines: 1,
        };
        self.analyze(request, &scope, control, &mut |_| {});
    }
}
