//! The functions.
//!
//! Everything unsafe in them is the calls of `pointers.rs`, and giving engines away as pointers.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_void};

use engine::board::{Move, Position};
use engine::search::bulk::{self, Boards};
use engine::search::control::{Control, Limits};
use engine::search::engine::{Effort, Engine, EngineOptions};

use crate::engine_handle::{self, EngineHandle, SearchLimits, SearchReport};
use crate::error::{self, Error, Status, guard};
use crate::pointers::{self, input, input_slice, output, output_slice};
use crate::position::{CPosition, action, number};

/// The version, as text that stays valid.
#[unsafe(no_mangle)]
pub extern "C" fn obverse_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Why the last call of a function on this thread failed; empty if it did not.
#[unsafe(no_mangle)]
pub extern "C" fn obverse_error() -> *const c_char {
    error::last()
}

/// The start of a game.
///
/// # Safety
///
/// The pointer is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obverse_start(position: *mut CPosition) -> i32 {
    guard(|| {
        // SAFETY: the caller guarantees it.
        *unsafe { output(position, "position") }? = CPosition::from(Position::START);
        Ok(())
    })
}

/// Reads a position: 64 squares and the side to move.
///
/// # Safety
///
/// The pointers are null or valid, and the text ends with a null byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obverse_from_text(text: *const c_char, position: *mut CPosition) -> i32 {
    guard(|| {
        // SAFETY: the caller guarantees it.
        let (text, position) =
            unsafe { (pointers::text(text, "text")?, output(position, "position")?) };
        let parsed: Result<Position, _> = text.trim().parse();
        let parsed = parsed.map_err(|error| Error::new(Status::Invalid, error.to_string()))?;
        *position = parsed.into();
        Ok(())
    })
}

/// Writes a position as `obverse_from_text` reads it.
///
/// # Safety
///
/// The pointers are null or valid, and the buffer has so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obverse_to_text(
    position: *const CPosition,
    buffer: *mut c_char,
    size: usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller guarantees it.
        let position = unsafe { input(position, "position") }?.check()?;
        let text = format!("{position}\0");
        if size < text.len() {
            let problem = format!("buffer: expected {} bytes, got {size}", text.len());
            return Err(Error::new(Status::Invalid, problem));
        }
        // SAFETY: the caller guarantees it.
        let buffer = unsafe { output_slice(buffer.cast::<u8>(), size, "buffer") }?;
        buffer[..text.len()].copy_from_slice(text.as_bytes());
        Ok(())
    })
}

/// The squares that the side to move can play, as bits.
///
/// # Safety
///
/// The pointers are null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obverse_legal_moves(position: *const CPosition, moves: *mut u64) -> i32 {
    guard(|| {
        // SAFETY: the caller guarantees it.
        let (position, moves) = unsafe { (input(position, "position")?, output(moves, "moves")?) };
        *moves = position.check()?.moves().bits();
        Ok(())
    })
}

/// Whether the side to move has a move (0), must pass (1), or the game is over (2).
///
/// # Safety
///
/// The pointers are null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obverse_turn(position: *const CPosition, turn: *mut i32) -> i32 {
    guard(|| {
        // SAFETY: the caller guarantees it.
        let (position, turn) = unsafe { (input(position, "position")?, output(turn, "turn")?) };
        let position = position.check()?;
        *turn = match position.turn() {
            Some(next) if next == position => 0,
            Some(_) => 1,
            None => 2,
        };
        Ok(())
    })
}

/// The position after a move. Both pointers may be the same.
///
/// # Safety
///
/// The pointers are null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obverse_play(
    position: *const CPosition,
    played: i32,
    after: *mut CPosition,
) -> i32 {
    guard(|| {
        // SAFETY: the caller guarantees it. It is copied, since the result may be written to the
        // same place.
        let position = unsafe { input(position, "position") }?.check()?;
        let next = match action(played)? {
            Move::Place(square) => position.try_play(square),
            Move::Pass => position.must_pass().then(|| position.pass()),
        };
        let illegal = || Error::new(Status::Illegal, format!("{played} is not a legal move"));
        let next = next.ok_or_else(illegal)?;
        // SAFETY: the caller guarantees it.
        *unsafe { output(after, "after") }? = next.into();
        Ok(())
    })
}

/// The static evaluation in discs for the side to move.
///
/// # Safety
///
/// The pointers are null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obverse_evaluate(position: *const CPosition, discs: *mut f64) -> i32 {
    guard(|| {
        // SAFETY: the caller guarantees it.
        let (position, discs) = unsafe { (input(position, "position")?, output(discs, "discs")?) };
        *discs = Engine::evaluate(&position.check()?);
        Ok(())
    })
}

