//! The limits that a client sets for its searches, in addition to those of the options.

use std::time::Duration;

use crate::board::Position;
use crate::search::Family;
use crate::search::analysis::Goal;
use crate::search::engine::levels;
use crate::session::options::{HIGHEST_LEVEL, Options, Strength};

/// Clients that ask for a level below search to its depth, and no deeper in the endgame.
pub(super) const LOWEST_FULL_LEVEL: u32 = 5;

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

/// Where an analysis of a position may end: at the depth that is set, with this confidence
/// in percent if that is the end of the game; at the depth of the level; or, if only time
/// or nodes are limited, when these are used up.
pub(super) fn goal(options: &Options, position: &Position, confidence: u32) -> Goal {
    let is_limited = options.move_time.is_some() || options.nodes.is_some();
    let empties = position.empty().len();
    let (depth, selectivity) = match options.strength {
        // Where a pass is a ply, the end of the game may be deeper than there are empty squares.
        Strength::Depth(depth) if options.family_for(position) == Family::Exact => {
            (Some(depth), confidence)
        }
        Strength::Depth(depth) => (Some(depth.min(empties)), confidence),
        Strength::Unset if is_limited => (None, 100),
        _ => {
            let level = options.level_in_use();
            let (depth, selectivity) = levels::depth_and_confidence(level, empties);
            (Some(depth), selectivity)
        }
    };
    Goal { depth, selectivity }
}

/// A strength as other engines count it: a depth selects the level that searches to that
/// depth in the midgame and deeper in the endgame, without a handicap.
pub(super) fn set_strength(depth: u32, options: &mut Options) {
    match depth < LOWEST_FULL_LEVEL {
        true => options.strength = Strength::Depth(depth.max(1)),
        false => options.set_full_level(depth.min(HIGHEST_LEVEL)),
    }
}
