//! The clocks of a game, and the time budget of a move.
//!
//! A [`Clock`] keeps the time control that the controller announced and the time left.
//! It counts the time that moves take itself, but believes a controller that says how
//! much is left.
//!
//! ```
//! use std::time::Duration;
//!
//! use obverse::board::Color;
//! use obverse::search::clock::{Clock, TimeControl};
//!
//! let mut clock = Clock::default();
//! assert!(clock.budget(Color::Black, 60).is_none(), "no limit");
//! clock.set(TimeControl::Absolute { main: Duration::from_secs(60) });
//! let budget = clock.budget(Color::Black, 60).expect("a limit");
//! assert!(budget.soft < Duration::from_secs(3) && budget.hard >= budget.soft);
//! clock.spend(Color::Black, Duration::from_secs(58));
//! let later = clock.budget(Color::Black, 58).expect("a limit");
//! assert!(later.hard < budget.hard);
//! ```

use std::time::Duration;

use crate::board::Color;

/// The time budget of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The soft limit: the share of this move if the time left is spread evenly over the
    /// moves left.
    pub soft: Duration,
    /// The hard limit: the most the move may take so that the moves after it still have
    /// something. It equals the soft limit if unused time is lost.
    pub hard: Duration,
}

/// A reserve for the worst delay on the way to the controller and back when other
/// programs keep the machine busy. It is never spent.
const RESERVE: Duration = Duration::from_millis(80);

/// The average overhead of a move on that way. The controller counts it, and our own
/// count does not have it.
const MOVE_OVERHEAD: Duration = Duration::from_millis(3);

/// The time control of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TimeControl {
    /// No limit.
    #[default]
    Unlimited,
    /// A time for the whole game.
    Absolute {
        /// The time for all moves together.
        main: Duration,
    },
    /// After the main time, periods for a number of moves each.
    Canadian {
        /// The time before the first period.
        main: Duration,
        /// The time for `stones` moves.
        period: Duration,
        /// The number of moves in a period.
        stones: u32,
    },
    /// After the main time, a period for each move. The number of periods does not
    /// matter, since none is ever overrun.
    Byoyomi {
        /// The time before the first period.
        main: Duration,
        /// The time for one move.
        period: Duration,
    },
    /// A time for the game, and an increment for each move.
    Fischer {
        /// The time at the start.
        main: Duration,
        /// The time added after each move.
        increment: Duration,
        /// The most that can be saved up.
        cap: Option<Duration>,
        /// The most that one move may take.
        longest: Option<Duration>,
    },
    /// By the standard there is no limit, but some controllers mean `main` and
    /// `increment` as in [`Fischer`](TimeControl::Fischer). They count as such as soon as
    /// the controller says how much time is left.
    Unannounced {
        /// The time at the start.
        main: Duration,
        /// The time added after each move.
        increment: Duration,
    },
}

/// The time left of one player.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Left {
    /// The main time left or, once a period has begun, the time left of that.
    time: Duration,
    /// The moves left to make in the period, once one has begun.
    stones: Option<u32>,
    /// Whether the controller has ever said how much time is left.
    is_told: bool,
}

/// The time control of a game, and the time left of both players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clock {
    control: TimeControl,
    black: Option<Left>,
    white: Option<Left>,
}

impl Clock {
    /// Sets the time control and starts both clocks.
    pub fn set(&mut self, control: TimeControl) {
        *self = Clock {
            control,
            black: None,
            white: None,
        };
    }

    /// Starts both clocks again under the same time control.
    pub fn restart(&mut self) {
        self.set(self.control);
    }

    /// Sets the time left, as the controller says; with `stones`, it is for that many
    /// moves.
    pub fn tell(&mut self, color: Color, time: Duration, stones: Option<u32>) {
        *self.left_mut(color) = Some(Left {
            time,
            stones,
            is_told: true,
        });
    }

