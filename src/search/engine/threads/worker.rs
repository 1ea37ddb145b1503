//! One thread's part of a search.

use std::sync::Arc;

use super::pool::ThreadPool;
use super::split_point::SplitPoint;
use crate::search::control::{Meter, Stopped};
use crate::search::engine::endgame::EndgameSolver;
use crate::search::engine::evaluation::{EvalCache, Node};
use crate::search::engine::score::NullWindow;
use crate::search::engine::selectivity::Selectivity;
use crate::search::engine::transposition_table::TranspositionTable;

/// What a thread does with a move at a split point. The arguments are the node after
/// the move, the window and the depth of the position before it, and the place of the
/// move in the move order, from 1.
pub(crate) type SearchMove =
    fn(&mut Worker<'_>, Node, NullWindow, u32, usize) -> Result<i32, Stopped>;

pub(crate) struct Worker<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) pool: &'a ThreadPool<'a>,
    pub(super) search_move: SearchMove,
    pub(crate) meter: Meter<'a>,
    pub(crate) endgame: EndgameSolver,
    pub(crate) eval_cache: EvalCache,
    pub(crate) selectivity: Selectivity,
    /// Counts up to [`PROBES_PER_POLL`].
    probes: u32,
    /// How many ProbCut searches the current one is nested in.
    pub(crate) probcut_nesting: u32,
    /// The innermost split point that this thread works on.
    pub(super) split_point: Option<Arc<SplitPoint>>,
}

/// How many table probes there are between two checks of the clock.
pub(super) const PROBES_PER_POLL: u32 = 64;

impl<'a> Worker<'a> {
    pub(crate) fn new(
        table: &'a TranspositionTable,
        pool: &'a ThreadPool<'a>,
        search_move: SearchMove,
    ) -> Worker<'a> {
        Worker {
            table,
            pool,
            search_move,
            meter: pool.control.meter(),
            endgame: EndgameSolver::default(),
            eval_cache: EvalCache::default(),
            selectivity: Selectivity::NONE,
            probes: 0,
            probcut_nesting: 0,
            split_point: None,
        }
    }

    /// Counts a node, unless the search must stop.
    #[inline(always)]
    pub(crate) fn enter(&mut self) -> Result<(), Stopped> {
        if self.meter.is_due() {
            self.poll()?;
        }
        self.meter.tick()
    }

    /// Counts a node that probes the transposition table. The first access to a page of
    /// the table may take a tenth of a millisecond, so the clock is checked more often.
    pub(crate) fn enter_and_probe(&mut self) -> Result<(), Stopped> {
        self.probes = (self.probes + 1) % PROBES_PER_POLL;
        if self.probes == 0 {
            self.poll()?;
        }
        self.enter()
    }

    /// Whether to continue: the limits of a search can stop it, a cutoff only a helper.
    fn poll(&mut self) -> Result<(), Stopped> {
        let is_cut_off = self
            .split_point
            .as_ref()
            .is_some_and(|split_point| split_point.is_cut_off());
        if is_cut_off {
            Err(Stopped)
        } else {
            self.meter.check_limits()
        }
    }
}
