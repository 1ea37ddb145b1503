//! The interface for C, as `include/obverse.h` declares and describes it. Functions that can fail
//! return a status.

mod engine_handle;
mod error;
pub mod functions;
mod pointers;
mod position;