    /// Takes the time of a move from the clock.
    pub fn spend(&mut self, color: Color, spent: Duration) {
        let mut left = self.left(color);
        let overrun = spent.saturating_sub(left.time);
        left.time = left.time.saturating_sub(spent);
        match self.control {
            TimeControl::Unlimited | TimeControl::Absolute { .. } => {}
            TimeControl::Fischer { increment, cap, .. } => {
                left.time = (left.time + increment).min(cap.unwrap_or(Duration::MAX));
            }
            TimeControl::Unannounced { increment, .. } => left.time += increment,
            TimeControl::Canadian { period, stones, .. } => {
                left.stones = match left.stones {
                    Some(count) if count > 1 => Some(count - 1),
                    None if overrun.is_zero() => None,
                    ended => {
                        let in_main = ended.is_none();
                        left.time = if in_main {
                            period.saturating_sub(overrun)
                        } else {
                            period
                        };
                        Some(if in_main {
                            stones.saturating_sub(1).max(1)
                        } else {
                            stones
                        })
                    }
                };
            }
            TimeControl::Byoyomi { period, .. } => {
                if left.stones.is_some() || !overrun.is_zero() {
                    left.time = period;
                    left.stones = Some(1);
                }
            }
        }
        *self.left_mut(color) = Some(left);
    }

    /// The budget of `color`'s next move, with `empty` squares empty; `None` if there is
    /// no limit.
    ///
    /// A side has about half of the empty squares left to play, so the time left is
    /// spread evenly over these moves.
    pub fn budget(&self, color: Color, empty: u32) -> Option<Budget> {
        let left = self.left(color);
        let moves = empty.div_ceil(2).max(1);
        let evenly = |over: u32| {
            let over = over.clamp(1, moves);
            let time = usable(left.time, over);
            Budget {
                soft: time / over,
                hard: time / over.min(3),
            }
        };
        Some(match self.control {
            // A controller that says how much time is left, without a time control,
            // means that this is all.
            TimeControl::Unlimited | TimeControl::Unannounced { .. } if !left.is_told => {
                return None;
            }
            TimeControl::Unlimited | TimeControl::Absolute { .. } => {
                evenly(left.stones.unwrap_or(moves))
            }
            TimeControl::Unannounced { increment, .. } => {
                let budget = evenly(left.stones.unwrap_or(moves));
                budget.plus(increment, usable(left.time, 1))
            }
            TimeControl::Fischer {
                increment, longest, ..
            } => {
                let longest = longest.map_or(Duration::MAX, |longest| usable(longest, 1));
                let most = usable(left.time, 1).min(longest);
                evenly(moves).plus(increment, most)
            }
            TimeControl::Canadian { period, stones, .. } => match left.stones {
                Some(count) => evenly(count),
                None => {
                    let budget = evenly(moves);
                    let later = usable(period, stones) / stones.max(1);
                    Budget {
                        soft: budget.soft.max(later),
                        hard: budget.hard.max(later),
                    }
                }
            },
            TimeControl::Byoyomi { period, .. } => match left.stones {
                Some(_) => evenly(1),
                None => evenly(moves).plus(period, usable(left.time + period, 1)),
            },
        })
    }

    fn left(&self, color: Color) -> Left {
        let known = match color {
            Color::Black => self.black,
            Color::White => self.white,
        };
        known.unwrap_or_else(|| self.full())
    }

