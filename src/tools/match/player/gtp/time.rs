//! Time controls in GTP.

use std::time::Duration;

use super::dialogue::Dialogue;
use crate::board::Color;
use crate::tools::r#match::limits::Clock;
use crate::tools::r#match::player::PlayerError;

/// Sends the time settings and the remaining time, if the engine has the commands.
pub(super) struct TimeCommands {
    clock: Clock,
    /// Whether the engine has refused fractions of a second.
    counts_whole_seconds: bool,
}

impl TimeCommands {
    pub(super) fn new(clock: Clock) -> TimeCommands {
        TimeCommands {
            clock,
            counts_whole_seconds: false,
        }
    }

    /// Sends the time settings of a game.
    pub(super) fn send_time_settings(
        &mut self,
        dialogue: &mut Dialogue<'_>,
    ) -> Result<(), PlayerError> {
        let clock = self.clock;
        if let Clock::Game { main, increment } = clock
            && !increment.is_zero()
            && dialogue.has_command("kata-time_settings")?
        {
            let (main, increment) = (main.as_secs_f64(), increment.as_secs_f64());
            return dialogue.require(&format!("kata-time_settings fischer {main} {increment}"));
        }
        self.send_command(dialogue, "time_settings", &|seconds| match clock {
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
    ) -> Result<(), PlayerError> {
        let moves = self.clock.moves().unwrap_or(0);
        self.send_command(dialogue, "time_left", &|seconds| {
            format!("{color} {} {moves}", seconds(left))
        })
    }

    /// Sends times with decimals or, if the engine refuses them, in whole seconds, rounded
    /// down.
    fn send_command(
        &mut self,
        dialogue: &mut Dialogue<'_>,
        command: &str,
        words: &dyn Fn(fn(Duration) -> f64) -> String,
    ) -> Result<(), PlayerError> {
        if !dialogue.has_command(command)? {
            return Ok(());
        }
        if !self.counts_whole_seconds {
            let line = format!("{command} {}", words(milliseconds));
            self.counts_whole_seconds = !dialogue.send(&line)?.is_success;
        }
        if self.counts_whole_seconds {
            dialogue.send(&format!("{command} {}", words(whole_seconds)))?;
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
