//! Where the driver's events wait: lines from the reader, and what the search
//! tells.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use super::Line;
use crate::session::Event;

/// The longest line that is kept.
pub(super) const LONGEST_LINE: usize = 1 << 20;

/// How much of a longer line is kept: enough for its id.
const KEPT_OF_LONG_LINE: usize = 256;

/// How many bytes of lines may wait. Beyond this the reader stops reading, so
/// that a flood waits in the pipe and not in our memory.
const MOST_WAITING: usize = 16 << 20;

/// What a line costs beside its bytes: its place in the queue, which may be half
/// empty, and the allocation.
const LINE_OVERHEAD: usize = 96;

/// Filled by the reader and the search thread, emptied by the driver.
#[derive(Default)]
pub(super) struct Inbox {
    waiting: Mutex<Waiting>,
    /// Something came in.
    filled: Condvar,
    /// There is room for lines again.
    emptied: Condvar,
}

#[derive(Default)]
struct Waiting {
    /// Never many: a search sends one at a time. They never wait behind lines.
    events: VecDeque<Event>,
    lines: VecDeque<Line>,
    /// What the lines cost that the driver has not yet answered.
    bytes: usize,
    is_ended: bool,
    /// Why the input ended before its end.
    failure: Option<io::Error>,
}

pub(super) fn cost(line: &Line) -> usize {
    let (Line::Whole(bytes) | Line::TooLong(bytes)) = line;
    bytes.len() + LINE_OVERHEAD
}

impl Inbox {
    pub(super) fn put_event(&self, event: Event) {
        self.lock().events.push_back(event);
        self.filled.notify_one();
    }

    /// Moves the lines that have come in to the end of `queue`. They go on
    /// counting as waiting until they are [`answered`](Inbox::answered).
    pub(super) fn take_lines(&self, queue: &mut VecDeque<Line>) {
        queue.append(&mut self.lock().lines);
    }

    /// Waits for lines and takes them; none means the end of the input.
    pub(super) fn wait_for_lines(&self, queue: &mut VecDeque<Line>) {
        let idle = |waiting: &mut Waiting| waiting.lines.is_empty() && !waiting.is_ended;
        let mut waiting = self
            .filled
            .wait_while(self.lock(), idle)
            .expect("no holder panics");
        queue.append(&mut waiting.lines);
    }

    /// Waits for an event of the running search, but only until lines come in,
    /// which it takes, or the time is over.
    pub(super) fn wait_for_event(
        &self,
        queue: &mut VecDeque<Line>,
        patience: Duration,
    ) -> Option<Event> {
        let idle = |waiting: &mut Waiting| waiting.lines.is_empty() && waiting.events.is_empty();
        let (mut waiting, _) = self
            .filled
            .wait_timeout_while(self.lock(), patience, idle)
            .expect("no holder panics");
        queue.append(&mut waiting.lines);
        waiting.events.pop_front()
    }

    /// Makes room for as many bytes of lines.
    pub(super) fn answered(&self, bytes: usize) {
        let mut waiting = self.lock();
        let was_full = waiting.bytes >= MOST_WAITING;
        waiting.bytes -= bytes;
        if was_full && waiting.bytes < MOST_WAITING {
            self.emptied.notify_one();
        }
    }

    /// Whether the input was read to its end.
    pub(super) fn result(&self) -> io::Result<()> {
        self.lock().failure.take().map_or(Ok(()), Err)
    }

    /// Reads until the end of the input.
    pub(super) fn read(&self, mut input: impl Read) {
        let mut splitter = Splitter::default();
        let mut chunk = vec![0; 64 << 10];
        loop {
            match input.read(&mut chunk) {
                Ok(0) => break,
                Ok(count) => self.put_lines(splitter.split(&chunk[..count])),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.lock().failure = Some(error);
                    break;
                }
            }
        }
        self.put_lines(splitter.last());
        self.lock().is_ended = true;
        self.filled.notify_one();
    }

    fn put_lines(&self, lines: Vec<Line>) {
        if lines.is_empty() {
            return;
        }
        for line in &lines {
            log::debug!("> {line}");
        }
        let mut waiting = self.lock();
        while waiting.bytes >= MOST_WAITING {
            waiting = self.emptied.wait(waiting).expect("no holder panics");
        }
        waiting.bytes += lines.iter().map(cost).sum::<usize>();
        waiting.lines.extend(lines);
        drop(waiting);
        self.filled.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().expect("no holder panics")
    }
}

