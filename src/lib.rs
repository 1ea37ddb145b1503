//! Obverse: an Othello engine that speaks text protocols, and a laboratory of search.
//!
//! As a library it has the rules, evaluations, all the algorithms, games in files, and the
//! protocols over streams of your own:
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
//! and an algorithm of one's own in the table.
//!
//! The modules in reading order; each uses only what stands above it:
//!
//! - [`board`]: the rules; [`notation`](board::notation) reads and writes them.
//! - `flags`: values that are set by words, and the command lines that set them.
//! - [`score`]: what searches compare.
//! - [`eval`]: how good a position is, without looking ahead.
//! - [`search`]: which move to play. [`engine`](search::engine) is the strongest.
//! - [`session`]: one game, one searcher and the thread it searches on;
//!   [`options`](session::options) are its settings.
//! - [`formats`]: games in files.
//! - [`protocol`]: from text to the session and back, and the one loop.
//! - [`tools`]: what is not a dialogue.
//! - [`command_line`]: from the words of a command line to a protocol or a tool.
//!
//! Beside them: [`cpu`] (whether this CPU has what the program was built for), `files`
//! (which are whole, and replaced as a whole), [`system`] (what only the operating system
//! knows) and [`version`].

pub mod board;
pub mod command_line;
pub mod cpu;
pub mod eval;
pub(crate) mod files;
#[cfg_attr(
    not(feature = "tools"),
    allow(dead_code, reason = "some kinds of flags are those of tools")
)]
pub(crate) mod flags;
pub mod formats;
pub mod protocol;
pub mod score;
pub mod search;
pub mod session;
pub mod system;
pub(crate) mod text;
pub mod tools;
pub mod version;