    fn left_mut(&mut self, color: Color) -> &mut Option<Left> {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    /// The time left of a player at the start.
    fn full(&self) -> Left {
        let (main, period) = match self.control {
            TimeControl::Unlimited => (Duration::ZERO, None),
            TimeControl::Absolute { main }
            | TimeControl::Fischer { main, .. }
            | TimeControl::Unannounced { main, .. } => (main, None),
            TimeControl::Canadian {
                main,
                period,
                stones,
            } => (main, Some((period, stones))),
            TimeControl::Byoyomi { main, period } => (main, Some((period, 1))),
        };
        let (time, stones) = match period {
            Some((period, stones)) if main.is_zero() => (period, Some(stones)),
            _ => (main, None),
        };
        Left {
            time,
            stones,
            is_told: false,
        }
    }
}

impl Budget {
    /// The same with an addition, but never above `limit`.
    fn plus(self, addition: Duration, limit: Duration) -> Budget {
        Budget {
            soft: (self.soft + addition).min(limit),
            hard: (self.hard + addition).min(limit),
        }
    }
}

/// The part of a time for this many moves that can be spent on thinking.
fn usable(time: Duration, moves: u32) -> Duration {
    time.saturating_sub(RESERVE.min(time / 3) + moves * MOVE_OVERHEAD)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    const fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    fn clock(control: TimeControl) -> Clock {
        let mut clock = Clock::default();
        clock.set(control);
        clock
    }

    fn soft(clock: &Clock, color: Color, empty: u32) -> Duration {
        clock.budget(color, empty).expect("limited").soft
    }

    /// A whole game, its moves as long as `taken` says; the time that was never
    /// used.
    fn play(clock: &mut Clock, taken: impl Fn(Budget) -> Duration) -> Duration {
        for empty in (1..=60).rev().step_by(2) {
            let left = clock.left(Black).time;
            let budget = clock.budget(Black, empty).expect("limited");
            assert!(budget.soft <= budget.hard, "{budget:?}");
            clock.spend(Black, taken(budget) + MOVE_OVERHEAD);
            assert!(
                taken(budget) + MOVE_OVERHEAD <= left,
                "{budget:?} of {left:?}"
            );
        }
        clock.left(Black).time
    }

    #[test]
    fn unlimited_until_told() {
        let mut clock = clock(TimeControl::Unannounced {
            main: seconds(0),
            increment: seconds(1),
        });
        assert_eq!(clock.budget(Black, 60), None);
        clock.tell(Black, seconds(1), None);
        let soft = soft(&clock, Black, 60);
        assert!(soft <= seconds(1) && soft >= seconds(1) * 9 / 10);
        assert_eq!(clock.budget(White, 60), None);
    }

    #[test]
    fn told_time_runs_down_without_terms() {
        let mut clock = Clock::default();
        clock.tell(Black, seconds(10), None);
        clock.spend(Black, seconds(9));
        assert!(soft(&clock, Black, 2) < seconds(1));
        assert_eq!(clock.budget(White, 2), None);
    }

    #[test]
    fn nothing_left_is_not_unlimited() {
        let mut clock = clock(TimeControl::Absolute { main: seconds(60) });
        clock.tell(White, seconds(0), None);
        assert_eq!(soft(&clock, White, 20), Duration::ZERO);
    }

    #[test]
    fn absolute_time_lasts_for_the_game() {
        let mut clock = clock(TimeControl::Absolute { main: seconds(30) });
        let unused = play(&mut clock, |budget| budget.soft);
        assert!(unused < seconds(1), "{unused:?}");
        clock.restart();
        play(&mut clock, |budget| budget.hard);
    }

    #[test]
    fn increments_are_used() {
        let mut clock = clock(TimeControl::Fischer {
            main: seconds(2),
            increment: seconds(1),
            cap: None,
            longest: Some(seconds(5)),
        });
        let unused = play(&mut clock, |budget| budget.soft);
        assert!(unused < seconds(2), "{unused:?}");
        clock.restart();
        assert!(clock.budget(Black, 60).expect("limited").hard < seconds(2));
        play(&mut clock, |budget| budget.hard);
    }

    #[test]
    fn little_time_is_not_overrun() {
        let main = Duration::from_millis(200);
        let increment = Duration::from_millis(20);
        let mut clock = clock(TimeControl::Fischer {
            main,
            increment,
            cap: None,
            longest: None,
        });
        play(&mut clock, |budget| budget.hard);
    }

    #[test]
    fn canadian_periods_begin_again() {
        let period = seconds(10);
        let mut clock = clock(TimeControl::Canadian {
            main: seconds(0),
            period,
            stones: 2,
        });
        let first = soft(&clock, Black, 60);
        assert!(first < seconds(5) && first > seconds(4));
        clock.spend(Black, seconds(9));
        assert!(soft(&clock, Black, 58) < seconds(1));
        clock.spend(Black, Duration::ZERO);
        assert!(soft(&clock, Black, 56) > seconds(4));
    }

    #[test]
    fn a_period_for_one_move_is_for_that_move() {
        let mut clock = clock(TimeControl::Byoyomi {
            main: seconds(0),
            period: seconds(2),
        });
        play(&mut clock, |budget| {
            assert!(budget.soft == budget.hard && budget.hard > seconds(2) * 9 / 10);
            budget.hard
        });
    }
}
