//! The highest level that keeps a time, found by trying levels on whole tasks.

use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::games;
use crate::board::Position;
use crate::search::control::Limits;
use crate::search::engine::{Effort, Engine, EngineOptions};
use crate::session::options::HIGHEST_LEVEL;
use crate::tools::interrupt::Interrupt;

/// What a user may want from a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// No move takes longer than a second.
    MoveASecond,
    /// A whole game is analysed in ten seconds.
    GameInTenSeconds,
}

/// A level that was tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial {
    pub(super) level: u32,
    /// The longest search, and all searches together; `None` if they took longer than
    /// the wish allows.
    pub(super) times: Option<Times>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Times {
    pub(super) longest: Duration,
    pub(super) total: Duration,
    pub(super) searches: u32,
}

/// What the trials have shown.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// The highest level that kept the time.
    pub(super) best: Option<Trial>,
    /// Whether the next higher level was tried, too, or there is none.
    pub(super) is_complete: bool,
}

/// Why a trial has no result.
enum Ended {
    /// The searches take longer than the wish allows.
    TooSlow,
    /// The user has interrupted it, or the time for all trials is over.
    Stopped,
}

/// The first level to try: it takes milliseconds.
const FIRST: u32 = 8;

/// By how many levels the work that takes twice as long is higher. It is fewer than usual, so
/// that the next trial is likely to keep the time, too.
const LEVELS_PER_DOUBLING: f64 = 1.4;

/// Tries levels until the highest one that keeps the time is known, or this much time is over.
pub(super) fn find(
    wish: Wish,
    options: EngineOptions,
    budget: Duration,
    interrupt: &Interrupt,
    on_trial: &mut dyn FnMut(Trial) -> io::Result<()>,
) -> io::Result<Outcome> {
    let deadline = Instant::now() + budget;
    let mut engine = Engine::new();
    let mut outcome = Outcome::default();
    // The lowest level that is known to be too slow.
    let mut too_slow = HIGHEST_LEVEL + 1;
    let mut level = FIRST;
    loop {
        let result = wish.run(&mut engine, level, options, deadline, interrupt);
        let times = match result {
            ControlFlow::Continue(times) => Some(times),
            ControlFlow::Break(Ended::TooSlow) => None,
            ControlFlow::Break(Ended::Stopped) => break,
        };
        let trial = Trial { level, times };
        on_trial(trial)?;
        match times {
            Some(_) => outcome.best = Some(trial),
            None => too_slow = level,
        }
        let lowest = outcome.best.map_or(0, |best| best.level);
        if too_slow - lowest <= 1 {
            outcome.is_complete = true;
            break;
        }
        level = match outcome.best.and_then(|best| best.times) {
            Some(times) => lowest + wish.step(times),
            None => lowest,
        };
        level = level.clamp(lowest + 1, too_slow - 1);
    }
    Ok(outcome)
}

impl Wish {
    pub(super) const ALL: [Wish; 2] = [Wish::MoveASecond, Wish::GameInTenSeconds];

    /// The time that counts, and how long it may be.
    pub(super) const fn limit(self) -> Duration {
        match self {
            Wish::MoveASecond => Duration::from_secs(1),
            Wish::GameInTenSeconds => Duration::from_secs(10),
        }
    }

    /// The part of the time that is limited.
    pub(super) fn counted(self, times: &Times) -> Duration {
        match self {
            Wish::MoveASecond => times.longest,
            Wish::GameInTenSeconds => times.total,
        }
    }

    /// By how many levels the next trial may be higher.
    fn step(self, times: Times) -> u32 {
        let least = Duration::from_millis(1);
        let ratio = self
            .limit()
            .div_duration_f64(self.counted(&times).max(least));
        (LEVELS_PER_DOUBLING * ratio.log2()) as u32
    }

    fn run(
        self,
        engine: &mut Engine,
        level: u32,
        options: EngineOptions,
        deadline: Instant,
        interrupt: &Interrupt,
    ) -> ControlFlow<Ended, Times> {
        let mut times = Times::default();
        let mut search = |engine: &mut Engine, position: &Position| {
            let left = match self {
                Wish::MoveASecond => self.limit(),
                Wish::GameInTenSeconds => self.limit().saturating_sub(times.total),
            };
            let all = deadline.saturating_duration_since(Instant::now());
            let control = interrupt.control(Limits {
                time: Some(left.min(all)),
                ..Limits::default()
            });
            let start = Instant::now();
            let effort = Effort::Level(level);
            match self {
                Wish::MoveASecond => {
                    engine.solve(position, effort, options, &control, &mut |_| {});
                }
                Wish::GameInTenSeconds => {
                    engine.compare(position, effort, options, &control, &mut |_| {});
                }
            }
            let time = start.elapsed();
            times.longest = times.longest.max(time);
            times.total += time;
            times.searches += 1;
            if interrupt.is_requested() {
                ControlFlow::Break(Ended::Stopped)
            } else if time >= left {
                ControlFlow::Break(Ended::TooSlow)
            } else if time >= all {
                ControlFlow::Break(Ended::Stopped)
            } else {
                ControlFlow::Continue(())
            }
        };
        match self {
            Wish::MoveASecond => {
                for game in games::played() {
                    engine.clear();
                    game.iter()
                        .try_for_each(|position| search(engine, position))?;
                }
            }
            Wish::GameInTenSeconds => {
                engine.clear();
                let positions = games::analysed();
                let mut backwards = positions.iter().rev();
                backwards.try_for_each(|position| search(engine, position))?;
            }
        }
        ControlFlow::Continue(times)
    }
}
