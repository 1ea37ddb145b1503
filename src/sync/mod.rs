//! Threads and what they share: the types of the standard library or, with the condition
//! `loom`, those of Loom.
//!
//! Loom runs a test again and again, in every order in which the operations of its threads can
//! happen, and with every value that a relaxed load may return. Tests for it are called
//! models: see `models.rs`. They use the real code, with smaller numbers where it would take
//! too many steps: see [`IN_LOOM`].
//!
//! Reference counts are always those of the standard library.

#[cfg(test)]
pub(crate) mod models;
#[cfg(all(test, loom))]
mod stand_ins;

#[cfg(all(test, loom))]
pub(crate) use self::stand_ins::{Condvar, Mutex, MutexGuard, atomic, hint, mpsc, thread};
#[cfg(not(all(test, loom)))]
pub(crate) use std::{
    hint,
    sync::{Condvar, Mutex, MutexGuard, atomic, mpsc},
    thread,
};

/// Whether the types are those of Loom.
pub(crate) const IN_LOOM: bool = cfg!(all(test, loom));
