//! The limits that a client sets for its searches, in addition to those of the options.

use std::time::Duration;

use crate::session::options::{Options, Strength};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Limits {
    pub(super) move_time: Option<Duration>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

impl Limits {
    /// The options with these limits added.
    pub(super) fn options(&self, options: &Options) -> Options {
        let mut options = options.clone();
        options.nodes = self.nodes.into_iter().chain(options.nodes).min();
        options.move_time = self.move_time.into_iter().chain(options.move_time).min();
        if let Some(depth) = self.depth {
            options.strength = Strength::Depth(depth);
        }
        options
    }
}
