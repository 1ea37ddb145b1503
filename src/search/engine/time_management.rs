//! When has a move been thought about enough?
//!
//! A clock can spare a certain time for a move, and more if it must; what is not
//! spent is there for later moves. So a search goes on where the best move has
//! just changed or turned out worse than it seemed, and ends early where nothing
//! has changed for long. Near the end of the game it is worth a great part of
//! what is left to find the result: after that all moves are known.

use std::time::Duration;

use super::goal::Goal;
use super::root::Root;
use crate::board::Square;
use crate::search::control::Control;

/// With so many empty squares a game is as good as solved: the moves after that
/// cost nothing, and need none of the time that the clock can spare for them.
const SOLVED: u32 = 17;

/// A change of the best move makes a search so much longer, a step without one
/// shorter.
const CHANGE: f64 = 0.5;
const NO_CHANGE: f64 = 0.15;
const LEAST_UNREST: f64 = 0.6;
const MOST_UNREST: f64 = 2.5;

/// A loss of so many discs counts as a change, too.
const LOSS: i32 = 3;

/// A step takes about as long as all steps before it together, or some times as
/// long if it is to the end of the game.
const NEXT_STEP: f64 = 1.0;
const NEXT_STEP_TO_THE_END: f64 = 4.0;

/// Decides before each step of a search whether to take it.
pub(super) struct Patience<'c> {
    control: &'c Control,
    best: Option<(Square, i32)>,
    /// How long to think, as a part of the spare time.
    unrest: f64,
}

impl<'c> Patience<'c> {
    pub(super) fn new(control: &'c Control) -> Patience<'c> {
        Patience {
            control,
            best: None,
            unrest: 1.0,
        }
    }

    /// Whether the next step is worth its time. If so, it also has a little more
    /// than is expected.
    pub(super) fn lasts_for(&mut self, step: Goal, root: &Root<'_, '_>) -> bool {
        let Some(spare) = self.control.spare() else {
            return true;
        };
        self.notice(root);
        let elapsed = self.control.elapsed();
        let most = self.control.time().unwrap_or(Duration::MAX);
        let (pace, next) = if step.depth >= root.empty {
            (most, NEXT_STEP_TO_THE_END)
        } else {
            let all = f64::from(root.empty);
            let unsolved = f64::from(root.empty.saturating_sub(SOLVED).max(4));
            let pace = spare.mul_f64(all / unsolved * self.unrest);
            (pace.min(most), NEXT_STEP)
        };
        self.control.set_pace(pace.mul_f64(1.25));
        elapsed + elapsed.mul_f64(next) <= pace
    }

    fn notice(&mut self, root: &Root<'_, '_>) {
        let found = &root.moves[0];
        if let Some((square, score)) = self.best {
            let is_change = found.square != square || found.score <= score - LOSS;
            self.unrest += if is_change { CHANGE } else { -NO_CHANGE };
            self.unrest = self.unrest.clamp(LEAST_UNREST, MOST_UNREST);
        }
        self.best = Some((found.square, found.score));
    }
}