/// The exact value of a position.
///
/// # Safety
///
/// The pointers are null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obverse_solve(
    position: *const CPosition,
    threads: u32,
    discs: *mut i32,
) -> i32 {
    guard(|| {
        // SAFETY: the caller guarantees it. Before the search, so that none is in vain.
        let (position, discs) = unsafe { (input(position, "position")?, output(discs, "discs")?) };
        let options = EngineOptions {
            threads: engine_handle::threads(threads)?,
            ..EngineOptions::default()
        };
        let position = position.check()?;
        let control = Control::new(Limits::default());
        let report = Engine::new().solve(&position, Effort::End, options, &control, &mut |_| {});
        *discs = report.discs();
        Ok(())
    })
}

/// The exact values of many positions, each solved by one of several threads.
///
/// # Safety
///
/// The pointers are null or those of arrays with so many elements, which do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obverse_solve_many(
    own: *const u64,
    opponent: *const u64,
    count: usize,
    threads: u32,
    discs: *mut i8,
) -> i32 {
    guard(|| {
        // SAFETY: the caller guarantees it. Before the search, so that none is in vain.
        let (own, opponent, discs) = unsafe {
            (
                input_slice(own, count, "own")?,
                input_slice(opponent, count, "opponent")?,
                output_slice(discs, count, "discs")?,
            )
        };
        let boards = Boards::new(own, opponent);
        let boards = boards.map_err(|error| Error::new(Status::Invalid, error.to_string()))?;
        let control = Control::new(Limits::default());
        let values = bulk::solve(boards, engine_handle::threads(threads)?, &control);
        let values = values.map_err(|stopped| Error::new(Status::Failed, stopped.to_string()))?;
        discs.copy_from_slice(&values);
        Ok(())
    })
}

/// A new engine; null if there is none, and then `obverse_error` says why.
#[unsafe(no_mangle)]
pub extern "C" fn obverse_engine_new() -> *mut EngineHandle {
    let mut handle = None;
    guard(|| {
        handle = Some(Box::new(EngineHandle::new()));
        Ok(())
    });
    handle.map_or(std::ptr::null_mut(), Box::into_raw)
}

/// Frees an engine, which must not be searching; null does nothing.
///
/// # Safety
///
/// The engine is from `obverse_engine_new`, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obverse_engine_free(engine: *mut EngineHandle) {
    guard(|| {
        if !engine.cast::<c_void>().is_null() {
            // SAFETY: the caller guarantees that it was made by `Box::into_raw` above.
            drop(unsafe { Box::from_raw(engine) });
        }
        Ok(())
    });
}

/// Sets `threads` or `hash_mb`.
///
/// # Safety
///
/// The pointers are null or valid, and the text ends with a null byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obverse_engine_set(
    engine: *mut EngineHandle,
    option: *const c_char,
    value: u32,
) -> i32 {
    guard(|| {
        // SAFETY: the caller guarantees it.
        let (engine, option) =
            unsafe { (input(engine, "engine")?, pointers::text(option, "option")?) };
        engine.set(option, value)
    })
}

/// Searches for the best move.
///
/// # Safety
///
/// The pointers are null or valid; that of the limits may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obverse_engine_search(
    engine: *mut EngineHandle,
    position: *const CPosition,
    limits: *const SearchLimits,
    report: *mut SearchReport,
) -> i32 {
    guard(|| {
        let limits = match limits.is_null() {
            true => SearchLimits::default(),
            // SAFETY: the caller guarantees it.
            false => *unsafe { input(limits, "limits") }?,
        };
        // SAFETY: the caller guarantees it. Before the search, so that none is in vain.
        let (engine, position, report) = unsafe {
            (
                input(engine, "engine")?,
                input(position, "position")?,
                output(report, "report")?,
            )
        };
        let found = engine.search(&position.check()?, limits)?;
        *report = SearchReport::new(&found, number);
        Ok(())
    })
}

/// Stops the running search, from any thread.
///
/// # Safety
///
/// The pointer is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obverse_engine_stop(engine: *mut EngineHandle) -> i32 {
    guard(|| {
        // SAFETY: the caller guarantees it.
        unsafe { input(engine, "engine") }?.stop();
        Ok(())
    })
}

/// Forgets what earlier searches found.
///
/// # Safety
///
/// The pointer is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn obverse_engine_clear(engine: *mut EngineHandle) -> i32 {
    guard(|| {
        // SAFETY: the caller guarantees it.
        unsafe { input(engine, "engine") }?.clear()
    })
}
