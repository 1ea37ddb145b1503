//! The time budget of a move.

use std::time::Duration;

use super::{Clock, TimeControl};
use crate::board::Color;

/// The time budget of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The soft limit: the time for this move if the time left is spread evenly over the
    /// remaining moves.
    pub soft: Duration,
    /// The hard limit: the maximum time that leaves enough for later moves. It equals the
    /// soft limit if time that is not used for this move is lost.
    pub hard: Duration,
}

/// A reserve for the worst delay between the controller and the program on a busy machine.
/// It is never used. On a game clock it lasts for the whole game; a time for one move, of
/// which the rest would be lost, has a smaller one that grows with the delays that occur.
const RESERVE: Duration = Duration::from_millis(80);

/// The part of a time for one move that is kept back for the way to the controller, at most
/// the whole reserve.
const SHARE_KEPT_BACK: u32 = 32;

/// The delay at the end of a search that is always expected.
const USUAL_DELAY: Duration = Duration::from_millis(2);

/// The average overhead of a move in communication. It is on the controller's clock, but
/// not in the time that the program measures.
const MOVE_OVERHEAD: Duration = Duration::from_millis(3);

impl Clock {
    /// The budget of `color`'s next move, with `empty` squares empty; `None` if there is
    /// no limit.
    ///
    /// A side still has to play about half of the empty squares, so the time left is spread
    /// evenly over that many moves.
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
            // If a controller sends the time left without a time control, there is no
            // more than that.
            TimeControl::Unlimited | TimeControl::Unannounced { .. }
                if !left.is_from_controller =>
            {
                return None;
            }
            TimeControl::Unlimited | TimeControl::Unannounced { .. } if left.stones == Some(1) => {
                self.for_one_move(left.time)
            }
            TimeControl::Unlimited | TimeControl::Absolute { .. } => {
                evenly(left.stones.unwrap_or(moves))
            }
            // The main time is over and the game goes on: the increment is a time for each
            // move.
            TimeControl::Unannounced { increment, .. } if left.time.is_zero() => {
                self.for_one_move(increment)
            }
            // Nothing has been saved.
            TimeControl::Unannounced { main, increment }
                if main.is_zero() && left.time <= increment =>
            {
                self.for_one_move(left.time)
            }
            TimeControl::Unannounced { increment, .. } => {
                let budget = evenly(left.stones.unwrap_or(moves));
                budget.plus(increment, usable(left.time, 1))
            }
            TimeControl::Fischer {
                main,
                increment,
                longest,
                ..
            } => {
                let longest = longest.map_or(Duration::MAX, |longest| self.usable_once(longest));
                // Nobody can move in no time: the first move has the increment, too.
                if main.is_zero() && left.time.is_zero() && !left.is_from_controller {
                    return Some(self.for_one_move(increment).at_most(longest));
                }
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
                Some(_) => self.for_one_move(left.time.min(period)),
                None => evenly(moves).plus(period, usable(left.time + period, 1)),
            },
        })
    }

    /// The budget for a time that is lost unless it is used for the next move.
    fn for_one_move(&self, time: Duration) -> Budget {
        let time = self.usable_once(time);
        Budget {
            soft: time,
            hard: time,
        }
    }

    /// The part of such a time that can be used for searching: all but a reserve, and at
    /// least a third.
    fn usable_once(&self, time: Duration) -> Duration {
        let reserve = RESERVE.min(time / SHARE_KEPT_BACK) + self.delay.max(USUAL_DELAY);
        time.saturating_sub(reserve).max(time / 3)
    }
}

impl Budget {
    /// The budget with an addition, but at most `limit`.
    fn plus(self, addition: Duration, limit: Duration) -> Budget {
        Budget {
            soft: self.soft + addition,
            hard: self.hard + addition,
        }
        .at_most(limit)
    }

    fn at_most(self, limit: Duration) -> Budget {
        Budget {
            soft: self.soft.min(limit),
            hard: self.hard.min(limit),
        }
    }
}

