//! The clocks of a game, and the time budget of a move.
//!
//! A [`Clock`] has the time control that the controller has set and the time left of both
//! players. It measures the time of each move itself, but adopts the time left whenever
//! the controller sends it.
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

mod budget;

use std::time::Duration;

use crate::board::Color;

pub use budget::Budget;

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
    /// matter, because none is ever exceeded.
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
        /// The maximum time that can be saved up.
        cap: Option<Duration>,
        /// The maximum time of one move.
        longest: Option<Duration>,
    },
    /// By the standard there is no limit, but some controllers mean `main` and
    /// `increment` as in [`Fischer`](TimeControl::Fischer). They apply as soon as the
    /// controller sends the time left.
    Unannounced {
        /// The time at the start.
        main: Duration,
        /// The time added after each move.
        increment: Duration,
    },
}

/// A delay has faded to about a third after this many moves.
const MOVES_REMEMBERED: u32 = 32;

/// The time left of one player.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Left {
    /// The main time left or, once a period has started, the time left in that period.
    time: Duration,
    /// The number of moves left in the period, once one has started.
    stones: Option<u32>,
    /// Whether the controller has ever sent the time left.
    is_from_controller: bool,
}

/// The time control of a game, and the time left of both players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clock {
    control: TimeControl,
    black: Option<Left>,
    white: Option<Left>,
    /// How late this machine has been with the end of recent searches.
    delay: Duration,
}

impl Clock {
    /// Sets the time control and starts both clocks.
    pub fn set(&mut self, control: TimeControl) {
        *self = Clock {
            control: match control {
                TimeControl::Canadian {
                    main,
                    period,
                    stones: 1,
                } => TimeControl::Byoyomi { main, period },
                other => other,
            },
            black: None,
            white: None,
            delay: self.delay,
        };
    }

    /// Starts both clocks again under the same time control.
    pub fn restart(&mut self) {
        self.set(self.control);
    }

    /// Sets the time left that the controller has sent, for the given number of moves if
    /// there is one.
    ///
    /// A controller that counts whole seconds rounds down, so that up to a second more is
    /// left. If our own count agrees, half of the difference is added.
    pub fn set_time_left(&mut self, color: Color, time: Duration, stones: Option<u32>) {
        let own = self.left(color);
        // Without a main time a period is running, even if the controller does not count
        // its moves.
        let is_period = self.full().stones.is_some();
        let stones = stones.or(own.stones.filter(|_| is_period));
        let rest = own.time.saturating_sub(time);
        let is_rounded = time.subsec_nanos() == 0
            && own.stones == stones
            && own.time >= time
            && rest < Duration::from_secs(1);
        let time = if is_rounded { time + rest / 2 } else { time };
        *self.left_mut(color) = Some(Left {
            time,
            stones,
            is_from_controller: true,
        });
    }

    /// Subtracts the time of a move.
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

    /// Learns from a search with this time limit how late the machine is with its end. The
    /// worst delay is forgotten slowly. It counts as no longer than the limit, so that a
    /// machine that was suspended is forgiven, too.
    pub fn learn_delay(&mut self, limit: Duration, taken: Duration) {
        // A search that has ended before its limit shows nothing.
        if let Some(late) = taken.checked_sub(limit) {
            let remembered = self.delay.saturating_sub(self.delay / MOVES_REMEMBERED);
            self.delay = late.min(limit).max(remembered);
        }
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

    /// The time left at the start of the game.
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
            is_from_controller: false,
        }
    }
}
