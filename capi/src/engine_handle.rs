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
            level: -1,
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
        let time = Duration::try_from_secs_f64(self.seconds).map_err(wrong_time)?;
        let limits = Limits {
            time: (!time.is_zero()).then_some(time),
            nodes: (self.nodes != 0).then_some(self.nodes),
            ..Limits::default()
        };
        let effort = match (u32::try_from(self.level), self.depth) {
            (Ok(level @ 0..=levels::HIGHEST), 0) => Effort::Level(level),
            (Ok(0..=levels::HIGHEST), _) => {
                return Err(invalid("expected a level or a depth, got both".into()));
            }
            (Ok(level), _) => {
                let most = levels::HIGHEST;
                return Err(invalid(format!(
                    "level: expected 0 to {most}, or -1, got {level}"
                )));
            }
            (Err(_), 0) if limits == Limits::default() => Effort::Level(DEFAULT_LEVEL),
            (Err(_), 0) => Effort::End,
            (Err(_), depth) => Effort::Depth(depth),
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

/// A number of threads; 0 is that of the CPU cores.
pub(crate) fn threads(given: u32) -> usize {
    match given {
        0 => thread::available_parallelism().map_or(1, NonZero::get),
        given => given.min(MAX_THREADS) as usize,
    }
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
                threads: threads(0),
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
        let check = |most: u32| match value {
            0 => Err(0),
            value if value > most => Err(most),
            value => Ok(value as usize),
        };
        let out_of_range = |most: u32| {
            let text = format!("{option}: expected 1 to {most}, got {value}");
            Error::new(Status::Invalid, text)
        };
        match option {
            "threads" if value == 0 => self.options().threads = threads(0),
            "threads" => {
                self.options().threads =
                    check(MAX_THREADS).map_err(|_| out_of_range(MAX_THREADS))?;
            }
            "hash_mb" => {
                self.options().hash_mb =
                    check(MAX_HASH_MB).map_err(|_| out_of_range(MAX_HASH_MB))?;
            }
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
