//! The integration tests, one crate.

mod algorithms;
mod cpu;
mod dialogue;
mod documents;
mod engine;
mod failing_search;
mod layers;
mod outside;
mod process;
mod readme;
mod transcripts;
