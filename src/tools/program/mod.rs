//! External programs that tools talk to: how users describe them, and how they are started,
//! read and ended.

mod process;
mod shell_words;
mod spec;

pub(super) use process::Process;
pub(super) use spec::{Accepted, Named, Program, Protocol, Settings, read_words};
