//! The midgame: everything above the endgame solver.
//!
//! A principal variation search, in whole discs. [`principal_variation_search`] goes
//! along the line that both sides are expected to play; [`null_window_search`] only
//! shows of every other move that it is not better. Both search `depth` plies, or to the
//! end of the game if `depth` is at least the number of empty squares; a pass takes no
//! depth. [`move_ordering`] says which move goes first, [`probcut`] when a shallow
//! search is enough.

mod move_ordering;
mod null_window;
mod principal_variation;
pub(crate) mod probcut;

pub(crate) use null_window::{null_window_search, search_move};
pub(in crate::search) use principal_variation::principal_variation_search;

use super::score::{MAX_SCORE, MIN_SCORE, Window};
use super::threads::Worker;
use super::transposition_table::{Entry, Key};
use crate::board::Square;

/// Stores the result of a search with this window, and the move that has it.
fn store(
    worker: &Worker<'_>,
    key: Key,
    depth: u32,
    (score, square): (i32, Option<Square>),
    window: Window,
) {
    let entry = Entry {
        lower: if score > window.alpha {
            score
        } else {
            MIN_SCORE
        },
        upper: if score < window.beta {
            score
        } else {
            MAX_SCORE
        },
        depth,
        selectivity: worker.selectivity.index(),
        moves: [square, None],
    };
    worker.table.store(key, entry);
}
