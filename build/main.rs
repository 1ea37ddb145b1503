//! Prepares what the program embeds: the unpacked weights of the network, and the code of
//! the search for each CPU level.
//!
//! The modules of the program that read a file with weights are compiled for this script,
//! too, at the same places in the module tree.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "the program uses the rest of them"
)]
#![allow(
    clippy::print_stdout,
    reason = "that is how cargo gets its instructions"
)]

mod levels;
mod weights;

#[path = "../src/board"]
mod board {
    mod bitboard;
    mod nth;
    mod square;
    pub mod symmetry {
        mod group;
        pub use group::Symmetry;
    }

    pub use bitboard::Bitboard;
    pub use square::Square;
    pub use symmetry::Symmetry;
}

#[path = "../src/files"]
mod files {
    pub(crate) mod sealed;
}

#[path = "../src/eval"]
mod eval {
    pub(crate) mod pattern {
        pub(crate) mod architecture;
        mod features;
        mod file;
        mod head_bytes;
        mod hidden_layer;
        mod limits;
        pub(crate) mod net;
        mod packing;
    }
}

use std::env;
use std::path::PathBuf;

fn main() {
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let done = weights::unpack(&folder).and_then(|()| levels::compile(&folder));
    if let Err(problem) = done {
        println!("cargo::error={problem}");
    }
}
