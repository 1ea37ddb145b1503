//! The integration tests, one crate.

mod algorithms;
mod dialogue;
mod transcripts;
