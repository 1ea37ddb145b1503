//! Obverse: an Othello engine.

pub mod board;
pub mod formats;
