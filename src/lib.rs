//! Obverse: an Othello engine that speaks text protocols.
//!
//! The modules in reading order; each uses only what stands above it:
//!
//! - [`board`]: the rules.
//! - [`flags`]: what can be set by a word; the types of values.
//! - [`score`]: what a position is worth.
//! - [`eval`]: how good is this?
//! - [`search`]: what shall I play?
//! - [`session`]: what game are we in? One game, one searcher, its thread.
//! - [`formats`]: games in files.
//! - [`protocol`]: how do we talk? Text to session and back, and the one loop.
//! - [`tools`]: what is not a dialogue.
//! - [`command_line`]: from argv to a protocol or a tool.
//!
//! Beside them, of use to all: [`cpu`] (is this the right machine?), `files` (sound
//! and whole ones), [`system`] (what only the operating system knows) and [`version`].

pub mod board;
pub mod command_line;
pub mod cpu;
pub mod eval;
pub(crate) mod files;
pub mod flags;
pub mod formats;
pub mod protocol;
pub mod score;
pub mod search;
pub mod session;
pub mod system;
pub mod tools;
pub mod version;
