//! Slow tests: real clients, experiments, and matches that compare playing strength.
//!
//! `cargo quick` skips all modules with this name.

#[cfg(unix)]
mod clients;
#[cfg(unix)]
mod experiments;
mod strength;
