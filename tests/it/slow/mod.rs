//! What takes long: real clients, experiments, and matches that show who is stronger.
//!
//! `cargo quick` runs no test in a module of this name, here or elsewhere.

#[cfg(unix)]
mod clients;
#[cfg(unix)]
mod experiments;
mod strength;
