//! The integration tests, one crate.

mod dialogue;
mod engine;
mod transcripts;
