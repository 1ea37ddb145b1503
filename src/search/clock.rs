//! How long may a move take?
//!
//! A [`Clock`] keeps what the controller announced and what is left. Its own
//! count, from the time that moves took, is the fallback; a controller that
//! tells the time left is always believed.

use std::time::Duration;

use crate::board::Color;

/// The terms of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TimeControl {
    /// As long as it takes.
    #[default]
    Unlimited,
    /// So much for the whole game.
    Absolute {
        /// For all moves together.
        main: Duration,
    },
    /// After the main time, periods of so many moves.
    Canadian {
        /// Before the first period.
        main: Duration,
        /// For `stones` moves.
        period: Duration,
        /// The moves of a period.
        stones: u32,
    },
    /// After the main time, so much for each move. How many such periods may be
    /// overrun does not matter to who never overruns one.
    Byoyomi {
        /// Before the first period.
        main: Duration,
        /// For one move.
        period: Duration,
    },
    /// So much for the game, and an addition for each move.
    Fischer {
        /// At the start.
        main: Duration,
        /// Added after each move.
        increment: Duration,
        /// What is left never grows beyond this.
        cap: Option<Duration>,
        /// No move may take longer.
        longest: Option<Duration>,
    },
    /// The standard says that there is no limit, but some controllers mean
    /// `main` and `increment` as in Fischer's terms: they are obeyed as soon as
    /// the controller tells a time left.
    Unannounced {
        /// At the start.
        main: Duration,
        /// Added after each move.
        increment: Duration,
    },
}

/// What one player has left.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Left {
    /// In the main time, or in the period if it has begun.
    time: Duration,
    /// The moves to be made in the period, if it has begun.
    stones: Option<u32>,
    /// Whether the controller ever told the time left.
    is_told: bool,
}

/// The time control and both players' time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clock {
    control: TimeControl,
    black: Option<Left>,
    white: Option<Left>,
}

impl Clock {
    /// Starts both players' time under new terms.
    pub fn set(&mut self, control: TimeControl) {
        *self = Clock {
            control,
            black: None,
            white: None,
        };
    }

    /// Starts both players' time under the same terms.
    pub fn restart(&mut self) {
        self.set(self.control);
    }

    /// Believes the controller: with `stones`, the time is for so many moves.
    pub fn tell(&mut self, color: Color, time: Duration, stones: Option<u32>) {
        *self.left_mut(color) = Some(Left {
            time,
            stones,
            is_told: true,
        });
    }

    /// Counts the time of a move.
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

    /// How long `color`'s next move may take when there are `empty` squares;
    /// `None` is as long as it takes.
    ///
    /// The rest of the game is known to be half of the empty squares, so the
    /// time left is spread evenly over it. Some is kept back for the way
    /// through the pipe.
    pub fn budget(&self, color: Color, empty: u32) -> Option<Duration> {
        let left = self.left(color);
        let moves = empty.div_ceil(2).max(1);
        let spread = |time: Duration, over: u32| time / over.clamp(1, moves);
        let wanted = match self.control {
            // A controller that tells the time left without any terms means
            // that there is no more.
            TimeControl::Unlimited if !left.is_told => return None,
            TimeControl::Unannounced { .. } if !left.is_told => return None,
            TimeControl::Unlimited | TimeControl::Absolute { .. } => {
                spread(left.time, left.stones.unwrap_or(moves))
            }
            TimeControl::Unannounced { increment, .. } => {
                spread(left.time, left.stones.unwrap_or(moves)) + increment
            }
            TimeControl::Fischer {
                increment, longest, ..
            } => (spread(left.time, moves) + increment).min(longest.unwrap_or(Duration::MAX)),
            TimeControl::Canadian { period, stones, .. } => match left.stones {
                Some(count) => spread(left.time, count),
                None => spread(left.time, moves).max(period / stones.max(1)),
            },
            TimeControl::Byoyomi { period, .. } => match left.stones {
                Some(_) => left.time,
                None => spread(left.time, moves) + period,
            },
        };
        Some(Self::keep_back(wanted.min(self.longest_move(left))))
    }

    /// What a move may take at most without losing the game.
    fn longest_move(&self, left: Left) -> Duration {
        match self.control {
            TimeControl::Canadian { period, .. } if left.stones.is_none() => left.time + period,
            TimeControl::Byoyomi { period, .. } if left.stones.is_none() => left.time + period,
            _ => left.time,
        }
    }

    /// A twentieth, at most 50 ms, is for the way through the pipe.
    fn keep_back(time: Duration) -> Duration {
        time - (time / 20).min(Duration::from_millis(50))
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

    /// What a player has at the start.
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

    #[test]
    fn unlimited_until_told() {
        let mut clock = clock(TimeControl::Unannounced {
            main: seconds(0),
            increment: seconds(1),
        });
        assert_eq!(clock.budget(Black, 60), None);
        clock.tell(Black, seconds(1), None);
        let budget = clock.budget(Black, 60).expect("told");
        assert!(
            budget <= seconds(1) && budget >= Duration::from_millis(900),
            "{budget:?}"
        );
        assert_eq!(clock.budget(White, 60), None);
    }

    #[test]
    fn told_time_runs_down_without_terms() {
        let mut clock = Clock::default();
        clock.tell(Black, seconds(10), None);
        clock.spend(Black, seconds(9));
        assert!(
            clock
                .budget(Black, 2)
                .is_some_and(|budget| budget < seconds(1))
        );
        assert_eq!(clock.budget(White, 2), None);
    }

    #[test]
    fn nothing_left_is_not_unlimited() {
        let mut clock = clock(TimeControl::Absolute { main: seconds(60) });
        clock.tell(White, seconds(0), None);
        assert_eq!(clock.budget(White, 20), Some(Duration::ZERO));
    }

    #[test]
    fn absolute_time_lasts_for_the_game() {
        let mut clock = clock(TimeControl::Absolute { main: seconds(30) });
        let mut total = Duration::ZERO;
        for empty in (1..=60).rev().step_by(2) {
            let budget = clock.budget(Black, empty).expect("limited");
            clock.spend(Black, budget);
            total += budget;
        }
        assert!(total <= seconds(30) && total > seconds(25), "{total:?}");
    }

    #[test]
    fn canadian_periods_begin_again() {
        let period = seconds(10);
        let mut clock = clock(TimeControl::Canadian {
            main: seconds(0),
            period,
            stones: 2,
        });
        let first = clock.budget(Black, 60).expect("limited");
        assert!(first < seconds(5) && first > seconds(4));
        clock.spend(Black, seconds(9));
        assert!(clock.budget(Black, 58).expect("limited") < seconds(1));
        clock.spend(Black, Duration::ZERO);
        assert!(clock.budget(Black, 56).expect("limited") > seconds(4));
    }

    #[test]
    fn fischer_never_uses_more_than_is_left() {
        let control = TimeControl::Fischer {
            main: seconds(2),
            increment: seconds(5),
            cap: Some(seconds(6)),
            longest: None,
        };
        let mut clock = clock(control);
        assert!(clock.budget(Black, 60).expect("limited") < seconds(2));
        clock.spend(Black, seconds(0));
        assert!(clock.budget(Black, 58).expect("limited") <= seconds(6));
    }
}
