//! The harness that the tests share. It has no tests of the program.
//!
//! A test module may use this harness, but no other test module.

pub(crate) mod bless;
pub(crate) mod engine;
pub(crate) mod folder;
pub(crate) mod markdown;
pub(crate) mod outside;
pub(crate) mod positions;
pub(crate) mod program;
pub(crate) mod reply;
pub(crate) mod rules;
pub(crate) mod searchers;
#[cfg(unix)]
pub(crate) mod terminal;
pub(crate) mod transcript;
