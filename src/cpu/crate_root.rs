//! The root of the crate that the build script compiles for each CPU level: the modules of
//! Obverse that searches need, without other crates.
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
#[path = "../sync/mod.rs"]
mod sync;
#[path = "../system"]
mod system {
    pub(crate) mod memory;
}

use cpu::seam::Code;

/// What the program links.
#[unsafe(export_name = env!("OBVERSE_SYMBOL"))]
static CODE: Code = Code {
    level: env!("OBVERSE_LEVEL"),
    kernels: board::KERNELS,
    perft: board::count_leaves,
    use_weights: eval::pattern::use_weights,
    build: search::receiver::build,
    sibling: search::receiver::sibling,
    run: search::receiver::run,
    kernel_speeds: search::kernel_speeds::measure,
};
