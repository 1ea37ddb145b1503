//! Name and version of this build.
//!
//! ```
//! use obverse::version::{VERSION, describe};
//!
//! assert!(describe().starts_with(&format!("obverse {VERSION}\n")));
//! ```

use crate::{board, cpu};

/// The name of the engine in protocols and files.
pub const NAME: &str = "Obverse";

/// The version of this build.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What `--version` prints.
pub fn describe() -> String {
    let features = cpu::compiled();
    let features = if features.is_empty() {
        "none".to_string()
    } else {
        features.join(" ")
    };
    let [flip, mobility, move_list] = cpu::code().map_or(board::KERNELS, |code| code.kernels);
    format!(
        "obverse {VERSION}\nCPU level: {}\nrequired CPU features: {features}\nkernels: flip {flip}, mobility {mobility}, move list {move_list}\n",
        cpu::level()
    )
}
