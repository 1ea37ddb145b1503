//! The driver's inbox: lines of the input, and events of the search.
//!
//! While no search runs the driver reads the input itself, since handing each line from
//! one thread to another would cost several times as much as answering it. During a search
//! a second thread watches the input instead. If it is still reading when the search ends,
//! it hands over what it reads, and then the input.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::time::Duration;

use super::Line;
use crate::session::Event;
use crate::sync::{Condvar, IN_LOOM, Mutex, MutexGuard};

/// The longest line that is kept.
const LONGEST_LINE: usize = 1 << 20;

/// How much of a longer line is kept: enough for the ID of a command.
const KEPT_OF_LONG_LINE: usize = 256;

/// How many bytes of lines may wait. Beyond this limit the input is not read, so that a
/// flood waits in the pipe and not in our memory.
const MAX_WAITING: usize = if IN_LOOM { 200 } else { 16 << 20 };

/// The memory that a line takes in addition to its bytes: for the allocation, and for its
/// place in the queue, which may be half empty.
const LINE_OVERHEAD: usize = 96;

/// The inbox. The watching thread and the search thread fill it; the driver empties it.
#[derive(Default)]
pub(super) struct Inbox {
    waiting: Mutex<Waiting>,
    /// Wakes the driver: something has come in.
    filled: Condvar,
    /// Wakes the watching thread: it may have to read.
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    /// At most one report and the end of one search of each session, which is named by a
    /// number. They never wait behind lines.
    events: VecDeque<(usize, Event)>,
    lines: VecDeque<Line>,
    /// The memory of the lines that the driver has not answered yet.
    bytes: usize,
    /// The input, unless a thread is reading from it.
    source: Option<Source>,
    is_watched: bool,
    is_ended: bool,
    /// Whether the driver has been woken for the end of the input.
    is_end_noticed: bool,
    /// The error that ended the input early.
    failure: Option<io::Error>,
}

pub(super) fn cost(line: &Line) -> usize {
    line.bytes().len() + LINE_OVERHEAD
}

impl Inbox {
    /// Reads lines from this input from now on.
    pub(super) fn open(&self, input: impl Read + Send + 'static) {
        self.lock().source = Some(Source {
            input: Box::new(input),
            chunk: vec![0; 64 << 10],
            splitter: Splitter::default(),
        });
    }

    pub(super) fn put_event(&self, session: usize, event: Event) {
        let mut waiting = self.lock();
        if matches!(event, Event::Progress(_)) {
            // If the reader is busy writing, it needs only the newest report.
            let is_late = |(other, event): &(usize, Event)| {
                *other == session && matches!(event, Event::Progress(_))
            };
            waiting.events.retain(|event| !is_late(event));
        }
        waiting.events.push_back((session, event));
        self.filled.notify_one();
    }

    /// Inserts a line that does not come from the input.
    #[cfg(feature = "terminal")]
    pub(super) fn put_line(&self, line: Line) {
        let mut waiting = self.lock();
        waiting.bytes += cost(&line);
        waiting.lines.push_back(line);
        self.filled.notify_one();
    }

    /// Moves the waiting lines to the queue, reading first if there are none. If the queue
    /// stays empty, the input has ended. The lines count as waiting until they are
    /// [`answered`](Inbox::answered).
    pub(super) fn wait_for_lines(&self, queue: &mut VecDeque<Line>) {
        let mut waiting = self.lock();
        while waiting.lines.is_empty() && !waiting.is_ended {
            waiting = match waiting.source.take() {
                Some(source) => self.read(source, waiting),
                None => self.filled.wait(waiting).expect("no holder panics"),
            };
        }
        queue.append(&mut waiting.lines);
    }

    /// Waits for an event of the running search. The wait also ends when lines arrive, which
    /// are moved to the queue, when the input ends, or after the timeout.
    pub(super) fn wait_for_event(
        &self,
        queue: &mut VecDeque<Line>,
        timeout: Duration,
    ) -> Option<(usize, Event)> {
        let idle = |waiting: &mut Waiting| {
            waiting.lines.is_empty()
                && waiting.events.is_empty()
                && waiting.is_ended == waiting.is_end_noticed
        };
        let (mut waiting, _) = self
            .filled
            .wait_timeout_while(self.lock(), timeout, idle)
            .expect("no holder panics");
        queue.append(&mut waiting.lines);
        waiting.is_end_noticed = waiting.is_ended;
        waiting.events.pop_front()
    }

    /// Whether the input has ended. Lines may still be waiting.
    pub(super) fn is_ended(&self) -> bool {
        self.lock().is_ended
    }

    /// Notes that lines of this many bytes were answered.
    pub(super) fn answered(&self, bytes: usize) {
        let mut waiting = self.lock();
        let was_full = waiting.bytes >= MAX_WAITING;
        waiting.bytes -= bytes;
        if was_full {
            self.changed.notify_one();
        }
    }

    /// Starts or stops watching the input.
    pub(super) fn set_watched(&self, is_watched: bool) {
        self.lock().is_watched = is_watched;
        self.changed.notify_one();
    }

    /// Ends the watching thread.
    pub(super) fn close(&self) {
        self.lock().is_ended = true;
        self.changed.notify_one();
    }

