//! The integration tests, one crate.

mod dialogue;
mod documents;
mod layers;
mod readme;
mod transcripts;
