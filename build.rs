//! Unpacks the weights of the network when the program is built, so that no search has to do
//! it. `src/eval/pattern/embedded.rs` embeds what this writes.
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

#[path = "src/board"]
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

#[path = "src/files"]
mod files {
    pub(crate) mod sealed;
}

#[path = "src/eval"]
mod eval {
    pub(crate) mod pattern {
        pub(crate) mod architecture;
        mod features;
        mod file;
        mod hidden_layer;
        mod limits;
        pub(crate) mod net;
        mod packing;
    }
}

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use eval::pattern::architecture::Row;
use eval::pattern::net::Net;

const WEIGHTS: &str = "src/eval/pattern/weights.net";

fn main() {
    println!("cargo::rerun-if-changed={WEIGHTS}");
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    if let Err(problem) = unpack(&folder) {
        println!("cargo::error={WEIGHTS}: {problem}");
    }
}

fn unpack(folder: &Path) -> io::Result<()> {
    let net = Net::read(&fs::read(WEIGHTS)?).map_err(io::Error::other)?;
    let weights = net.rows.iter().flat_map(Row::weights);
    let rows: Vec<u8> = weights.map(i8::cast_unsigned).collect();
    fs::write(folder.join("rows"), rows)?;
    fs::write(folder.join("heads"), net.head_bytes())
}
