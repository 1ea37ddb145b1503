//! Games as the files of other programs.
//!
//! A format knows its file and the rules, nothing else: it turns bytes into a
//! start position with legal moves, and back. What to do with a game, and where
//! the bytes come from, is for the callers.
//!
//! Readers take what other programs write and check it by the rules, so that no
//! caller has to; writers write what most programs read.

pub mod ggf;
pub mod sgf;
