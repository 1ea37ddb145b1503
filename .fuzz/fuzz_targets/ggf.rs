//! Reads any bytes as a GGF file; see `check`.
//!
//! `cargo fuzz run -s none ggf` needs no nightly compiler.
#![no_main]

mod check;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| check::reader("ggf", file));
