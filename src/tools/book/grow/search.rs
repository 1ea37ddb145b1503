//! Searches all moves of positions, each position on one thread.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::board::Position;
use crate::board::symmetry::canonical;
use crate::search::control::{Control, Limits};
use crate::search::engine::book::{BookMove, Certainty};
use crate::search::engine::{Effort, Engine, EngineOptions};
use crate::tools::interrupt::Interrupt;

const OPTIONS: EngineOptions = EngineOptions {
    threads: 1,
    hash_mb: 16,
};

/// An engine for each thread.
pub(super) struct Team {
    engines: Vec<Engine>,
    level: u32,
}

impl Team {
    pub(super) fn new(threads: u32, level: u32) -> Team {
        Team {
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
        step: &(dyn Fn() + Sync),
    ) -> Option<Vec<Vec<BookMove>>> {
        let (next, level) = (AtomicUsize::new(0), self.level);
        let work = |engine: &mut Engine| {
            let mut found = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let control = interrupt.control(Limits::default());
                let Some(position) = positions.get(number).filter(|_| !interrupt.is_asked()) else {
                    return found;
                };
                found.push((number, values(engine, position, level, &control)));
                step();
            }
        };
        let mut found: Vec<(usize, Vec<BookMove>)> = thread::scope(|scope| {
            let engines = self.engines.iter_mut().take(positions.len());
            let threads: Vec<_> = engines.map(|engine| scope.spawn(|| work(engine))).collect();
            let ends = threads.into_iter().map(|thread| thread.join());
            ends.flat_map(|found| found.expect("a search does not panic"))
                .collect()
        });
        found.sort_by_key(|&(number, _)| number);
        let values = found.into_iter().map(|(_, moves)| moves).collect();
        (!interrupt.is_asked()).then_some(values)
    }
}

/// Symmetric positions are searched once.
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
