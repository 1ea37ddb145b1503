//! The strongest player: every technique that works, on all cores.
//!
//! The way down: [`iterative_deepening`] goes from the first ply to the goal that
//! [`levels`] sets; [`root`] searches one depth of it. Below the root is the
//! [`midgame`] search, which asks the [`transposition_table`], the [`evaluation`] and,
//! from thirteen empty squares on, the [`endgame`] solver. Several [`threads`] share the
//! work. A [`book`] has the first moves of a game, if it is asked.

pub mod book;
mod children;
mod effort;
mod endgame;
pub(crate) mod evaluation;
mod goal;
mod iterative_deepening;
mod launch;
pub mod levels;
pub(crate) mod midgame;
mod report;
mod root;
mod score;
mod searcher;
mod selectivity;
mod solve;
mod stability_cutoff;
mod threads;
mod time_management;
mod transposition_table;

pub use self::effort::{Effort, EngineOptions};
pub use self::launch::Engine;
use super::Row;

pub(super) const ROW: Row = Row {
    name: "engine",
    summary: "the strongest: every technique that works, on all cores",
    is_exact: false,
    build: || Box::new(Engine::default()),
};
