//! The integration tests, one crate.

mod clients;
mod dialogue;
mod transcripts;
