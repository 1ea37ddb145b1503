//! The strongest player: every technique that works, on all cores.
//!
//! An [`Engine`] keeps its transposition table from one search to the next. It is a
//! [`Searcher`](super::Searcher), as all algorithms are; its own methods also solve
//! positions and compare moves:
//!
//! ```
//! use obverse::board::Position;
//! use obverse::search::control::{Control, Limits};
//! use obverse::search::engine::{Effort, Engine, EngineOptions};
//!
//! // White is to move, and one square is empty.
//! let squares = format!("{}{}-", "O".repeat(30), "X".repeat(33));
//! let position: Position = format!("{squares} O").parse()?;
//! let control = Control::new(Limits::default());
//! let report = Engine::new().solve(
//!     &position,
//!     Effort::End,
//!     EngineOptions::default(),
//!     &control,
//!     &mut |report| println!("{} plies", report.best().depth),
//! );
//! assert!(report.is_exact());
//! println!("{} discs, {:?}", report.discs(), report.pv());
//! # Ok::<(), obverse::board::notation::ParseError>(())
//! ```
//!
//! # The files
//!
//! A search from top to bottom: [`launch`] prepares it; [`iterative_deepening`] goes
//! from one ply to the [`goal`] that a level or a depth sets, as far as
//! [`time_management`] allows; [`root`] searches one iteration with an aspiration
//! window. Below the root is the [`midgame`], a principal variation search with the
//! [`transposition_table`], selective pruning and the [`evaluation`] at its leaves. With
//! thirteen empty squares left it hands over to the [`endgame`] solver. Both generate the
//! [`children`] of a board in the same way and try a [`stability_cutoff`]. Several
//! [`threads`] share the work at split points.
//!
//! Its interfaces: [`player`] is what users see, with a [`book`] for the opening; behind it
//! stand the searches for players, [`searcher`], and those for tools, [`solve`].

#[cfg(not(per_cpu))]
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
#[cfg(not(per_cpu))]
mod player;
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
#[cfg(per_cpu)]
pub(super) use self::launch::Core;
#[cfg(not(per_cpu))]
pub use self::player::Engine;
#[cfg(not(per_cpu))]
pub(super) use self::player::ROW;

/// The name that the program and the code for a CPU level have for it.
pub(super) const NAME: &str = "engine";
