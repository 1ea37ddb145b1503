//! What a search is for.

use crate::board::Position;
use crate::search::analysis::{Goal, Scope};

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// A move to play, from a book if there is one.
    Move,
    /// The same, but discarded if it is interrupted.
    CancellableMove,
    /// A move that is always the same in the same position: without a book and
    /// without chance.
    ReproducibleMove,
    /// The value of the position: that of a reproducible move, but discarded if it is
    /// interrupted.
    Evaluation,
    /// The value of every legal move, without any limit of time or nodes.
    MoveValues,
    /// What is known of some moves, again and again until it is interrupted.
    Analysis(Scope),
    /// The same, until the goal is reached or a limit on moves; the clock does not
    /// count.
    LimitedAnalysis(Scope, Goal),
    /// Nothing that is reported: what is learnt now makes a later search quicker.
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

    /// The same task after a forced pass, where a position has this one as its only
    /// continuation: an analysis has nothing to compare, and asks for the best play.
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
