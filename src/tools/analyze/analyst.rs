//! Who looks at games: the engine, from their ends on.

use std::time::Duration;

use super::arguments::Arguments;
use super::step::{Finding, Step, steps};
use crate::board::Position;
use crate::formats::GameRecord;
use crate::search::control::Limits;
use crate::search::engine::{Effort, Engine, EngineOptions};
use crate::search::report::Report;
use crate::tools::interrupt::Interrupt;
use crate::tools::terminal::Progress;
use crate::tools::words;

pub(super) struct Analyst {
    engine: Engine,
    options: EngineOptions,
    effort: Effort,
    /// For each position.
    limit: Option<Duration>,
    pub(super) interrupt: Interrupt,
    pub(super) progress: Progress,
    /// All positions that were entered.
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl Analyst {
    /// One who has so many positions to look at.
    pub(super) fn new(arguments: &Arguments, positions: usize) -> Analyst {
        Analyst {
            engine: Engine::new(),
            options: EngineOptions {
                threads: arguments.threads,
                hash_mb: arguments.hash_mb,
            },
            effort: arguments.effort(),
            limit: arguments.time,
            interrupt: Interrupt::install(),
            progress: Progress::new(positions),
            nodes: 0,
            time: Duration::ZERO,
        }
    }

    /// Looks at a game without knowing anything of those before it. Within it, from
    /// the last position to the first: what is found about one is in the table when
    /// the one before it is searched, so that their values agree as far as they can.
    /// If the user wants an end, the first positions are left without a finding.
    pub(super) fn study(&mut self, game: &GameRecord, number: usize) -> Vec<Step> {
        self.engine.clear();
        let mut steps = steps(game);
        for index in (0..steps.len()).rev() {
            let Step {
                position, played, ..
            } = steps[index];
            let after = steps.get(index + 1).and_then(|step| step.finding.as_ref());
            let name = format!("game {number}, move {}", index + 1);
            let finding = match after {
                Some(after) if position.must_pass() => after.before_pass(played),
                _ => Finding::new(self.look(&position, &name), played),
            };
            if self.interrupt.is_asked() {
                break;
            }
            steps[index].finding = Some(finding);
            self.progress.step();
        }
        steps
    }

    /// The values of all moves, behind a pass that is forced.
    fn look(&mut self, position: &Position, name: &str) -> Report {
        if position.must_pass() {
            return self.look(&position.pass(), name).before_pass();
        }
        let empties = position.empty().len();
        let progress = &self.progress;
        let mut on_report = |report: &Report| {
            let depth = words::depth(report.best());
            progress.tell(|| format!("{name}: {empties} empties, depth {depth}"));
        };
        let control = self.interrupt.control(Limits {
            time: self.limit,
            ..Limits::default()
        });
        let (effort, options) = (self.effort, self.options);
        let report = self
            .engine
            .compare(position, effort, options, &control, &mut on_report);
        self.time += control.elapsed();
        self.nodes += control.spent();
        report
    }
}
