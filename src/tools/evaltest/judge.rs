//! The engine's opinion of one position after another.

use std::time::{Duration, Instant};

use crate::board::{Move, Position};
use crate::search::control::Limits;
use crate::search::engine::{Effort, Engine, EngineOptions};
use crate::tools::interrupt::Interrupt;

/// What the engine thinks of a position.
#[derive(Default)]
pub(super) struct Opinion {
    /// The lead of the side to move in discs.
    pub(super) value: f64,
    /// What it would play, if it has searched.
    pub(super) best: Option<Move>,
    /// What the search has cost.
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// An engine that is asked what it thinks.
pub(super) struct Judge<'a> {
    engine: Engine,
    depth: u32,
    options: EngineOptions,
    interrupt: &'a Interrupt,
}

impl Judge<'_> {
    pub(super) fn new(depth: u32, hash_mb: usize, interrupt: &Interrupt) -> Judge<'_> {
        Judge {
            engine: Engine::new(),
            depth,
            // More would make what is found a matter of chance.
            options: EngineOptions {
                threads: 1,
                hash_mb,
            },
            interrupt,
        }
    }

    /// Found without knowing anything of the positions before; `None` if the user
    /// has ended the search.
    pub(super) fn opinion(&mut self, position: &Position) -> Option<Opinion> {
        if self.depth == 0 {
            return Some(Opinion {
                value: Engine::evaluate(position),
                ..Opinion::default()
            });
        }
        self.engine.clear();
        let control = self.interrupt.control(Limits::default());
        let start = Instant::now();
        let effort = Effort::Depth(self.depth);
        let report = self
            .engine
            .solve(position, effort, self.options, &control, &mut |_| {});
        (!self.interrupt.is_asked()).then(|| Opinion {
            value: report.discs().into(),
            best: report.best_move(),
            nodes: report.nodes,
            time: start.elapsed(),
        })
    }
}
