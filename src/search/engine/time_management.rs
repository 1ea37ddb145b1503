//! Time management: when has a move been searched long enough?
//!
//! The clock sets a target and a limit for a move; time that is not used is available to
//! later moves. A search continues beyond the target if the best move has just changed or
//! its score has dropped, and ends early if nothing has changed for several iterations.
//! Near the end of the game it may use a large part of the remaining time to find the
//! result, because later moves then need no search.

use std::time::Duration;

use super::goal::Goal;
use super::root::Root;
use crate::board::Square;
use crate::search::control::Control;

/// With this many empty squares or fewer, [`SOLVING_TIME`] is enough to solve a position. One
/// more square takes twice as long.
const SOLVED_EMPTIES: f64 = 17.0;

/// Not too short: on a Zen 3, a move with 17 to 20 empty squares takes 15 to 20 milliseconds in
/// games, nearly all of it with 20.
const SOLVING_TIME: Duration = Duration::from_millis(5);

/// What a change of the best move adds to the instability factor.
const CHANGE: f64 = 0.5;
/// What an iteration without a change subtracts from it.
const NO_CHANGE: f64 = 0.15;
const MIN_INSTABILITY: f64 = 0.9;
const MAX_INSTABILITY: f64 = 2.5;

/// A score that drops by this many discs also counts as a change.
const LOSS: i32 = 3;

/// The expected time of the next iteration, as a multiple of the time so far.
const NEXT_ITERATION: f64 = 1.0;
const NEXT_ITERATION_TO_THE_END: f64 = 4.0;

/// The deadline of an iteration that was started, as a multiple of the target.
const OVERTIME: f64 = 1.25;

/// Decides before each iteration whether to start it.
pub(super) struct TimeManager<'c> {
    control: &'c Control,
    best: Option<(Square, i32)>,
    /// The factor by which the target time is multiplied.
    instability: f64,
}

impl<'c> TimeManager<'c> {
    pub(super) fn new(control: &'c Control) -> TimeManager<'c> {
        TimeManager {
            control,
            best: None,
            instability: 1.0,
        }
    }

    /// Whether to start the next iteration. Also sets its deadline.
    pub(super) fn allows(&mut self, iteration: Goal, root: &Root<'_, '_>) -> bool {
        let Some(soft_time) = self.control.soft_time() else {
            return true;
        };
        self.update_instability(root);
        let elapsed = self.control.elapsed();
        let limit = self.control.hard_time().unwrap_or(Duration::MAX);
        let (target, next) = if iteration.depth >= root.empties {
            (limit, NEXT_ITERATION_TO_THE_END)
        } else {
            let total = f64::from(root.empties);
            let unsolved = (total - solved_empties(soft_time)).max(4.0);
            let target = soft_time.mul_f64(total / unsolved * self.instability);
            (target.min(limit), NEXT_ITERATION)
        };
        self.control.set_deadline(target.mul_f64(OVERTIME));
        elapsed + elapsed.mul_f64(next) <= target
    }

    fn update_instability(&mut self, root: &Root<'_, '_>) {
        let best = &root.moves[0];
        if let Some((square, score)) = self.best {
            let has_changed = best.moves.square != square || best.score <= score - LOSS;
            self.instability += if has_changed { CHANGE } else { -NO_CHANGE };
            self.instability = self.instability.clamp(MIN_INSTABILITY, MAX_INSTABILITY);
        }
        self.best = Some((best.moves.square, best.score));
    }
}

/// With how many empty squares a position is solved in the time for a move. The moves from
/// there on need none of the time that the clock reserves for them.
fn solved_empties(time: Duration) -> f64 {
    let doublings = (time.as_secs_f64() / SOLVING_TIME.as_secs_f64()).log2();
    (SOLVED_EMPTIES + doublings).max(0.0)
}
