//! The limits on searches and time in a match, and the clocks of a game.

use std::time::Duration;

use crate::board::Color;
use crate::search::clock::TimeControl;

/// The limits of a match, which are the same for all players.
#[derive(Clone, Debug)]
pub(super) struct MatchLimits {
    pub(super) clock: Option<Clock>,
    /// The search depth in plies.
    pub(super) depth: Option<u32>,
    /// The nodes for one move.
    pub(super) nodes: Option<u64>,
    /// How much a player may exceed its time without losing.
    pub(super) tolerance: Duration,
    /// How long to wait for a reply that is not limited by a clock.
    pub(super) patience: Duration,
}

/// How long to wait after a clock has run out. A player that replies within this time has
/// exceeded its time; one that does not counts as hanging.
const GRACE: Duration = Duration::from_secs(5);

/// How long players may think.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Clock {
    /// A fixed time for each move.
    Move(Duration),
    /// A time for the whole game, with an increment after each move.
    Game { main: Duration, increment: Duration },
}

impl Clock {
    /// The time on the clock at the start.
    fn full(self) -> Duration {
        match self {
            Clock::Move(time) => time,
            Clock::Game { main, .. } => main,
        }
    }

    /// Main time and increment, for formats and protocols that support only these.
    pub(super) fn parts(self) -> (Duration, Duration) {
        match self {
            Clock::Move(time) => (time, time),
            Clock::Game { main, increment } => (main, increment),
        }
    }

    /// How many moves the remaining time must suffice for; `None` means the rest of the
    /// game.
    pub(super) fn moves(self) -> Option<u32> {
        match self {
            Clock::Move(_) => Some(1),
            Clock::Game { .. } => None,
        }
    }

    /// The equivalent time control for a built-in player.
    pub(super) fn control(self) -> TimeControl {
        match self {
            Clock::Move(period) => TimeControl::Byoyomi {
                main: Duration::ZERO,
                period,
            },
            Clock::Game { main, increment } => TimeControl::Fischer {
                main,
                increment,
                cap: None,
                longest: None,
            },
        }
    }
}

impl MatchLimits {
    /// How long the referee waits for a move of a player with this time left.
    pub(super) fn longest_wait(&self, left: Option<Duration>) -> Duration {
        let grace = self.patience.min(GRACE);
        left.map_or(self.patience, |left| left + self.tolerance + grace)
    }
}

/// The clocks of both players in one game.
pub(super) struct Clocks {
    clock: Option<Clock>,
    tolerance: Duration,
    left: [Duration; 2],
    used: [Duration; 2],
}

impl Clocks {
    pub(super) fn new(limits: &MatchLimits) -> Clocks {
        Clocks {
            clock: limits.clock,
            tolerance: limits.tolerance,
            left: [limits.clock.map_or(Duration::ZERO, Clock::full); 2],
            used: [Duration::ZERO; 2],
        }
    }

    /// The time left to a player: for the next move or, with a game clock, for all of its
    /// moves. `None` means unlimited.
    pub(super) fn left(&self, color: Color) -> Option<Duration> {
        self.clock.map(|_| self.left[color as usize])
    }

    /// The time a player has used so far.
    pub(super) fn used(&self, color: Color) -> Duration {
        self.used[color as usize]
    }

    /// Deducts the time of a move. Returns whether the player was in time.
    pub(super) fn spend(&mut self, color: Color, time: Duration) -> bool {
        self.used[color as usize] += time;
        let left = &mut self.left[color as usize];
        match self.clock {
            None => true,
            Some(Clock::Move(allowed)) => time <= allowed + self.tolerance,
            Some(Clock::Game { increment, .. }) => {
                let is_in_time = time <= *left + self.tolerance;
                *left = left.saturating_sub(time) + increment;
                is_in_time
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    const fn millis(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn times(clock: Option<Clock>) -> Clocks {
        Clocks::new(&MatchLimits {
            clock,
            depth: None,
            nodes: None,
            tolerance: millis(10),
            patience: millis(1000),
        })
    }

    #[test]
    fn without_a_clock_every_move_is_in_time() {
        let mut times = times(None);
        assert!(times.spend(Black, millis(1_000_000)));
        assert_eq!(
            (times.left(Black), times.used(Black)),
            (None, millis(1_000_000))
        );
    }

    #[test]
    fn each_move_may_take_its_time_and_the_tolerance() {
        let mut times = times(Some(Clock::Move(millis(100))));
        assert!(times.spend(Black, millis(110)) && times.spend(Black, millis(110)));
        assert_eq!(times.left(Black), Some(millis(100)));
        assert!(!times.spend(Black, millis(111)));
        assert_eq!(
            (times.used(Black), times.used(White)),
            (millis(331), millis(0))
        );
    }

    #[test]
    fn a_clock_runs_down_and_is_topped_up() {
        let mut times = times(Some(Clock::Game {
            main: millis(100),
            increment: millis(20),
        }));
        assert!(times.spend(White, millis(90)));
        assert_eq!(times.left(White), Some(millis(30)));
        assert!(times.spend(White, millis(40)), "within the tolerance");
        assert_eq!(
            times.left(White),
            Some(millis(20)),
            "the excess is not deducted from the increment"
        );
        assert!(!times.spend(White, millis(31)));
        assert_eq!(times.left(Black), Some(millis(100)));
    }
}
