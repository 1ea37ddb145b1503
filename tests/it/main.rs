//! The integration tests, one crate.

mod algorithms;
mod arguments;
mod chatty_search;
mod clients;
mod cpu;
mod dialogue;
mod documents;
mod engine;
mod engine_solver;
mod exact_family;
mod failing_search;
mod generated;
mod layers;
mod live_moves;
mod outside;
mod pondering;
mod problems;
mod process;
mod readme;
mod replies;
mod rules;
mod samples;
mod solve;
mod strength;
mod train;
mod transcripts;
