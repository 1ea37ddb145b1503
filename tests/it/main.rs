//! The integration tests, in one crate.
//!
//! A module is named after what it tests. Everything that several modules use is in
//! `support`.
#![cfg_attr(
    not(unix),
    allow(unused_imports, dead_code, reason = "some tests are only for Unix")
)]

mod algorithms;
mod analyze;
mod arguments;
mod bench;
mod book;
mod chatty_search;
mod check;
mod command_line;
mod configuration;
mod convert;
mod cpu;
mod documents;
mod edax;
mod engine_solver;
mod errors;
mod evaltest;
mod exact_algorithms;
mod exercises;
mod failing_search;
mod garbage;
mod generated;
mod json;
mod late_searches;
mod layers;
mod levels;
mod live_moves;
mod r#match;
mod match_engines;
#[cfg(target_os = "linux")]
mod memory;
mod options;
mod plain_output;
mod pondering;
mod probcut;
mod problems;
mod readme;
mod refused_threads;
mod report;
mod same_report;
mod selfplay;
mod shells;
mod slow;
mod solve;
mod stats;
mod streams;
mod supply_chain;
mod support;
mod tables;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod terminal_games;
mod train;
mod transcripts;
mod web;
