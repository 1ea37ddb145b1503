//! The options of a session: one row each in [`OPTIONS`], under the same name on the
//! command line, in every protocol, and in the help.
//!
//! ```
//! use obverse::session::options::{self, Options};
//!
//! let mut options = Options::new(7);
//! let level = options::find("level")?;
//! level.set(&mut options, "20")?;
//! assert_eq!((options.level, level.get(&options)), (20, "20".to_string()));
//! let error = level.set(&mut options, "99").unwrap_err();
//! assert_eq!(error.to_string(), "level: expected 0 to 30");
//! # Ok::<(), options::OptionError>(())
//! ```
//!
//! - `values`: the current values of the options, and what they mean for a search.
//! - `kinds`: the ranges that options share with the flags of tools.
//! - `row`: the type of a row, and the errors of setting an option.
//! - `table`: the rows, and how to add one.

mod kinds;
mod row;
mod table;
mod values;

pub use crate::flags::Kind;
#[cfg(feature = "web")]
pub(crate) use kinds::BookName;
pub use kinds::CASUAL_LEVEL;
pub(crate) use kinds::{DEEPEST, HIGHEST_LEVEL, HashSize, THREAD_COUNTS, cores};
#[cfg(feature = "tools")]
pub(crate) use kinds::{LEVELS, SEEDS};
#[doc(hidden)]
pub use row::Effect;
pub use row::{OptionError, Row};
pub use table::*;
pub use values::{Options, Strength};