    /// The error that ended the input, if one did.
    pub(super) fn result(&self) -> io::Result<()> {
        self.lock().failure.take().map_or(Ok(()), Err)
    }

    /// The loop of the watching thread, up to the end of the input: it reads whenever the
    /// input is watched and not too many lines wait.
    pub(super) fn watch(&self) {
        let mut waiting = self.lock();
        while !waiting.is_ended {
            let may_read = waiting.is_watched && waiting.bytes < MAX_WAITING;
            waiting = match waiting.source.take_if(|_| may_read) {
                Some(source) => self.read(source, waiting),
                None => self.changed.wait(waiting).expect("no holder panics"),
            };
        }
    }

    /// Reads once, without holding the lock.
    fn read<'a>(
        &'a self,
        mut source: Source,
        waiting: MutexGuard<'a, Waiting>,
    ) -> MutexGuard<'a, Waiting> {
        drop(waiting);
        let result = source.read();
        let mut waiting = self.lock();
        let lines = match result {
            Ok(Some(lines)) => {
                waiting.source = Some(source);
                lines
            }
            ended => {
                waiting.is_ended = true;
                waiting.failure = ended.err();
                source.splitter.last()
            }
        };
        for line in &lines {
            log::debug!("> {line}");
        }
        waiting.bytes += lines.iter().map(cost).sum::<usize>();
        waiting.lines.extend(lines);
        self.filled.notify_one();
        waiting
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().expect("no holder panics")
    }
}

/// The input, and its unfinished line.
struct Source {
    input: Box<dyn Read + Send>,
    chunk: Vec<u8>,
    splitter: Splitter,
}

impl Source {
    /// Waits for bytes and splits them into lines; `None` at the end of the input.
    fn read(&mut self) -> io::Result<Option<Vec<Line>>> {
        loop {
            match self.input.read(&mut self.chunk) {
                Ok(0) => return Ok(None),
                Ok(count) => return Ok(Some(self.splitter.split(&self.chunk[..count]))),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// Splits chunks of bytes into lines.
#[derive(Default)]
struct Splitter {
    /// The unfinished line, or its beginning if it is already too long.
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

    /// The last line, if it has no line feed.
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
mod models;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::search::report::{Report, Source};
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
    fn lines_do_not_depend_on_chunks() {
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

    /// The watching thread stops at the limit, and the driver reads the rest.
    #[test]
    fn a_flood_waits_in_the_pipe() {
        const LINES: usize = 1 << 20;
        let inbox = Arc::new(Inbox::default());
        inbox.open(io::repeat(b'\n').take(LINES as u64));
        let watcher = Arc::clone(&inbox);
        let thread = thread::spawn(move || watcher.watch());
        inbox.set_watched(true);
        while inbox.lock().bytes < MAX_WAITING {
            thread::yield_now();
        }
        thread::sleep(Duration::from_millis(20));
        assert!(inbox.lock().bytes < MAX_WAITING + (64 << 10) * (LINE_OVERHEAD + 1));
        inbox.set_watched(false);
        let (mut queue, mut seen) = (VecDeque::new(), 0);
        loop {
            inbox.wait_for_lines(&mut queue);
            if queue.is_empty() {
                break;
            }
            seen += queue.len();
            inbox.answered(queue.drain(..).map(|line| cost(&line)).sum());
        }
        assert_eq!(seen, LINES);
        inbox.close();
        thread.join().expect("it ends");
    }

    #[test]
    fn late_reports_are_replaced() {
        let inbox = Inbox::default();
        let progress = |nodes| {
            Event::Progress(Report {
                nodes,
                ..Report::unvalued(Source::Search, Move::Pass)
            })
        };
        (0..1000).for_each(|nodes| inbox.put_event(0, progress(nodes)));
        inbox.put_event(0, Event::Finished(None));
        let next = || inbox.wait_for_event(&mut VecDeque::new(), Duration::ZERO);
        assert!(matches!(next(), Some((0, Event::Progress(newest))) if newest.nodes == 999));
        assert!(matches!(next(), Some((0, Event::Finished(None)))));
        assert!(next().is_none());
    }

    /// The end of the input wakes the driver once while it waits for a search.
    #[test]
    fn the_end_wakes_the_driver() {
        let inbox = Inbox::default();
        inbox.open(io::empty());
        inbox.set_watched(true);
        assert!(!inbox.is_ended());
        inbox.watch();
        assert!(inbox.is_ended());
        let long = Duration::from_secs(1000);
        assert!(inbox.wait_for_event(&mut VecDeque::new(), long).is_none());
        let short = Duration::from_millis(20);
        let start = std::time::Instant::now();
        assert!(inbox.wait_for_event(&mut VecDeque::new(), short).is_none());
        assert!(start.elapsed() >= short);
    }

    #[test]
    fn events_overtake_lines() {
        let inbox = Inbox::default();
        inbox.open(&b"name\n"[..]);
        inbox.set_watched(true);
        inbox.watch();
        inbox.put_event(0, Event::Finished(None));
        let mut queue = VecDeque::new();
        let event = inbox.wait_for_event(&mut queue, Duration::ZERO);
        assert!(matches!(event, Some((0, Event::Finished(None)))));
    }
}
