//! Reads any bytes as lines of transcripts and positions; see `check`.
//!
//! `cargo fuzz run -s none lines` needs no nightly compiler.
#![no_main]

mod check;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| check::reader("transcript", file));
