//! The engine as its users see it: a search with a book before it.

use super::NAME;
use super::effort::{Effort, EngineOptions};
use super::evaluation::Accumulator;
use super::handicap::Handicap;
use super::launch::Core;
use super::levels;
use super::score::UNITS_PER_DISC;
use crate::board::Position;
use crate::search::analysis::Scope;
use crate::search::control::{Control, Stopped};
use crate::search::dispatch::Dispatched;
use crate::search::dispatch::message::{Message, Task};
use crate::search::report::Report;
use crate::search::{Family, OnReport, Request, Row, Searcher};

pub(in crate::search) const ROW: Row = Row {
    name: NAME,
    summary: "the strongest: every technique that works, on all cores",
    family: Family::Selective,
    build: || Box::new(Engine::default()),
};

/// The engine, and what it keeps from one search to the next.
pub struct Engine(Place);

/// Whose code searches.
enum Place {
    /// That of this crate.
    Here(Core),
    /// That for this CPU.
    There(Dispatched),
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Engine {
    /// An engine that allocates its memory at the first search.
    pub fn new() -> Engine {
        Engine(match Dispatched::new(ROW.name) {
            Some(dispatched) => Place::There(dispatched),
            None => Place::Here(Core::default()),
        })
    }

    /// An engine that shares the transposition table of this one. Both can search at the
    /// same time, and each profits from what the other finds.
    pub fn sibling(&self) -> Engine {
        Engine(match &self.0 {
            Place::Here(core) => Place::Here(core.sibling()),
            Place::There(dispatched) => Place::There(dispatched.sibling()),
        })
    }

    fn searcher(&mut self) -> &mut dyn Searcher {
        match &mut self.0 {
            Place::Here(core) => core,
            Place::There(dispatched) => dispatched,
        }
    }

    /// Discards everything that earlier searches found.
    pub fn clear(&mut self) {
        match &mut self.0 {
            Place::Here(core) => core.clear(),
            Place::There(dispatched) => dispatched.run_at_once(Task::Clear, &[]),
        }
    }

    /// Searches a position with this effort, as far as the control allows; with
    /// [`Effort::End`] it solves it. A forced pass at the root adds a ply to the depth.
    pub fn solve(
        &mut self,
        position: &Position,
        effort: Effort,
        options: EngineOptions,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        match &mut self.0 {
            Place::Here(core) => core.solve(position, effort, options, control, on_report),
            Place::There(dispatched) => {
                let arguments: [&dyn Message; 3] = [position, &effort, &options];
                dispatched.run(Task::Solve, &arguments, control, on_report)
            }
        }
    }

    /// The values of all moves, best first, with this effort and as far as the control
    /// allows. They are from the last iteration that searched all moves. A search to the
    /// end with a selectivity of 87 % or more becomes an exact one, since callers want to
    /// know what each move loses. The side to move must have a move.
    pub fn compare(
        &mut self,
        position: &Position,
        effort: Effort,
        options: EngineOptions,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        match &mut self.0 {
            Place::Here(core) => core.compare(position, effort, options, control, on_report),
            Place::There(dispatched) => {
                let arguments: [&dyn Message; 3] = [position, &effort, &options];
                dispatched.run(Task::Compare, &arguments, control, on_report)
            }
        }
    }

    /// The scores of searches of 0, 1, 2 plies and so on, by one thread and without
    /// selective pruning. The side to move must have a move.
    pub fn scores(
        &mut self,
        position: &Position,
        max_depth: u32,
        hash_mb: usize,
        control: &Control,
    ) -> Result<Vec<i32>, Stopped> {
        match &mut self.0 {
            Place::Here(core) => core.scores(position, max_depth, hash_mb, control),
            Place::There(dispatched) => {
                let arguments: [&dyn Message; 3] = [position, &max_depth, &hash_mb];
                dispatched.run(Task::Scores, &arguments, control, &mut |_| {})
            }
        }
    }

    /// The static evaluation in discs, if necessary after a forced pass; the result if
    /// the game is over.
    pub fn evaluate(position: &Position) -> f64 {
        if position.is_over() {
            return position.result().into();
        }
        if position.must_pass() {
            return -Engine::evaluate(&position.pass());
        }
        let board = position.board();
        f64::from(Accumulator::of(board).evaluate(board)) / f64::from(UNITS_PER_DISC)
    }
}

impl Searcher for Engine {
    fn best_move(
        &mut self,
        request: &Request,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        if let Some(report) = Report::of_only_move(&request.position) {
            return report;
        }
        // A player with a handicap has learnt nothing by heart.
        let level = levels::for_people(&request.settings);
        let has_handicap = level.and_then(Handicap::of_level).is_some();
        let guide = request.settings.book.as_ref().filter(|_| !has_handicap);
        if let Some(report) = guide.and_then(|guide| guide.advise(request)) {
            return report;
        }
        self.searcher().best_move(request, control, on_report)
    }

    fn move_values(&mut self, request: &Request, control: &Control) -> Result<Report, Stopped> {
        self.searcher().move_values(request, control)
    }

    fn analyze(
        &mut self,
        request: &Request,
        scope: &Scope,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        self.searcher().analyze(request, scope, control, on_report)
    }

    fn ponder(&mut self, request: &Request, control: &Control) {
        self.searcher().ponder(request, control);
    }

    fn sibling(&self) -> Option<Box<dyn Searcher>> {
        Some(Box::new(Engine::sibling(self)))
    }
}
