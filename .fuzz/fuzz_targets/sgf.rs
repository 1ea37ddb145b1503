//! Reads any bytes as an SGF file; see `check`.
//!
//! `cargo fuzz run -s none sgf` needs no nightly compiler.
#![no_main]

mod check;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| check::reader("sgf", file));
