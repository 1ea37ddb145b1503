//! Obverse: an Othello engine.

pub mod board;
