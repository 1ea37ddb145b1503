//! Several threads at one search: young brothers wait.
//!
//! A [`Worker`] is one thread's part of a search, a [`SplitPoint`](split_point::SplitPoint)
//! a position that several of them share, the [`ThreadPool`] is where idle threads find
//! one. None of them knows the search: it is passed in, as a [`SearchMove`](worker::SearchMove).

mod pool;
mod split_point;
mod worker;
mod young_brothers_wait;

pub(crate) use pool::{CloseOnDrop, ThreadPool};
pub(crate) use worker::Worker;
