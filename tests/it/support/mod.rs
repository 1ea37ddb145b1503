//! The harness: what tests share and nothing is tested by.
//!
//! A test module uses what stands here, and never another test module.

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
