//! Obverse: an Othello engine that speaks text protocols, and a laboratory of game-tree
//! search.
//!
//! The library contains the rules, the evaluations, all search algorithms, the formats of
//! game files, and the protocols, which run over any streams:
//!
//! ```
//! use obverse::board::Position;
//! use obverse::search::control::{Control, Limits};
//! use obverse::search::engine::{Effort, Engine, EngineOptions};
//!
//! let report = Engine::new().solve(
//!     &Position::START,
//!     Effort::Level(6),
//!     EngineOptions::default(),
//!     &Control::new(Limits::default()),
//!     &mut |_| {},
//! );
//! let best = report.best_move().expect("the game is not over");
//! println!("{best} ({:+} discs)", report.discs());
//! ```
//!
//! The folder `examples` has whole programs: a game against the engine, an exact solve,
//! and the engine with an additional algorithm.
//!
//! The modules in reading order; each uses only modules above it:
//!
//! - [`board`]: the rules, and the [`notation`](board::notation) of squares, moves and
//!   boards.
//! - [`openings`]: the names of openings.
//! - [`score`]: the scores that searches compare.
//! - `files`: reading files, replacing them atomically, and the header of binary files.
//! - [`eval`]: how good a position is, without looking ahead.
//! - [`search`]: which move to play. [`engine`](search::engine) is the strongest algorithm.
//! - `flags`: typed values of flags and options, and the parser of command lines.
//! - [`session`]: one game, one searcher and the thread it searches on;
//!   [`options`](session::options) are its settings.
//! - [`formats`]: the formats of game files.
//! - [`protocol`]: the text protocols, and the main loop that they share.
//! - [`tools`]: the subcommands.
//! - [`command_line`]: from command-line arguments to a protocol or a tool.
//!
//! Any of them may use [`cpu`] (what this CPU can do, and which code of the search is used on
//! it), `sync` (threads and what they share), [`system`] (what only the operating system
//! knows), [`text`] (lines for people) and [`version`].

pub mod board;
pub mod command_line;
pub mod cpu;
pub mod eval;
pub(crate) mod files;
#[cfg_attr(
    not(feature = "tools"),
    allow(dead_code, reason = "some kinds of flags are used only by tools")
)]
pub(crate) mod flags;
pub mod formats;
pub mod openings;
pub mod protocol;
pub mod score;
pub mod search;
pub mod session;
pub(crate) mod sync;
pub mod system;
pub mod text;
pub mod tools;
pub mod version;
