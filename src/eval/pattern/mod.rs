//! What was learnt from games: patterns of discs.

mod file;
pub mod limits;
pub mod net;
pub mod numbers;
pub mod shapes;

pub use file::WeightsError;
