//! Several threads at one search.

mod pool;
mod split_point;
mod worker;
mod young_brothers_wait;

pub(crate) use pool::{Closing, Pool};
pub(crate) use worker::Worker;
