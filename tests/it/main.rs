//! The integration tests, one crate.

mod algorithms;
mod dialogue;
mod failing_search;
mod process;
mod transcripts;
