//! Time controls in GTP.

use std::time::Duration;

use super::dialogue::Dialogue;
use crate::board::Color;
use crate::tools::r#match::player::Trouble;
use crate::tools::r#match::terms::Clock;

/// Sends time settings and remaining time to an engine that knows about time.
pub(super) struct TimeTeller {
    clock: Clock,
    /// Whether the engine has refused fractions of a second.
    counts_whole_seconds: bool,
}

impl TimeTeller {
    pub(super) fn new(clock: Clock) -> TimeTeller {
        TimeTeller {
            clock,
            counts_whole_seconds: false,
        }
    }

    /// Sends the time settings of a game.
    pub(super) fn send_settings(&mut self, dialogue: &mut Dialogue<'_>) -> Result<(), Trouble> {
        let clock = self.clock;
        if let Clock::Game { main, increment } = clock
            && !increment.is_zero()
            && dialogue.knows("kata-time_settings")?
        {
            let (main, increment) = (main.as_secs_f64(), increment.as_secs_f64());
            return dialogue.demand(&format!("kata-time_settings fischer {main} {increment}"));
        }
        self.send(dialogue, "time_settings", &|seconds| match clock {
            Clock::Move(time) => format!("0 {} 1", seconds(time)),
            // Standard GTP has no increment; Othello engines accept this.
            Clock::Game { main, increment } => {
                format!("{} {} 0", seconds(main), seconds(increment))
            }
        })
    }

    /// Sends the remaining time.
    pub(super) fn send_time_left(
        &mut self,
        dialogue: &mut Dialogue<'_>,
        color: Color,
        left: Duration,
    ) -> Result<(), Trouble> {
        let moves = self.clock.moves().unwrap_or(0);
        self.send(dialogue, "time_left", &|seconds| {
            format!("{color} {} {moves}", seconds(left))
        })
    }

    /// Sends times with decimals or, if the engine refuses these, in whole seconds, rounded down.
    fn send(
        &mut self,
        dialogue: &mut Dialogue<'_>,
        command: &str,
        words: &dyn Fn(fn(Duration) -> f64) -> String,
    ) -> Result<(), Trouble> {
        if !dialogue.knows(command)? {
            return Ok(());
        }
        if !self.counts_whole_seconds {
            let line = format!("{command} {}", words(milliseconds));
            self.counts_whole_seconds = !dialogue.ask(&line)?.is_success;
        }
        if self.counts_whole_seconds {
            dialogue.ask(&format!("{command} {}", words(whole_seconds)))?;
        }
        Ok(())
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}

fn whole_seconds(time: Duration) -> f64 {
    time.as_secs() as f64
}
