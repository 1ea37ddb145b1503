//! Searches all moves of positions, each position on one thread.

use std::collections::HashMap;
use std::convert::Infallible;

use crate::board::Position;
use crate::board::symmetry::canonical;
use crate::search::control::{Control, Limits};
use crate::search::engine::book::{BookMove, Certainty};
use crate::search::engine::{Effort, Engine, EngineOptions};
use crate::tools::interrupt::Interrupt;
use crate::tools::threads::share;

const OPTIONS: EngineOptions = EngineOptions {
    threads: 1,
    hash_mb: 16,
};

/// An engine for each thread.
pub(super) struct EnginePool {
    engines: Vec<Engine>,
    level: u32,
}

impl EnginePool {
    pub(super) fn new(threads: u32, level: u32) -> EnginePool {
        EnginePool {
            engines: (0..threads).map(|_| Engine::new()).collect(),
            level,
        }
    }

    /// The values of all moves in each position, or `None` if the user interrupts. The
    /// values of a position do not depend on the other positions. Calls `step` after each
    /// position.
    pub(super) fn search(
        &mut self,
        positions: &[Position],
        interrupt: &Interrupt,
        step: &dyn Fn(),
    ) -> Option<Vec<Vec<BookMove>>> {
        let level = self.level;
        let engines = self.engines.iter_mut().take(positions.len());
        let workers = engines.map(|engine| {
            move |(number, position)| {
                let control = interrupt.control(Limits::default());
                Some((number, values(engine, position, level, &control)))
            }
        });
        let mut found: Vec<(usize, Vec<BookMove>)> = Vec::new();
        let Ok(()) = share(interrupt, positions.iter().enumerate(), workers, |values| {
            found.push(values);
            step();
            Ok::<(), Infallible>(())
        });
        found.sort_by_key(|&(number, _)| number);
        let values = found.into_iter().map(|(_, moves)| moves).collect();
        (!interrupt.is_requested()).then_some(values)
    }
}

/// The values of all moves. Moves that lead to symmetric positions are searched once.
fn values(
    engine: &mut Engine,
    position: &Position,
    level: u32,
    control: &Control,
) -> Vec<BookMove> {
    engine.clear();
    let mut known = HashMap::new();
    let value = |square| {
        let after = canonical(&position.play(square)).0;
        let (value, certainty) = *known.entry(after).or_insert_with(|| {
            let effort = Effort::Level(level);
            let report = engine.solve(&after, effort, OPTIONS, control, &mut |_| {});
            let certainty = match report.is_exact() {
                true => Certainty::Exact,
                false => Certainty::Level(level as u8),
            };
            (-report.discs() as i8, certainty)
        });
        BookMove {
            square,
            value,
            certainty,
        }
    };
    position.moves().into_iter().map(value).collect()
}
