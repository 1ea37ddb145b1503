//! Parallel search: young brothers wait.
//!
//! A [`Worker`] is one thread's part of a search, and a
//! [`SplitPoint`](split_point::SplitPoint) is a position that several threads share. Idle
//! threads find split points in the [`ThreadPool`]. None of these depends on the search
//! itself, which is passed in as a [`SearchMove`](worker::SearchMove).

#[cfg(test)]
mod models;
mod pool;
mod split_point;
mod worker;
mod young_brothers_wait;

pub(crate) use pool::{CloseOnDrop, ThreadPool};
pub(crate) use worker::Worker;
