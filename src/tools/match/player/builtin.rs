//! A built-in player, which is called directly: without a protocol, a pipe or a thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::{GameStart, Player, PlayerError, Reason, Turn};
use crate::board::{Color, Move};
use crate::search::clock::{Budget, Clock};
use crate::search::rng::MoveSeed;
use crate::search::{Request, Searcher};
use crate::session::options::{Options, Strength};
use crate::tools::interrupt::Interrupt;
use crate::tools::r#match::limits::MatchLimits;

pub(super) struct Builtin<'m> {
    options: Options,
    limits: &'m MatchLimits,
    interrupt: &'m Interrupt,
    searcher: Box<dyn Searcher>,
    clock: Clock,
    /// The number of the game.
    number: u64,
}

impl<'m> Builtin<'m> {
    pub(super) fn new(
        mut options: Options,
        limits: &'m MatchLimits,
        interrupt: &'m Interrupt,
    ) -> Builtin<'m> {
        if let Some(depth) = limits.depth {
            options.strength = Strength::Depth(depth);
        }
        options.nodes = options.nodes.into_iter().chain(limits.nodes).min();
        Builtin {
            limits,
            interrupt,
            searcher: (options.algorithm.build)(),
            clock: Clock::default(),
            options,
            number: 0,
        }
    }

    /// The time budget for a move, if there is a clock.
    fn budget(&mut self, turn: &Turn<'_>) -> Option<Budget> {
        let (limits, left) = self.limits.clock.zip(turn.left)?;
        let color = turn.position.to_move();
        self.clock.set(limits.control());
        self.clock.set_time_left(color, left, limits.moves());
        self.clock.budget(color, turn.position.empty().len())
    }
}

impl Player for Builtin<'_> {
    /// Creates a new searcher with empty tables, so that no game depends on another.
    fn start_game(&mut self, start: &GameStart<'_>) -> Result<(), PlayerError> {
        self.searcher = (self.options.algorithm.build)();
        self.number = start.number;
        Ok(())
    }

    fn observe(&mut self, _: Color, _: Move, _: Duration) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Move, PlayerError> {
        let budget = self.budget(turn);
        let limits = self.options.limits(budget);
        let seed = MoveSeed::new(self.options.seed, self.number, turn.position);
        let request = Request {
            position: *turn.position,
            settings: self.options.settings(&limits, seed),
            seed,
        };
        let control = self.interrupt.control(limits);
        let searcher = self.searcher.as_mut();
        let search = || searcher.best_move(&request, &control, &mut |_| {});
        let found = catch_unwind(AssertUnwindSafe(search));
        if let Some(limit) = control.hard_time() {
            self.clock.learn_delay(limit, control.elapsed());
        }
        match found {
            Ok(_) if self.interrupt.is_requested() => Err(PlayerError::Interrupted),
            Ok(report) => Ok(report.best_move().expect("it has a move")),
            Err(_) => Err(PlayerError::forfeit(Reason::Crash, "the search failed")),
        }
    }
}
