//! The integration tests, one crate.

mod algorithms;
mod cpu;
mod dialogue;
mod failing_search;
mod outside;
mod process;
mod transcripts;