/// The part of a time for this many moves of a game clock that can be used for searching.
fn usable(time: Duration, moves: u32) -> Duration {
    time.saturating_sub(RESERVE.min(time / 3) + moves * MOVE_OVERHEAD)
}

#[cfg(test)]
mod tests {
    use Color::{Black, White};

    use super::*;

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

    /// Plays a whole game whose moves take as long as `taken` returns, and returns the
    /// unused time.
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
    fn unlimited_until_the_controller_sends_the_time_left() {
        let mut clock = clock(TimeControl::Unannounced {
            main: seconds(0),
            increment: seconds(1),
        });
        assert_eq!(clock.budget(Black, 60), None);
        clock.set_time_left(Black, seconds(1), None);
        let soft = soft(&clock, Black, 60);
        assert!(soft <= seconds(1) && soft >= seconds(1) * 9 / 10);
        assert_eq!(clock.budget(White, 60), None);
    }

    #[test]
    fn whole_seconds_are_rounded_down() {
        let mut clock = clock(TimeControl::Absolute { main: seconds(60) });
        clock.spend(Black, Duration::from_millis(59_200));
        clock.set_time_left(Black, seconds(0), None);
        assert_eq!(clock.left(Black).time, Duration::from_millis(400));
        assert!(soft(&clock, Black, 20) > Duration::ZERO);
        // Here the controller knows better.
        clock.set_time_left(White, seconds(30), None);
        assert_eq!(clock.left(White).time, seconds(30));
    }

    #[test]
    fn no_time_left_before_a_period_means_the_period() {
        let mut clock = clock(TimeControl::Unannounced {
            main: seconds(60),
            increment: seconds(5),
        });
        for empty in (20..=60).rev().step_by(2) {
            clock.set_time_left(Black, seconds(0), None);
            assert!(soft(&clock, Black, empty) > seconds(4));
            clock.spend(Black, seconds(5));
        }
    }

    #[test]
    fn time_left_runs_down_without_a_time_control() {
        let mut clock = Clock::default();
        clock.set_time_left(Black, seconds(10), None);
        clock.spend(Black, seconds(9));
        assert!(soft(&clock, Black, 2) < seconds(1));
        assert_eq!(clock.budget(White, 2), None);
    }

