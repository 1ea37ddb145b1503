//! What a board is worth without a search.

mod accumulator;
mod eval_cache;
mod node;
pub(crate) mod odd_even;

pub(crate) use accumulator::Opinion;
pub(crate) use eval_cache::Opinions;
pub(crate) use node::Node;
