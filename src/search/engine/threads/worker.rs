//! What one thread of a search has.

use std::sync::Arc;

use super::pool::Pool;
use super::split_point::Split;
use crate::search::control::{Meter, Stopped};
use crate::search::engine::endgame::Endgame;
use crate::search::engine::evaluation::{Node, Opinions};
use crate::search::engine::selectivity::Selectivity;
use crate::search::engine::transposition_table::Table;

const LOOK_UPS_PER_LOOK: u32 = 64;

/// Searches one move of a position: the board after it, `alpha`, the depth, and the
/// place of the move, from 1.
pub(crate) type SearchMove = fn(&mut Worker<'_>, Node, i32, u32, usize) -> Result<i32, Stopped>;

/// A thread's part of a search.
pub(crate) struct Worker<'a> {
    pub(crate) table: &'a Table,
    pub(crate) pool: &'a Pool<'a>,
    /// What to do with a move of a shared position. Threads do not know the search that
    /// they share.
    pub(super) search_move: SearchMove,
    pub(crate) meter: Meter<'a>,
    pub(crate) endgame: Endgame,
    pub(crate) opinions: Opinions,
    pub(crate) selectivity: Selectivity,
    /// Counts up to [`LOOK_UPS_PER_LOOK`].
    look_ups: u32,
    /// How many stand-in searches this one is nested in.
    pub(crate) nested: u32,
    /// The shared position that this thread helps with, if it does.
    pub(crate) split: Option<Arc<Split>>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(table: &'a Table, pool: &'a Pool<'a>, search_move: SearchMove) -> Worker<'a> {
        Worker {
            table,
            pool,
            search_move,
            meter: pool.control.meter(),
            endgame: Endgame::default(),
            opinions: Opinions::default(),
            selectivity: Selectivity::NONE,
            look_ups: 0,
            nested: 0,
            split: None,
        }
    }

    /// Counts a node, unless the search must stop.
    #[inline(always)]
    pub(crate) fn enter(&mut self) -> Result<(), Stopped> {
        if self.meter.is_due() {
            self.look()?;
        }
        self.meter.tick()
    }

    /// Counts a node that is looked up in the table. The first touch of a page of
    /// it may take a tenth of a millisecond, so the clock cannot wait for long.
    pub(crate) fn enter_table(&mut self) -> Result<(), Stopped> {
        self.look_ups = (self.look_ups + 1) % LOOK_UPS_PER_LOOK;
        if self.look_ups == 0 {
            self.look()?;
        }
        self.enter()
    }

    fn look(&mut self) -> Result<(), Stopped> {
        let is_settled = self.split.as_ref().is_some_and(|split| split.is_settled());
        if is_settled {
            Err(Stopped)
        } else {
            self.meter.look()
        }
    }
}
