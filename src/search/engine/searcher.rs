//! The engine as one of the algorithms.

use super::effort::Effort;
use super::goal::Goal;
use super::iterative_deepening::deepen;
use super::launch::Engine;
use super::levels;
use super::report::{report, unfinished};
use super::root::RootMove;
use crate::search::analysis::Scope;
use crate::search::control::{Control, Stopped};
use crate::search::dice::Dice;
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
        let carelessness = settings.level.and_then(levels::carelessness);
        self.with_root(position, goal, settings.into(), control, |root, help| {
            let valued = if carelessness.is_some() {
                root.moves.len()
            } else {
                1
            };
            let result = deepen(root, valued, goal, help, &mut |root| {
                on_report(&report(root, &root.moves[..1]));
            });
            if result.is_err() {
                return unfinished(root);
            }
            if let Some(discs) = carelessness {
                return report(root, [careless(&root.moves, discs, request.dice)]);
            }
            root.worker.meter.tell();
            let mut answer = report(root, &root.moves[..1]);
            if settings.ties == Ties::Random
                && let Ok(equals) = root.equals()
            {
                let chosen = settings.ties.choose(&equals, request.dice).into();
                if answer.best_move() != Some(chosen) {
                    answer.lines[0].moves = vec![chosen];
                }
                root.worker.meter.tell();
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

/// A move that is not much worse than the best; the moves stand best first.
fn careless(moves: &[RootMove], discs: f64, dice: Dice) -> &RootMove {
    let loss = |known: &RootMove| f64::from(moves[0].score - known.score) / discs;
    let chance = |known: &RootMove| {
        if loss(known) > 3.0 {
            0.0
        } else {
            (-loss(known)).exp()
        }
    };
    let all: f64 = moves.iter().map(chance).sum();
    let mut drawn = dice.chance().fraction() * all;
    let is_drawn = |known: &&RootMove| {
        drawn -= chance(known);
        drawn < 0.0
    };
    moves.iter().find(is_drawn).unwrap_or(&moves[0])
}
