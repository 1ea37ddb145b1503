//! What this CPU can do, and which code of the search is used on it.
//!
//! The program is compiled for the oldest CPUs of its architecture, and its search once more
//! for each of the [`levels`] above. The best [`code`](mod@code) for this CPU is chosen when the
//! program runs.
//!
//! A program that was compiled for a newer CPU altogether crashes on an older one, at an
//! illegal instruction and without a message. [`check`] runs first and returns what is
//! missing.
//!
//! ```
//! if let Err(missing) = obverse::cpu::check() {
//!     panic!("this CPU lacks {missing}");
//! }
//! println!("searches by the code for {}", obverse::cpu::level());
//! ```

mod code;
mod features;
#[allow(dead_code, reason = "the build script uses the rest of it")]
mod levels;
pub(crate) mod seam;

pub use code::{LevelError, check_variable, demand, level, usable_levels};
pub(crate) use code::{code, level_names};
pub(crate) use features::compiled;
pub use features::{MissingFeatures, check};
