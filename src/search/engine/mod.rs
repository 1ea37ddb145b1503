//! The strongest player: everything that is known to work, on all cores.
//!
//! The way down: [`iterative_deepening`] goes from the first ply to the goal that [`levels`]
//! sets; a [`worker`] searches one depth, with moves in a good [`order`], a
//! [`table`] of what is known, shallow searches that stand in for deep ones
//! ([`probcut`]) and an [`opinion`] at the [`horizon`]. To the end of the game it
//! is [`endgame`] from thirteen empty squares on, and [`last`] from four on. What
//! is [stable](stability) decides some positions at once. A [`split`] shares a
//! position among threads. A [`book`] has the first moves of a game, if it is
//! asked.

mod board;
pub mod book;
mod cache;
mod children;
mod effort;
mod eight;
mod endgame;
mod few;
mod goal;
pub(crate) mod horizon;
mod iterative_deepening;
mod last;
mod launch;
pub mod levels;
mod memory;
mod opinion;
mod order;
mod patience;
pub(crate) mod probcut;
mod report;
mod root;
mod searcher;
mod solve;
mod split;
mod stability;
mod table;
mod worker;

pub use self::effort::{Effort, EngineOptions};
pub use self::launch::Engine;
pub use self::report::Solution;
use super::Row;

pub(super) const ROW: Row = Row {
    name: "engine",
    summary: "everything that is known to work, on all cores",
    is_exact: false,
    build: || Box::new(Engine::default()),
};
