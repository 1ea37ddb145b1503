//! The integration tests, one crate.

mod dialogue;
mod transcripts;
