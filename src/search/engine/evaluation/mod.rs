//! What a position is worth without a search.

mod accumulator;
pub(crate) mod corrections;
mod eval_cache;
mod node;

pub(crate) use accumulator::Accumulator;
pub(crate) use eval_cache::EvalCache;
pub(crate) use node::Node;
