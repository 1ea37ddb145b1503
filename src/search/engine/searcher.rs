//! The engine as one of the algorithms.

use super::effort::Effort;
use super::goal::Goal;
use super::iterative_deepening::deepen;
use super::launch::Engine;
use super::levels;
use super::report::{report, score};
use super::root::RootMove;
use crate::board::Square;
use crate::score::Score;
use crate::search::analysis::{Analysis, Scope, Unit};
use crate::search::control::{Control, Stopped};
use crate::search::dice::Dice;
use crate::search::{Report, Request, Searcher, Ties, Watcher};

impl Searcher for Engine {
    fn best_move(&mut self, request: &Request, control: &Control, watcher: Watcher<'_>) -> Report {
        let position = &request.position;
        if let Some(report) = Report::only_move(position) {
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
                watcher(&report(root, &root.moves[0]));
            });
            if let (Some(discs), Ok(())) = (carelessness, result) {
                return report(root, careless(&root.moves, discs, request.dice));
            }
            let mut answer = report(root, &root.moves[0]);
            if settings.ties == Ties::Random
                && result.is_ok()
                && let Ok(equals) = root.equals()
            {
                let square = settings.ties.choose(&equals, request.dice);
                if square != answer.best {
                    answer.best = square;
                    answer.line = vec![square.into()];
                }
            }
            root.worker.meter.tell();
            answer.nodes = control.spent();
            answer
        })
    }

    fn move_values(
        &mut self,
        request: &Request,
        control: &Control,
    ) -> Result<Vec<(Square, Score)>, Stopped> {
        let position = &request.position;
        if position.moves().is_empty() {
            return Ok(Vec::new());
        }
        let settings = &request.settings;
        let goal = Effort::from(settings).goal(position.empty().len());
        self.with_root(position, goal, settings.into(), control, |root, help| {
            deepen(root, root.moves.len(), goal, help, &mut |_| {})?;
            let value = |found: &RootMove| (found.square, score(root, found));
            Ok(root.moves.iter().map(value).collect())
        })
    }

    fn analyze(
        &mut self,
        request: &Request,
        scope: &Scope,
        control: &Control,
        watcher: &mut dyn FnMut(Analysis),
    ) {
        let position = &request.position;
        let goal = Goal::end(position.empty().len());
        let options = (&request.settings).into();
        self.multi_pv(position, scope, goal, options, control, watcher);
    }

    fn ponder(&mut self, request: &Request, control: &Control) {
        let scope = Scope {
            moves: request.position.moves(),
            lines: 1,
        };
        self.analyze(request, &scope, control, &mut |_| {});
    }

    fn unit(&mut self, _: &Request) -> Unit {
        Unit::Points { per_disc: 1.0 }
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
