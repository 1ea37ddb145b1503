//! The searches for players.

use super::effort::Effort;
use super::goal::Goal;
use super::handicap::Handicap;
use super::iterative_deepening::deepen;
use super::launch::Core;
use super::levels;
use super::report::{report, unfinished};
use super::solve::multi_pv;
use crate::search::analysis::Scope;
use crate::search::control::{Control, Stopped};
use crate::search::report::Report;
use crate::search::{OnReport, Request, Searcher, Ties};

impl Searcher for Core {
    fn best_move(
        &mut self,
        request: &Request,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        let position = &request.position;
        let settings = &request.settings;
        let empties = position.empty().len();
        let player = levels::for_people(settings);
        let handicap = player.and_then(Handicap::of_level);
        let goal = match player {
            Some(level) => levels::look_ahead(level, empties),
            None => Effort::from(settings).goal(empties),
        };
        let (core, options) = match player {
            Some(_) => self.forgetful(),
            None => (self, settings.into()),
        };
        let moves = position.moves();
        core.with_root(position, moves, goal, options, control, |root, help| {
            let count = match handicap {
                Some(_) => usize::MAX,
                None => 1,
            };
            let result = deepen(root, count, goal, help, &mut |root| {
                on_report(&report(root, 1));
            });
            if result.is_err() {
                return unfinished(root);
            }
            root.worker.meter.publish();
            let mut answer = report(root, count);
            if let Some(handicap) = handicap {
                answer.sort_by_value();
                let chosen = handicap.choose(&answer.lines, position.board(), request.seed);
                answer.lines = vec![chosen.clone()];
            } else if settings.ties == Ties::Random
                && let Ok(moves) = root.equally_good_moves()
            {
                let chosen = settings.ties.choose(&moves, request.seed).into();
                let known = report(root, root.moves[0].moves.count()).lines;
                match known.into_iter().find(|line| line.moves[0] == chosen) {
                    Some(line) => answer.lines[0] = line,
                    None => answer.lines[0].moves = vec![chosen],
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
        let (moves, options) = (position.moves(), settings.into());
        self.with_root(position, moves, goal, options, control, |root, help| {
            deepen(root, usize::MAX, goal, help, &mut |_| {})?;
            let mut report = report(root, usize::MAX);
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
        let (moves, options) = (scope.moves, (&request.settings).into());
        self.with_root(position, moves, goal, options, control, |root, help| {
            multi_pv(root, scope.lines, goal, help, on_report)
        })
    }

    fn ponder(&mut self, request: &Request, control: &Control) {
        let scope = Scope {
            moves: request.position.moves(),
            lines: 1,
        };
        self.analyze(request, &scope, control, &mut |_| {});
    }
}
