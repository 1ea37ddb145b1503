//! How long may a move take?
//!
//! A [`Clock`] keeps what the controller announced and what is left. Its own
//! count, from the time that moves took, is the fallback; a controller that
//! tells the time left is always believed.

use std::time::Duration;

use super::control::Limits;
use crate::board::Color;

/// What one move may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What can be spared for each of the moves that are left.
    pub spare: Duration,
    /// What the move may take if it must, so that the moves after it still have
    /// something. It is the same as `spare` if time that is not used is lost.
    pub most: Duration,
}

/// What the way to the controller and back takes at most, as a rule, when other
/// programs keep the machine busy; it is never planned for.
const RESERVE: Duration = Duration::from_millis(40);

/// What the way takes on the average. A controller counts it for each move, and
/// it is not in our own count.
const WAY: Duration = Duration::from_millis(3);

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

    /// What `color`'s next move may cost when there are `empty` squares; `None` is
    /// as long as it takes.
    ///
    /// The rest of the game is known to be half of the empty squares, so the
    /// time left is spread evenly over it.
    pub fn budget(&self, color: Color, empty: u32) -> Option<Budget> {
        let left = self.left(color);
        let moves = empty.div_ceil(2).max(1);
        let evenly = |over: u32| {
            let over = over.clamp(1, moves);
            let time = usable(left.time, over);
            Budget {
                spare: time / over,
                most: time / over.min(3),
            }
        };
        Some(match self.control {
            // A controller that tells the time left without any terms means
            // that there is no more.
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
                        spare: budget.spare.max(later),
                        most: budget.most.max(later),
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

impl Budget {
    /// The limits of a search with a budget, if a clock runs, and others beside it.
    pub fn limits(
        budget: Option<Budget>,
        move_time: Option<Duration>,
        nodes: Option<u64>,
    ) -> Limits {
        let most = budget.map(|budget| budget.most);
        let time = most.into_iter().chain(move_time).min();
        Limits {
            time,
            spare: budget
                .map(|budget| budget.spare)
                .filter(|&spare| time.is_some_and(|time| spare < time)),
            nodes,
        }
    }

    /// With an addition, but never above `most`.
    fn plus(self, addition: Duration, most: Duration) -> Budget {
        Budget {
            spare: (self.spare + addition).min(most),
            most: (self.most + addition).min(most),
        }
    }
}

/// What can be used of a time for so many moves.
fn usable(time: Duration, moves: u32) -> Duration {
    time.saturating_sub(RESERVE.min(time / 2) + moves * WAY)
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

    fn spare(clock: &Clock, color: Color, empty: u32) -> Duration {
        clock.budget(color, empty).expect("limited").spare
    }

    /// A whole game, its moves as long as `taken` says; the time that was never
    /// used.
    fn play(clock: &mut Clock, taken: impl Fn(Budget) -> Duration) -> Duration {
        for empty in (1..=60).rev().step_by(2) {
            let left = clock.left(Black).time;
            let budget = clock.budget(Black, empty).expect("limited");
            assert!(budget.spare <= budget.most, "{budget:?}");
            clock.spend(Black, taken(budget) + WAY);
            assert!(taken(budget) + WAY <= left, "{budget:?} of {left:?}");
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
        let spare = spare(&clock, Black, 60);
        assert!(spare <= seconds(1) && spare >= seconds(1) * 9 / 10);
        assert_eq!(clock.budget(White, 60), None);
    }

    #[test]
    fn told_time_runs_down_without_terms() {
        let mut clock = Clock::default();
        clock.tell(Black, seconds(10), None);
        clock.spend(Black, seconds(9));
        assert!(spare(&clock, Black, 2) < seconds(1));
        assert_eq!(clock.budget(White, 2), None);
    }

    #[test]
    fn nothing_left_is_not_unlimited() {
        let mut clock = clock(TimeControl::Absolute { main: seconds(60) });
        clock.tell(White, seconds(0), None);
        assert_eq!(spare(&clock, White, 20), Duration::ZERO);
    }

    #[test]
    fn absolute_time_lasts_for_the_game() {
        let mut clock = clock(TimeControl::Absolute { main: seconds(30) });
        let unused = play(&mut clock, |budget| budget.spare);
        assert!(unused < seconds(1), "{unused:?}");
        clock.restart();
        play(&mut clock, |budget| budget.most);
    }

    #[test]
    fn increments_are_used() {
        let mut clock = clock(TimeControl::Fischer {
            main: seconds(2),
            increment: seconds(1),
            cap: None,
            longest: Some(seconds(5)),
        });
        let unused = play(&mut clock, |budget| budget.spare);
        assert!(unused < seconds(2), "{unused:?}");
        clock.restart();
        assert!(clock.budget(Black, 60).expect("limited").most < seconds(2));
        play(&mut clock, |budget| budget.most);
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
        play(&mut clock, |budget| budget.most);
    }

    #[test]
    fn canadian_periods_begin_again() {
        let period = seconds(10);
        let mut clock = clock(TimeControl::Canadian {
            main: seconds(0),
            period,
            stones: 2,
        });
        let first = spare(&clock, Black, 60);
        assert!(first < seconds(5) && first > seconds(4));
        clock.spend(Black, seconds(9));
        assert!(spare(&clock, Black, 58) < seconds(1));
        clock.spend(Black, Duration::ZERO);
        assert!(spare(&clock, Black, 56) > seconds(4));
    }

    #[test]
    fn a_period_for_one_move_is_for_that_move() {
        let mut clock = clock(TimeControl::Byoyomi {
            main: seconds(0),
            period: seconds(2),
        });
        play(&mut clock, |budget| {
            assert!(budget.spare == budget.most && budget.most > seconds(2) * 9 / 10);
            budget.most
        });
    }
}
