//! Reads any bytes as a WTHOR file; see `check`.
//!
//! `cargo fuzz run -s none wthor` needs no nightly compiler.
#![no_main]

mod check;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| check::reader("wthor", file));
