//! What was learnt from games: patterns of discs.

pub mod net;
pub mod numbers;
pub mod shapes;
