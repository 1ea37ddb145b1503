//! Output that nobody may be reading any more.

use std::io::{self, Write};

use crate::system;

/// A writer for the progress output of tools whose result is a file. It ignores a broken
/// pipe, so that the tool still finishes its work.
pub(super) struct IgnoringBrokenPipe<'a>(pub(super) &'a mut dyn Write);

impl Write for IgnoringBrokenPipe<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_broken(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_broken(self.0.flush(), ())
    }
}

fn unless_broken<T>(result: io::Result<T>, value: T) -> io::Result<T> {
    match result {
        Err(error) if system::is_broken_pipe(&error) => Ok(value),
        result => result,
    }
}
