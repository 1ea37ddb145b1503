//! What this build is.

use crate::board::{flip, mobility};
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
        "obverse {}\nCPU features: {features}\nkernels: flip {}, mobility {}\n",
        env!("CARGO_PKG_VERSION"),
        flip::KERNEL,
        mobility::KERNEL,
    )
}
