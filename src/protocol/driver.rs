//! The one loop: lines in, replies out, one search at a time.
//!
//! The driver owns the session and the output, and reads the input. While a
//! search runs, another thread watches the input and knows no command; lines
//! wait in its queue, which moves on only when the search has finished. A line
//! that ends searches does so as soon as it comes in, for all that were asked
//! for before it; a search that the protocol calls interruptible ends when
//! anything waits, or nothing more will come.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::inbox::{self, Inbox};
use super::{Flow, Line, Output, PROTOCOLS, Protocol, Row};
use crate::session::options::Options;
use crate::session::{Answer, Event, Finished, Session};

/// How often a running search is asked whether anybody still waits for it.
const ORPHAN_CHECK: Duration = Duration::from_millis(200);

/// Replies are written when this many bytes have gathered, or nothing waits to
/// be answered.
const OUTPUT_BUFFER: usize = 64 << 10;

/// Releases the room of answered lines in pieces of this size.
const ANSWERED_BATCH: usize = 64 << 10;

/// A session and its inbox.
pub struct Driver {
    inbox: Arc<Inbox>,
    session: Session,
    is_abandoned: fn() -> bool,
    queue: VecDeque<Line>,
    /// How many lines of the queue end searches.
    enders: usize,
    output: Output,
    answered: usize,
}

impl Driver {
    /// A driver with a new session. A search ends, and the driver with it, when
    /// `is_abandoned` says that nobody reads the output any more.
    pub fn new(options: Options, is_abandoned: fn() -> bool) -> Driver {
        let inbox = Arc::new(Inbox::default());
        let events = Arc::clone(&inbox);
        Driver {
            inbox,
            session: Session::new(options, move |event| events.put_event(event)),
            is_abandoned,
            queue: VecDeque::new(),
            enders: 0,
            output: Output::default(),
            answered: 0,
        }
    }

    /// The session, to be prepared before the first line.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Answers everything until the end of the input or a quit, in this protocol
    /// or, if there is none, in the one that the first line opens. An error means
    /// that the input could not be read or the output not be written.
    pub fn run(
        mut self,
        protocol: Option<&Row>,
        input: impl Read + Send + 'static,
        output: impl Write,
    ) -> io::Result<()> {
        self.open(input)?;
        let row = protocol.unwrap_or_else(|| self.opened_protocol());
        self.answer((row.build)().as_mut(), output)
    }

    /// The same in a protocol that is built already.
    #[cfg(feature = "terminal")]
    pub(super) fn speak(
        self,
        protocol: &mut dyn Protocol,
        input: impl Read + Send + 'static,
        output: impl Write,
    ) -> io::Result<()> {
        self.open(input)?;
        self.answer(protocol, output)
    }

    /// Puts lines between those of the input, from any thread.
    #[cfg(feature = "terminal")]
    pub(super) fn sender(&self) -> impl Fn(Line) + Send + 'static {
        let inbox = Arc::clone(&self.inbox);
        move |line| inbox.put_line(line)
    }

    fn open(&self, input: impl Read + Send + 'static) -> io::Result<()> {
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

    /// Waits for the first line that is not blank, which stays in the queue: it
    /// may be how a client of some protocol begins.
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
        self.enders = self.count_enders(protocol, 0);
        while let Some(line) = self.next_line(protocol, output)? {
            if protocol.ends_searches(&line) {
                self.enders -= 1;
            }
            self.answered += inbox::cost(&line);
            let flow = protocol.line(&line, &mut self.session, &mut self.output);
            if flow == Flow::Quit {
                break;
            }
            if !self.await_search(protocol, output)? {
                return Ok(());
            }
            if self.output.replies.len() >= OUTPUT_BUFFER {
                self.flush(output)?;
            }
        }
        self.flush(output)
    }

    /// The next line to answer; `None` at the end of the input.
    fn next_line(
        &mut self,
        protocol: &mut dyn Protocol,
        output: &mut impl Write,
    ) -> io::Result<Option<Line>> {
        if self.queue.is_empty() || self.answered >= ANSWERED_BATCH {
            self.inbox.answered(std::mem::take(&mut self.answered));
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
            self.enders = self.count_enders(protocol, 0);
        }
        Ok(self.queue.pop_front())
    }

    /// How many lines of the queue, from this one on, end searches.
    fn count_enders(&self, protocol: &dyn Protocol, from: usize) -> usize {
        let lines = self.queue.range(from..);
        lines.filter(|line| protocol.ends_searches(line)).count()
    }

    /// Waits until the search, if one is running, has finished; false if nobody
    /// waits for it.
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
            self.answer_asides(protocol);
            let is_interruptible = protocol.is_interruptible() || self.session.is_pondering();
            let is_to_end = self.enders > 0 || is_interruptible && self.is_disturbed();
            let wake = if is_to_end {
                self.session.interrupt();
                None
            } else {
                self.tell(protocol)
            };
            self.flush(output)?;
            let patience = wake.map_or(ORPHAN_CHECK, |wake| {
                ORPHAN_CHECK.min(wake.saturating_duration_since(Instant::now()))
            });
            let seen = self.queue.len();
            match self.inbox.wait_for_event(&mut self.queue, patience) {
                Some(Event::Finished(finished)) => self.finish(finished, protocol),
                Some(Event::Progress(report)) => {
                    log::debug!("{report:?}");
                    self.session.add_report(report);
                }
                None => {}
            }
            self.enders += self.count_enders(protocol, seen);
        }
        self.inbox.set_watched(false);
        Ok(true)
    }

    /// Tells of the running search if it is time to, or says when it will be.
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

    /// Ends a search that has finished.
    fn finish(&mut self, finished: Finished, protocol: &mut dyn Protocol) {
        let is_pondering = self.session.is_pondering();
        let answer = self.session.finish(finished);
        if is_pondering {
            // If it has failed, whoever asks next gets a new searcher.
            return;
        }
        let is_discarded = matches!(answer, Ok(Answer::Stopped));
        if !is_discarded && let Some(report) = self.session.progress_mut().take() {
            protocol.tell(report, &mut self.output);
        }
        protocol.finished(answer, &mut self.session, &mut self.output);
    }

    /// Answers the next lines as long as they need not wait for the search.
    fn answer_asides(&mut self, protocol: &mut dyn Protocol) {
        while let Some(line) = self.queue.front()
            && !self.session.is_pondering()
            && protocol.answer_aside(line, &self.session, &mut self.output)
        {
            self.answered += inbox::cost(line);
            self.queue.pop_front();
        }
    }

    /// Whether a line waits, or none will come any more.
    fn is_disturbed(&self) -> bool {
        !self.queue.is_empty() || self.inbox.is_ended()
    }

    fn flush(&mut self, output: &mut impl Write) -> io::Result<()> {
        let Output { replies, remarks } = &mut self.output;
        if !remarks.is_empty() {
            // Nobody may be listening there, and that is no failure.
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