/// Cuts chunks into lines.
#[derive(Default)]
struct Splitter {
    /// The line that has begun, or its beginning if it is too long already.
    begun: Vec<u8>,
    is_too_long: bool,
}

impl Splitter {
    fn split(&mut self, chunk: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut rest = chunk;
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            self.add(&rest[..end]);
            lines.push(self.finish());
            rest = &rest[end + 1..];
        }
        self.add(rest);
        lines
    }

    /// An unfinished last line is a line too.
    fn last(&mut self) -> Vec<Line> {
        if self.begun.is_empty() {
            Vec::new()
        } else {
            vec![self.finish()]
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        if self.is_too_long {
            return;
        }
        self.begun.extend_from_slice(bytes);
        if self.begun.len() > LONGEST_LINE {
            self.is_too_long = true;
            self.begun.truncate(KEPT_OF_LONG_LINE);
            self.begun.shrink_to_fit();
        }
    }

    fn finish(&mut self) -> Line {
        let bytes = std::mem::take(&mut self.begun);
        if std::mem::take(&mut self.is_too_long) {
            Line::TooLong(bytes)
        } else {
            Line::Whole(bytes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::thread;

    fn lines(chunks: &[&[u8]]) -> Vec<Line> {
        let mut splitter = Splitter::default();
        let mut lines: Vec<Line> = chunks
            .iter()
            .flat_map(|chunk| splitter.split(chunk))
            .collect();
        lines.extend(splitter.last());
        lines
    }

    #[test]
    fn cuts_do_not_matter() {
        let whole = |text: &str| Line::Whole(text.into());
        assert_eq!(
            lines(&[b"a\nb", b"c\n", b"\nd"]),
            ["a", "bc", "", "d"].map(whole)
        );
        assert_eq!(lines(&[b"", b"a\n"]), [whole("a")]);
    }

    #[test]
    fn a_line_is_too_long_by_one_byte() {
        let longest = vec![b'x'; LONGEST_LINE];
        assert_eq!(lines(&[&longest]), [Line::Whole(longest.clone())]);
        let (first, rest) = longest.split_at(100);
        let kept = vec![b'x'; KEPT_OF_LONG_LINE];
        assert_eq!(
            lines(&[first, rest, b"x", b"xx\ny"]),
            [Line::TooLong(kept), Line::Whole(b"y".to_vec())]
        );
    }

    /// The reader stops at the limit and goes on when there is room.
    #[test]
    fn a_flood_waits_outside() {
        const LINES: usize = 1 << 20;
        let inbox = Arc::new(Inbox::default());
        let reader = Arc::clone(&inbox);
        let thread = thread::spawn(move || reader.read(io::repeat(b'\n').take(LINES as u64)));
        let (mut queue, mut seen) = (VecDeque::new(), 0);
        loop {
            assert!(inbox.lock().bytes < MOST_WAITING + (64 << 10) * (LINE_OVERHEAD + 1));
            inbox.wait_for_lines(&mut queue);
            if queue.is_empty() {
                break;
            }
            seen += queue.len();
            inbox.answered(queue.drain(..).map(|line| cost(&line)).sum());
        }
        assert_eq!(seen, LINES);
        thread.join().expect("the reader ends");
    }

    #[test]
    fn events_overtake_lines() {
        let inbox = Inbox::default();
        inbox.read(&b"name\n"[..]);
        inbox.put_event(Event::Finished(None));
        let mut queue = VecDeque::new();
        let event = inbox.wait_for_event(&mut queue, Duration::ZERO);
        assert!(matches!(event, Some(Event::Finished(None))));
    }
}
