//! The engine, which any thread may stop while another searches with it.

use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{mem, thread};

use engine::board::{Move, Position};
use engine::search::control::{Control, Limits};
use engine::search::engine::{Effort, Engine, EngineOptions, levels};
use engine::search::report::Report;

use crate::error::{Error, Status};

const DEFAULT_LEVEL: u32 = 16;
const NO_LEVEL: i32 = -1;
const MAX_THREADS: u32 = 1024;
const MAX_HASH_MB: u32 = 1 << 20;
const LONGEST_PV: usize = 64;

/// `obverse_engine`.
pub struct EngineHandle {
    options: Mutex<EngineOptions>,
    state: Mutex<State>,
}

#[derive(Default)]
enum State {
    /// No search yet: nothing is allocated.
    #[default]
    New,
    Idle(Box<Engine>),
    Searching(Arc<Control>),
}

/// `obverse_limits`: how far to search.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct SearchLimits {
    level: i32,
    depth: u32,
    seconds: f64,
    nodes: u64,
}

/// `obverse_report`: what a search has found.
#[repr(C)]
pub struct SearchReport {
    best: i32,
    discs: i32,
    is_exact: i32,
    depth: u32,
    selectivity: u32,
    pv_length: u32,
    nodes: u64,
    seconds: f64,
    pv: [u8; LONGEST_PV],
}

// As in the header.
const _: () = assert!(mem::size_of::<SearchLimits>() == 24);
const _: () = assert!(mem::size_of::<SearchReport>() == 104);

impl Default for SearchLimits {
    fn default() -> SearchLimits {
        SearchLimits {
            level: NO_LEVEL,
            depth: 0,
            seconds: 0.0,
            nodes: 0,
        }
    }
}

impl SearchLimits {
    fn check(self) -> Result<(Effort, Limits), Error> {
        let invalid = |text: String| Error::new(Status::Invalid, text);
        let wrong_time = |_| {
            invalid(format!(
                "seconds: expected a number of seconds, got {}",
                self.seconds
            ))
        };
        // A time that rounds to 0 is a limit nevertheless.
        let has_time = self.seconds != 0.0;
        let time = has_time.then(|| Duration::try_from_secs_f64(self.seconds));
        let limits = Limits {
            time: time.transpose().map_err(wrong_time)?,
            nodes: (self.nodes != 0).then_some(self.nodes),
            ..Limits::default()
        };
        let level = match (self.level, u32::try_from(self.level)) {
            (NO_LEVEL, _) => None,
            (_, Ok(level @ 0..=levels::HIGHEST)) => Some(level),
            (level, _) => {
                let most = levels::HIGHEST;
                return Err(invalid(format!(
                    "level: expected 0 to {most}, or -1, got {level}"
                )));
            }
        };
        let effort = match (level, self.depth) {
            (Some(level), 0) => Effort::Level(level),
            (Some(_), _) => {
                return Err(invalid("expected a level or a depth, got both".into()));
            }
            (None, 0) if limits == Limits::default() => Effort::Level(DEFAULT_LEVEL),
            (None, 0) => Effort::End,
            (None, depth) => Effort::Depth(depth),
        };
        Ok((effort, limits))
    }
}

impl SearchReport {
    pub(crate) fn new(found: &Report, number: impl Fn(Move) -> u8) -> SearchReport {
        let best = found.best();
        let mut pv = [0; LONGEST_PV];
        for (place, action) in pv.iter_mut().zip(&best.moves) {
            *place = number(*action);
        }
        SearchReport {
            best: found.best_move().map_or(-1, |best| number(best).into()),
            discs: found.discs(),
            is_exact: best.is_exact.into(),
            depth: best.depth,
            selectivity: best.selectivity,
            pv_length: best.moves.len().min(LONGEST_PV) as u32,
            nodes: found.nodes,
            seconds: found.time.as_secs_f64(),
            pv,
        }
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// A number of threads; 0 is that of the CPU cores.
pub(crate) fn threads(given: u32) -> Result<usize, Error> {
    match given {
        0 => Ok(cores()),
        given => within("threads", 0, MAX_THREADS, given),
    }
}

fn within(name: &str, least: u32, most: u32, given: u32) -> Result<usize, Error> {
    if (least..=most).contains(&given) {
        return Ok(given as usize);
    }
    let text = format!("{name}: expected {least} to {most}, got {given}");
    Err(Error::new(Status::Invalid, text))
}

/// Puts the engine back at the end of a search, even if it panics.
struct Loan<'a> {
    handle: &'a EngineHandle,
    engine: Box<Engine>,
}

impl Drop for Loan<'_> {
    fn drop(&mut self) {
        // After a panic, the engine's tables may be inconsistent.
        *self.handle.state() = match thread::panicking() {
            true => State::New,
            false => State::Idle(mem::take(&mut self.engine)),
        };
    }
}

impl EngineHandle {
    pub(crate) fn new() -> EngineHandle {
        EngineHandle {
            options: Mutex::new(EngineOptions {
                threads: cores(),
                ..EngineOptions::default()
            }),
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn options(&self) -> MutexGuard<'_, EngineOptions> {
        self.options.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, control: &Arc<Control>) -> Result<Loan<'_>, Error> {
        let mut state = self.state();
        let engine = match mem::take(&mut *state) {
            State::New => Box::default(),
            State::Idle(engine) => engine,
            State::Searching(other) => {
                *state = State::Searching(other);
                return Err(Error::new(Status::Busy, "the engine is searching".into()));
            }
        };
        *state = State::Searching(Arc::clone(control));
        Ok(Loan {
            handle: self,
            engine,
        })
    }

    pub(crate) fn set(&self, option: &str, value: u32) -> Result<(), Error> {
        match option {
            "threads" => self.options().threads = threads(value)?,
            "hash_mb" => self.options().hash_mb = within(option, 1, MAX_HASH_MB, value)?,
            _ => {
                let text = format!("expected the option threads or hash_mb, got {option:?}");
                return Err(Error::new(Status::Invalid, text));
            }
        }
        Ok(())
    }

    pub(crate) fn search(
        &self,
        position: &Position,
        limits: SearchLimits,
    ) -> Result<Report, Error> {
        let (effort, limits) = limits.check()?;
        let options = *self.options();
        let control = Arc::new(Control::new(limits));
        let mut loan = self.take(&control)?;
        Ok(loan
            .engine
            .solve(position, effort, options, &control, &mut |_| {}))
    }

    pub(crate) fn stop(&self) {
        if let State::Searching(control) = &*self.state() {
            control.stop();
        }
    }

    pub(crate) fn clear(&self) -> Result<(), Error> {
        self.take(&Arc::new(Control::new(Limits::default())))?
            .engine
            .clear();
        Ok(())
    }
}
