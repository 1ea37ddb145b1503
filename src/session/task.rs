//! The purpose of a search.

use crate::board::Position;
use crate::search::analysis::{Goal, Scope};

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// A move to play, from a book if there is one.
    Move,
    /// The same, but discarded if it is interrupted.
    CancellableMove,
    /// A move that is always the same in the same position: without a book and
    /// without randomness.
    ReproducibleMove,
    /// The value of the position: that of a reproducible move, but discarded if it is
    /// interrupted.
    Evaluation,
    /// The value of every legal move, without a time or node limit.
    MoveValues,
    /// Repeated reports on some moves, until it is interrupted.
    Analysis(Scope),
    /// The same, until the goal or the time or node limit of a move is reached; the clock is
    /// ignored.
    LimitedAnalysis(Scope, Goal),
    /// No result: the search only fills the tables, which makes a later search faster.
    Ponder,
}

impl Task {
    /// Whether the result is discarded if the search is interrupted.
    pub(super) fn is_cancellable(self) -> bool {
        matches!(self, Task::CancellableMove | Task::Evaluation)
    }

    /// Whether the same position always gets the same answer.
    pub(super) fn is_reproducible(self) -> bool {
        matches!(self, Task::ReproducibleMove | Task::Evaluation)
    }

    /// Whether the result is a move to play in the game.
    pub(super) fn is_for_game(self) -> bool {
        matches!(self, Task::Move | Task::CancellableMove)
    }

    /// The same task after a forced pass, which leads to the position `start`. An analysis
    /// then has no moves to compare and looks for the best play instead.
    pub(super) fn after_pass(self, start: &Position) -> Task {
        let scope = Scope {
            moves: start.moves(),
            lines: 1,
        };
        match self {
            Task::Analysis(_) => Task::Analysis(scope),
            Task::LimitedAnalysis(_, goal) => Task::LimitedAnalysis(scope, goal),
            other => other,
        }
    }
}
