//! The engine under test.

use std::time::{Duration, Instant};

use crate::board::{Move, Position};
use crate::search::control::Limits;
use crate::search::engine::{Effort, Engine, EngineOptions};
use crate::tools::interrupt::Interrupt;

/// The engine's evaluation of a position.
#[derive(Default)]
pub(super) struct Evaluation {
    /// The expected lead of the side to move in discs.
    pub(super) value: f64,
    /// The move that the engine would play; `None` without a search.
    pub(super) best: Option<Move>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// An engine that evaluates one position after another.
pub(super) struct EngineUnderTest<'a> {
    engine: Engine,
    depth: u32,
    options: EngineOptions,
    interrupt: &'a Interrupt,
}

impl EngineUnderTest<'_> {
    pub(super) fn new(depth: u32, hash_mb: usize, interrupt: &Interrupt) -> EngineUnderTest<'_> {
        EngineUnderTest {
            engine: Engine::new(),
            depth,
            // With more threads the results would not be reproducible.
            options: EngineOptions {
                threads: 1,
                hash_mb,
            },
            interrupt,
        }
    }

    /// Evaluates a position independently of earlier ones. `None` if the user has
    /// interrupted the search.
    pub(super) fn evaluate(&mut self, position: &Position) -> Option<Evaluation> {
        if self.depth == 0 {
            return Some(Evaluation {
                value: Engine::evaluate(position),
                ..Evaluation::default()
            });
        }
        self.engine.clear();
        let control = self.interrupt.control(Limits::default());
        let start = Instant::now();
        let effort = Effort::Depth(self.depth);
        let report = self
            .engine
            .solve(position, effort, self.options, &control, &mut |_| {});
        (!self.interrupt.is_requested()).then(|| Evaluation {
            value: report.discs().into(),
            best: report.best_move(),
            nodes: report.nodes,
            time: start.elapsed(),
        })
    }
}
