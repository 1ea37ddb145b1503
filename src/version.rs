//! What this build is.

use crate::board::{expand, flip, mobility};
use crate::cpu;

/// What `--version` prints.
pub fn describe() -> String {
    let features = cpu::compiled();
    let features = if features.is_empty() {
        "none".to_string()
    } else {
        features.join(" ")
    };
    format!(
        "obverse {}\nCPU features: {features}\nkernels: flip {}, mobility {}, expand {}\n",
        env!("CARGO_PKG_VERSION"),
        flip::KERNEL,
        mobility::KERNEL,
        expand::KERNEL,
    )
}
