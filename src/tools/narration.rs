//! The progress output of tools whose result is a file.

use std::io::{self, ErrorKind, Write};

/// A writer that ignores a closed pipe, so that the tool still finishes its work.
pub(super) struct Narration<'a>(pub(super) &'a mut dyn Write);

impl Write for Narration<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_closed(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_closed(self.0.flush(), ())
    }
}

fn unless_closed<T>(result: io::Result<T>, otherwise: T) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(otherwise),
        result => result,
    }
}
