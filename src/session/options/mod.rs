//! The options of a session: one row each in [`OPTIONS`], under the same name on the
//! command line, in every protocol, and in the help.
//!
//! - `values`: the options as they are set at one time, and what they mean for a search.
//! - `kinds`: the ranges that options share with the flags of tools.
//! - `row`: what a row holds, and why setting an option may fail.
//! - `table`: the rows.

mod kinds;
mod row;
mod table;
mod values;

pub use kinds::{DEEPEST, HASH_SIZES, HIGHEST_LEVEL, LEVELS, SEEDS, THREAD_COUNTS, cores};
pub use row::{Effect, OptionError, Row};
pub use table::{
    ALGORITHM, BOOK, BOOK_USE, BOOK_VARIETY, CANDIDATES, DEPTH, EVALUATOR, EXPLORATION, HASH_MB,
    HEAVY, LEVEL, LIGHT, MOVE_TIME, NODES, OPTIONS, ORDERING_DEPTH, PLAYOUTS, PONDER, SEED,
    SWITCH_AT_EMPTIES, THREADS, TIES, WIDTH, find,
};
pub use values::{Options, Strength};
