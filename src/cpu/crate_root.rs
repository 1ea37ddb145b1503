//! The root of the crate that the build script compiles for each level of CPUs: the modules
//! of Obverse that searches need, without other crates.
#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "the rest of the modules is for the program"
)]
#![allow(
    clippy::wrong_self_convention,
    reason = "`to_move` is a noun, and part of the interface of the library"
)]

#[path = "../board/mod.rs"]
mod board;
#[path = "../cpu"]
mod cpu {
    pub(crate) mod seam;
}
#[path = "../eval/mod.rs"]
mod eval;
#[path = "../score.rs"]
mod score;
#[path = "../search/mod.rs"]
mod search;
#[path = "../system"]
mod system {
    pub(crate) mod memory;
}

pub use eval::pattern::use_weights;
pub use search::receiver::{build, run};

/// Counts the leaves below a board.
pub fn perft(mover: u64, opponent: u64, depth: u32) -> u64 {
    board::count_leaves(mover, opponent, depth)
}

/// Measures the speed of the kernels.
pub fn kernel_speeds() -> Vec<String> {
    search::kernel_speeds::measure()
}

/// The names of the kernels for flips, mobility and lists of moves.
pub const KERNELS: [&str; 3] = board::KERNELS;

// So that an error in a signature is found here.
const _: (
    cpu::seam::Perft,
    cpu::seam::UseWeights,
    cpu::seam::Build,
    cpu::seam::Run,
    cpu::seam::KernelSpeeds,
) = (perft, use_weights, build, run, kernel_speeds);