    #[test]
    fn nothing_left_is_not_unlimited() {
        let mut clock = clock(TimeControl::Absolute { main: seconds(60) });
        clock.set_time_left(White, seconds(0), None);
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
    fn canadian_periods_start_again() {
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
            assert!(budget.soft == budget.hard && budget.hard > seconds(2) * 19 / 20);
            budget.hard
        });
    }

    #[test]
    fn a_canadian_period_for_one_move_is_full_after_the_main_time() {
        let mut clock = clock(TimeControl::Canadian {
            main: seconds(1),
            period: seconds(2),
            stones: 1,
        });
        clock.spend(Black, seconds(2));
        assert_eq!(clock.left(Black).time, seconds(2));
        assert!(soft(&clock, Black, 30) > seconds(2) * 19 / 20);
    }

    /// Clocks whose next move, and only that move, has this time.
    fn clocks_for_one_move(time: Duration) -> Vec<Clock> {
        let none = Duration::ZERO;
        let byoyomi = TimeControl::Byoyomi {
            main: none,
            period: time,
        };
        let canadian = TimeControl::Canadian {
            main: none,
            period: time,
            stones: 1,
        };
        let unannounced = TimeControl::Unannounced {
            main: none,
            increment: time,
        };
        let fischer = |main, increment, longest| TimeControl::Fischer {
            main,
            increment,
            cap: None,
            longest,
        };
        let longest = fischer(100 * time + seconds(100), none, Some(time));
        let cases = [
            (byoyomi, None),
            (byoyomi, Some((time, Some(1)))),
            // In some controllers a period has no stones.
            (byoyomi, Some((time, None))),
            // More than the period is a mistake.
            (byoyomi, Some((2 * time, Some(1)))),
            (canadian, None),
            (canadian, Some((time, Some(1)))),
            (canadian, Some((time, None))),
            (unannounced, Some((time, None))),
            (unannounced, Some((none, None))),
            (unannounced, Some((time, Some(1)))),
            (fischer(none, time, None), None),
            (longest, None),
            (TimeControl::Unlimited, Some((time, Some(1)))),
        ];
        let with_left = |(control, left)| {
            let mut clock = clock(control);
            if let Some((time, stones)) = left {
                clock.set_time_left(Black, time, stones);
            }
            clock
        };
        cases.map(with_left).into()
    }

    #[test]
    fn a_time_for_one_move_is_used() {
        for (time, share) in [(10, 0.7), (100, 0.948), (1000, 0.96), (10_000, 0.99)] {
            let time = Duration::from_millis(time);
            for clock in clocks_for_one_move(time) {
                for empty in [1, 2, 33, 60] {
                    let budget = clock.budget(Black, empty).expect("limited");
                    let context = format!("{clock:?}: {budget:?}");
                    assert_eq!(budget.soft, budget.hard, "{context}");
                    assert!(budget.hard >= time.mul_f64(share), "{context}");
                    assert!(budget.hard < time, "{context}");
                }
            }
        }
    }

    /// There an overstep loses the game, and time that is saved is not lost.
    #[test]
    fn a_game_clock_keeps_its_reserve() {
        let time = Duration::from_millis(100);
        let fischer = |main, increment| TimeControl::Fischer {
            main,
            increment,
            cap: None,
            longest: None,
        };
        let canadian = TimeControl::Canadian {
            main: Duration::ZERO,
            period: time,
            stones: 2,
        };
        let unannounced = TimeControl::Unannounced {
            main: seconds(1),
            increment: time,
        };
        for (control, left) in [
            (TimeControl::Absolute { main: time }, None),
            (TimeControl::Unlimited, Some((time, None))),
            (fischer(time, time), None),
            (fischer(Duration::ZERO, time), Some((time, None))),
            (canadian, None),
            // The last move of a period.
            (canadian, Some((time, Some(1)))),
            (unannounced, Some((time, None))),
        ] {
            let mut clock = clock(control);
            if let Some((time, stones)) = left {
                clock.set_time_left(Black, time, stones);
            }
            for empty in [1, 33, 60] {
                let budget = clock.budget(Black, empty).expect("limited");
                assert!(budget.hard < time * 2 / 3, "{control:?}: {budget:?}");
            }
        }
    }

    #[test]
    fn delays_are_kept_back_and_forgotten() {
        let time = Duration::from_millis(100);
        for delay in [0, 1, 5, 20, 1000].map(Duration::from_millis) {
            for mut clock in clocks_for_one_move(time) {
                let before = soft(&clock, Black, 40);
                clock.learn_delay(before, before + delay);
                // A new game or control does not make the machine faster.
                clock.set(clock.control);
                let mut same = clocks_for_one_move(time).remove(0);
                same.delay = clock.delay;
                let after = soft(&same, Black, 40);
                let kept_back = delay.saturating_sub(USUAL_DELAY);
                assert_eq!(after, before.saturating_sub(kept_back).max(time / 3));
                for _ in 0..400 {
                    clock.learn_delay(before, before);
                }
                assert!(clock.delay < USUAL_DELAY, "{:?}", clock.delay);
            }
        }
        let mut clock = clock(TimeControl::Unlimited);
        clock.learn_delay(seconds(1), Duration::from_millis(1010));
        // This search shows nothing, and a smaller delay does not replace a larger one.
        clock.learn_delay(seconds(1), Duration::from_millis(500));
        assert_eq!(clock.delay, Duration::from_millis(10));
        clock.learn_delay(seconds(1), Duration::from_millis(1001));
        assert!(clock.delay > Duration::from_millis(9), "{:?}", clock.delay);
        clock.learn_delay(seconds(1), seconds(3600));
        assert_eq!(clock.delay, seconds(1));
    }
}
