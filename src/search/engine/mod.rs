//! The strongest player: every technique that works, on all cores.
//!
//! A search from top to bottom: [`launch`] prepares it; [`iterative_deepening`] goes
//! from one ply to the [`goal`] that a level or a depth sets, as far as
//! [`time_management`] allows; [`root`] searches one iteration with an aspiration
//! window. Below the root is the [`midgame`], a principal variation search with the
//! [`transposition_table`], selective pruning and the [`evaluation`] at its leaves. With
//! thirteen empty squares left it hands over to the [`endgame`] solver. Both list the
//! [`children`] of a board in the same way and use [stable discs](stability_cutoff).
//! Several [`threads`] share the work at split points.
//!
//! Seen from outside: [`searcher`] makes the engine one of the algorithms, [`solve`] is
//! for tools, and a [`book`] has the first moves of a game.

pub mod book;
mod children;
mod effort;
mod endgame;
pub(crate) mod evaluation;
mod goal;
mod handicap;
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
