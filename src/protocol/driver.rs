//! The main loop of every protocol: lines in, replies out, one search at a time.
//!
//! The driver owns the session and the output, and reads the input itself while no search
//! runs. During a search another thread, which knows no commands, reads ahead, and its lines
//! wait in the queue until the search has finished. A line that stops searches stops all
//! those requested before it as soon as it is read. A search that the protocol calls
//! interruptible also stops if any line waits or if the input has ended.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::inbox::{self, Inbox};
use super::{Dialogue, Flow, Line, Output, PROTOCOLS, Protocol, Row, text};
use crate::session::options::Options;
use crate::session::{Answer, Event, Finished, Session};
use crate::system::memory;

/// How often the driver checks, during a search, whether anybody still reads the output.
pub(super) const ORPHAN_CHECK: Duration = Duration::from_millis(200);

/// Replies are written when this many bytes have accumulated, or when no line waits.
const OUTPUT_BUFFER: usize = 64 << 10;

/// The inbox learns of answered lines in batches of this many bytes.
const ANSWERED_BATCH: usize = 64 << 10;

/// The driver, with its session.
pub struct Driver {
    inbox: Arc<Inbox>,
    session: Session,
    is_abandoned: Box<dyn Fn() -> bool + Send>,
    queue: VecDeque<Line>,
    /// The number of lines in the queue that stop searches.
    stops: usize,
    output: Output,
    answered: usize,
}

/// What a protocol with a main loop of its own needs.
#[cfg_attr(
    not(feature = "json"),
    expect(dead_code, reason = "only `json` is such a protocol")
)]
pub struct Parts {
    pub(super) inbox: Arc<Inbox>,
    /// Lines that have been read.
    pub(super) queue: VecDeque<Line>,
    pub(super) options: Options,
    pub(super) is_abandoned: Box<dyn Fn() -> bool + Send>,
}

impl Driver {
    /// A driver with a new session. When `is_abandoned` returns true, because nobody reads
    /// the output any more, the driver ends, and so does the search.
    pub fn new(options: Options, is_abandoned: impl Fn() -> bool + Send + 'static) -> Driver {
        let inbox = Arc::new(Inbox::default());
        let events = Arc::clone(&inbox);
        Driver {
            inbox,
            session: Session::new(options, move |event| events.put_event(0, event)),
            is_abandoned: Box::new(is_abandoned),
            queue: VecDeque::new(),
            stops: 0,
            output: Output::default(),
            answered: 0,
        }
    }

    /// The session, for changes before the first line.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Answers all lines, up to a quit or the end of the input, in this protocol or, if it
    /// is `None`, in the one that the first line selects. An error means that the input
    /// could not be read or the output could not be written.
    pub fn run(
        mut self,
        protocol: Option<&Row>,
        input: impl Read + Send + 'static,
        mut output: impl Write,
    ) -> io::Result<()> {
        self.open(input)?;
        let row = protocol.unwrap_or_else(|| self.opened_protocol());
        match row.dialogue {
            Dialogue::InTurn(build) => self.answer(build().as_mut(), output),
            Dialogue::Concurrent(serve) => serve(self.into_parts(), &mut output),
        }
    }

    fn into_parts(self) -> Parts {
        Parts {
            inbox: self.inbox,
            queue: self.queue,
            options: self.session.options().clone(),
            is_abandoned: self.is_abandoned,
        }
    }

    /// The same with a protocol that is already built.
    pub(super) fn speak(
        self,
        protocol: &mut dyn Protocol,
        input: impl Read + Send + 'static,
        output: impl Write,
    ) -> io::Result<()> {
        self.open(input)?;
        self.answer(protocol, output)
    }

