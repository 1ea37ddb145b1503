//! Reading from a connection for a limited time, and closing it.

use std::io::{self, Read};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// How long to wait for a client to close the connection.
const CLOSE_TIME: Duration = Duration::from_secs(2);

/// Closes a connection after everything has been sent. What the client still sends is read:
/// closing a connection with unread bytes would make the client lose what it was sent.
pub(super) fn close(stream: &TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    io::copy(&mut within(CLOSE_TIME, stream), &mut io::sink())?;
    Ok(())
}

/// A stream that can be read for this long.
pub(super) fn within(time: Duration, stream: &TcpStream) -> Within<'_> {
    Within {
        stream,
        end: Instant::now() + time,
    }
}

/// A stream that can be read up to a point in time, however slowly the client writes.
pub(super) struct Within<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Read for Within<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer)
    }
}
