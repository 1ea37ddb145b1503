//! The engine that analyses games, from their end to their start.

use std::time::Duration;

use super::arguments::Games;
use super::step::{Finding, Step, steps};
use crate::board::Position;
use crate::formats::GameRecord;
use crate::search::control::Limits;
use crate::search::engine::{Effort, Engine, EngineOptions};
use crate::search::report::Report;
use crate::tools::formatting;
use crate::tools::interrupt::Interrupt;
use crate::tools::terminal::Progress;

pub(super) struct Analyzer {
    engine: Engine,
    options: EngineOptions,
    effort: Effort,
    /// The time limit for each position.
    limit: Option<Duration>,
    pub(super) interrupt: Interrupt,
    pub(super) progress: Progress,
    /// The nodes of all searches.
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl Analyzer {
    /// An analyzer whose progress bar expects this many positions.
    pub(super) fn new(games: &Games, positions: usize) -> Analyzer {
        Analyzer {
            engine: Engine::new(),
            options: EngineOptions {
                threads: games.threads as usize,
                hash_mb: games.hash_mb as usize,
            },
            effort: games.effort(),
            limit: games.time,
            interrupt: Interrupt::install(),
            progress: Progress::new(positions),
            nodes: 0,
            time: Duration::ZERO,
        }
    }

    /// Analyses a game, independently of those before it. Positions are searched from the
    /// last to the first, so that the results for a position are in the transposition table
    /// when the one before it is searched, and their values agree as far as possible. If the
    /// user interrupts, the positions that were not searched have no finding.
    pub(super) fn analyze(&mut self, game: &GameRecord, number: usize) -> Vec<Step> {
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
                _ => Finding::new(self.search(&position, &name), played),
            };
            if self.interrupt.is_requested() {
                break;
            }
            steps[index].finding = Some(finding);
            self.progress.step();
        }
        steps
    }

    /// Searches all moves of a position, or of the one after a forced pass.
    fn search(&mut self, position: &Position, name: &str) -> Report {
        if position.must_pass() {
            return self.search(&position.pass(), name).before_pass();
        }
        let empties = position.empty().len();
        let progress = &self.progress;
        let mut on_report = |report: &Report| {
            let depth = formatting::depth(report.best());
            progress.set_message(|| format!("{name}: {empties} empties, depth {depth}"));
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
