//! A built-in player, called directly: no protocol, no pipe and no thread per move.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::{Beginning, Player, Reason, Trouble, Turn};
use crate::board::{Color, Move};
use crate::search::clock::{Budget, Clock};
use crate::search::rng::MoveSeed;
use crate::search::{Request, Searcher};
use crate::session::options::{Options, Strength};
use crate::tools::interrupt::Interrupt;
use crate::tools::r#match::terms::Terms;

pub(super) struct Builtin<'m> {
    options: Options,
    terms: &'m Terms,
    interrupt: &'m Interrupt,
    searcher: Box<dyn Searcher>,
    /// The number of the game.
    number: u64,
}

impl<'m> Builtin<'m> {
    pub(super) fn new(
        mut options: Options,
        terms: &'m Terms,
        interrupt: &'m Interrupt,
    ) -> Builtin<'m> {
        if let Some(depth) = terms.depth {
            options.strength = Strength::Depth(depth);
        }
        options.nodes = options.nodes.into_iter().chain(terms.nodes).min();
        Builtin {
            terms,
            interrupt,
            searcher: (options.algorithm.build)(),
            options,
            number: 0,
        }
    }

    /// The time budget for a move, if there is a clock.
    fn budget(&self, turn: &Turn<'_>) -> Option<Budget> {
        let (terms, left) = self.terms.clock.zip(turn.left)?;
        let color = turn.position.to_move();
        let mut clock = Clock::default();
        clock.set(terms.control());
        clock.set_time_left(color, left, terms.moves());
        clock.budget(color, turn.position.empty().len())
    }
}

impl Player for Builtin<'_> {
    /// A new searcher has empty tables, so that no game depends on another.
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble> {
        self.searcher = (self.options.algorithm.build)();
        self.number = beginning.number;
        Ok(())
    }

    fn observe(&mut self, _: Color, _: Move, _: Duration) -> Result<(), Trouble> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Move, Trouble> {
        let limits = self.options.limits(self.budget(turn));
        let request = Request {
            position: *turn.position,
            settings: self.options.settings(&limits),
            seed: MoveSeed::new(self.options.seed, self.number, turn.position),
        };
        let control = self.interrupt.control(limits);
        let searcher = self.searcher.as_mut();
        let search = || searcher.best_move(&request, &control, &mut |_| {});
        match catch_unwind(AssertUnwindSafe(search)) {
            Ok(_) if self.interrupt.is_asked() => Err(Trouble::Interrupted),
            Ok(report) => Ok(report.best_move().expect("it has a move")),
            Err(_) => Err(Trouble::forfeit(Reason::Crash, "the search has failed")),
        }
    }
}
