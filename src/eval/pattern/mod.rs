//! What was learnt from games: patterns of discs.

mod file;
pub mod limits;
pub mod net;
pub mod numbers;
mod packing;
pub mod shapes;

pub use file::WeightsError;