    /// A function that inserts a line into the input, from any thread.
    #[cfg(feature = "terminal")]
    pub(super) fn sender(&self) -> impl Fn(Line) + Send + Sync + 'static {
        let inbox = Arc::clone(&self.inbox);
        move |line| inbox.put_line(line)
    }

    fn open(&self, input: impl Read + Send + 'static) -> io::Result<()> {
        memory::require(memory::BYTES_PER_THREAD)?;
        self.inbox.open(input);
        let inbox = Arc::clone(&self.inbox);
        thread::Builder::new()
            .name("watch".into())
            .spawn(move || inbox.watch())?;
        Ok(())
    }

    fn answer(mut self, protocol: &mut dyn Protocol, mut output: impl Write) -> io::Result<()> {
        let result = self.answer_lines(protocol, &mut output);
        self.inbox.close();
        result.and_then(|()| self.inbox.result())
    }

    /// Waits for the first line that is not blank, which selects the protocol. It stays
    /// in the queue.
    fn opened_protocol(&mut self) -> &'static Row {
        loop {
            self.inbox.wait_for_lines(&mut self.queue);
            let is_ended = self.queue.is_empty();
            while let Some(line) = self.queue.front() {
                if !line.is_blank() {
                    return super::opened_by(line);
                }
                self.inbox.answered(inbox::cost(line));
                self.queue.pop_front();
            }
            if is_ended {
                return &PROTOCOLS[0];
            }
        }
    }

    fn answer_lines(
        &mut self,
        protocol: &mut dyn Protocol,
        output: &mut impl Write,
    ) -> io::Result<()> {
        self.stops = self.count_stops(protocol, 0);
        while let Some(line) = self.next_line(protocol, output)? {
            if protocol.stops_searches(&line) {
                self.stops -= 1;
            }
            self.answered += inbox::cost(&line);
            let flow = protocol.line(&line, &mut self.session, &mut self.output);
            match flow {
                Flow::Continue => {}
                Flow::ChangeProtocol => self.stops = self.count_stops(protocol, 0),
                Flow::Quit => return self.flush(output),
            }
            if !self.await_search(protocol, output)? {
                return Ok(());
            }
            if self.output.replies.len() >= OUTPUT_BUFFER {
                self.flush(output)?;
            }
        }
        protocol.input_ended(&mut self.session, &mut self.output);
        self.flush(output)
    }

    /// The next line to answer; `None` at the end of the input.
    fn next_line(
        &mut self,
        protocol: &mut dyn Protocol,
        output: &mut impl Write,
    ) -> io::Result<Option<Line>> {
        if self.queue.is_empty() || self.answered >= ANSWERED_BATCH {
            self.tell_answered();
        }
        while self.queue.is_empty() {
            protocol.idle(&mut self.session, &mut self.output);
            if !self.session.is_searching() {
                break;
            }
            if !self.await_search(protocol, output)? {
                return Ok(None);
            }
        }
        if self.queue.is_empty() {
            self.flush(output)?;
            self.session.ponder();
            if !self.await_search(protocol, output)? {
                return Ok(None);
            }
        }
        if self.queue.is_empty() {
            self.inbox.wait_for_lines(&mut self.queue);
            self.stops = self.count_stops(protocol, 0);
        }
        Ok(self.queue.pop_front())
    }

    /// Tells the inbox how many bytes of lines were answered, so that it reads on.
    fn tell_answered(&mut self) {
        self.inbox.answered(std::mem::take(&mut self.answered));
    }

    /// The number of lines in the queue, from this index on, that stop searches.
    fn count_stops(&self, protocol: &dyn Protocol, from: usize) -> usize {
        let lines = self.queue.range(from..);
        lines.filter(|line| protocol.stops_searches(line)).count()
    }

    /// Waits until the search, if one is running, has finished; false if nobody reads the
    /// output any more.
    fn await_search(
        &mut self,
        protocol: &mut dyn Protocol,
        output: &mut impl Write,
    ) -> io::Result<bool> {
        if !self.session.is_searching() {
            return Ok(true);
        }
        self.inbox.set_watched(true);
        let mut next_check = Instant::now() + ORPHAN_CHECK;
        while self.session.is_searching() {
            if Instant::now() >= next_check {
                if (self.is_abandoned)() {
                    return Ok(false);
                }
                next_check = Instant::now() + ORPHAN_CHECK;
            }
            self.answer_waiting_lines(protocol);
            let must_stop = self.stops > 0 || self.is_stopped_by_next(protocol);
            let wake = if must_stop {
                self.session.interrupt();
                None
            } else {
                self.tell(protocol)
            };
            self.flush(output)?;
            let timeout = wake.map_or(ORPHAN_CHECK, |wake| {
                ORPHAN_CHECK.min(wake.saturating_duration_since(Instant::now()))
            });
            let seen = self.queue.len();
            match self.inbox.wait_for_event(&mut self.queue, timeout) {
                Some((_, Event::Finished(finished))) => self.finish(finished, protocol),
                Some((_, Event::Progress(report))) => {
                    log::debug!("{}", text::summary(&report));
                    self.session.add_report(report);
                }
                None => {}
            }
            self.stops += self.count_stops(protocol, seen);
        }
        self.inbox.set_watched(false);
        Ok(true)
    }

    /// Reports on the running search if that is due, or returns when it will be.
    fn tell(&mut self, protocol: &mut dyn Protocol) -> Option<Instant> {
        let due = self.session.progress().due(protocol.pace())?;
        if Instant::now() < due {
            return Some(due);
        }
        if let Some(report) = self.session.progress_mut().take() {
            protocol.tell(report, &mut self.output);
        }
        None
    }

    /// Handles the end of a search.
    fn finish(&mut self, finished: Finished, protocol: &mut dyn Protocol) {
        let is_pondering = self.session.is_pondering();
        let answer = self.session.finish(finished);
        if is_pondering {
            // If it has failed, the next search gets a new searcher.
            return;
        }
        let is_discarded = matches!(answer, Ok(Answer::Stopped));
        if !is_discarded && let Some(report) = self.session.progress_mut().take() {
            protocol.tell(report, &mut self.output);
        }
        protocol.finished(answer, &mut self.session, &mut self.output);
    }

    /// Answers the next lines for as long as they need not wait for the end of the search.
    fn answer_waiting_lines(&mut self, protocol: &mut dyn Protocol) {
        while let Some(line) = self.queue.front()
            && !self.session.is_pondering()
            && protocol.answer_during_search(line, &self.session, &mut self.output)
        {
            self.answered += inbox::cost(line);
            self.queue.pop_front();
        }
        if self.answered >= ANSWERED_BATCH {
            self.tell_answered();
        }
    }

    /// Whether a line that waits, or the end of the input, stops the search.
    fn is_stopped_by_next(&self, protocol: &dyn Protocol) -> bool {
        let next = self.queue.front();
        let is_next = next.is_some() || self.inbox.is_ended();
        is_next && (self.session.is_pondering() || protocol.is_stopped_by(next))
    }

    fn flush(&mut self, output: &mut impl Write) -> io::Result<()> {
        self.output.flush(output)
    }
}

impl Output {
    /// Writes everything.
    pub(super) fn flush(&mut self, output: &mut (impl Write + ?Sized)) -> io::Result<()> {
        let Output { replies, remarks } = self;
        if !remarks.is_empty() {
            // It is not a failure if nobody reads it.
            let _ = io::stderr().write_all(remarks);
            remarks.clear();
        }
        if replies.is_empty() {
            return Ok(());
        }
        if log::log_enabled!(log::Level::Debug) {
            let lines = replies
                .split(|&byte| byte == b'\n')
                .filter(|line| !line.is_empty());
            for line in lines {
                log::debug!("< {}", super::excerpt(line));
            }
        }
        output.write_all(replies)?;
        output.flush()?;
        replies.clear();
        Ok(())
    }
}
