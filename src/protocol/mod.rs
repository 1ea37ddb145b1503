//! How do we talk?
//!
//! A [`Protocol`] translates between lines of text and a session. It never
//! reads or writes a stream: the [`driver`] does, for all of them.
//!
//! [`gtp`] is the first and the greatest. Beside it stand `nboard`, `cassio`,
//! `xboard`, and `ugi` and `uci`, which are dialects of `universal`. They share
//! `fen` (boards in the manner of chess), `files` (games that a client names),
//! `limits` (what a search may cost) and `text`. Above GTP stands `terminal`, the front
//! end for a person.

mod cassio;
pub mod driver;
mod fen;
mod files;
pub mod gtp;
mod inbox;
mod limits;
mod nboard;
#[cfg(feature = "terminal")]
pub mod terminal;
mod text;
mod uci;
mod ugi;
mod universal;
mod xboard;

use std::fmt;

use crate::search::report::Report;
use crate::session::{Answer, Pace, SearchFailed, Session};

/// A way to talk to a session.
pub trait Protocol {
    /// Answers a line. Nothing is searching when it is called.
    fn line(&mut self, line: &Line, session: &mut Session, output: &mut Output) -> Flow;

    /// How often it is told of the running search; `None` is only at the end.
    fn pace(&self) -> Option<Pace> {
        Some(Pace::EVERY_REPORT)
    }

    /// Writes what a running search has found. The last report comes before
    /// [`finished`](Protocol::finished), however slow the pace, unless the search was
    /// discarded; nothing comes twice.
    fn tell(&mut self, report: &Report, output: &mut Output);

    /// Answers the end of a search that a line has started.
    fn finished(
        &mut self,
        answer: Result<Answer, SearchFailed>,
        session: &mut Session,
        output: &mut Output,
    );

    /// Answers a line while a search runs, if it is one of those that do not wait
    /// for their turn; such a line ends no searches.
    fn answer_aside(&mut self, _: &Line, _: &Session, _: &mut Output) -> bool {
        false
    }

    /// Whether any line, and the end of the input, ends the running search.
    fn is_interruptible(&self) -> bool;

    /// Whether this line ends every search that was asked for before it, as
    /// soon as it is read. It is answered in its turn all the same.
    fn ends_searches(&self, line: &Line) -> bool;
}

/// What is to be written.
#[derive(Debug, Default)]
pub struct Output {
    /// For the client.
    pub replies: Vec<u8>,
    /// For whoever reads the standard error stream; only what a client asked to
    /// be written there.
    pub remarks: Vec<u8>,
}

/// What the driver does after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Take the next line, after the end of the search if one was started.
    Continue,
    /// End, whatever else was said.
    Quit,
}

/// A line of input without its line feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The bytes.
    Whole(Vec<u8>),
    /// The beginning of a line that was too long to keep.
    TooLong(Vec<u8>),
}

/// A line for the log: readable, and not endless.
fn excerpt(line: &[u8]) -> String {
    const LONGEST: usize = 1000;
    let shown = line[..line.len().min(LONGEST)].escape_ascii();
    match line.len() {
        0..=LONGEST => shown.to_string(),
        len => format!("{shown}... ({len} bytes)"),
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Whole(bytes) => f.write_str(&excerpt(bytes)),
            Line::TooLong(bytes) => write!(f, "{}... (too long)", excerpt(bytes)),
        }
    }
}

impl Line {
    /// The bytes, or as many as were kept.
    fn bytes(&self) -> &[u8] {
        let (Line::Whole(bytes) | Line::TooLong(bytes)) = self;
        bytes
    }

    /// Whether there is nothing to be seen.
    fn is_blank(&self) -> bool {
        let is_unseen = |&byte: &u8| byte.is_ascii_control() || byte == b' ';
        matches!(self, Line::Whole(bytes) if bytes.iter().all(is_unseen))
    }

    /// What can be seen, without blanks around it; nothing of a line that was too
    /// long.
    fn text(&self) -> Option<String> {
        let Line::Whole(bytes) = self else {
            return None;
        };
        let text = String::from_utf8_lossy(bytes).replace('\t', " ");
        let seen: String = text.chars().filter(|c| !c.is_control()).collect();
        Some(seen.trim().to_string())
    }

    /// Whether the first word is one of these.
    fn begins_with(&self, words: &[&str]) -> bool {
        let mut parts = self.bytes().split(u8::is_ascii_whitespace);
        let first = parts.find(|part| !part.is_empty());
        first.is_some_and(|first| words.iter().any(|word| word.as_bytes() == first))
    }
}

/// A row of [`PROTOCOLS`].
pub struct Row {
    /// The word on the command line that selects it.
    pub name: &'static str,
    /// Who speaks it, in one line.
    pub summary: &'static str,
    /// With which words the first line of its clients begins, if that tells it
    /// from the others.
    pub opening: Option<&'static str>,
    /// Makes it ready for the first line.
    pub build: fn() -> Box<dyn Protocol>,
}

/// Every protocol there is; the first is spoken unless another is asked for, on
/// the command line or by the first line of a client.
pub static PROTOCOLS: &[Row] = &[
    gtp::ROW,
    nboard::ROW,
    ugi::ROW,
    uci::ROW,
    cassio::ROW,
    xboard::ROW,
];

/// The protocol with this name.
pub fn find(name: &str) -> Option<&'static Row> {
    PROTOCOLS.iter().find(|row| row.name == name)
}

/// The protocol of a client whose first line this is.
fn opened_by(line: &Line) -> &'static Row {
    let line = String::from_utf8_lossy(line.bytes());
    let is_opened = |row: &&Row| {
        let mut words = line.split_ascii_whitespace();
        let mut opening = row.opening.iter().flat_map(|opening| opening.split(' '));
        row.opening.is_some() && opening.all(|word| words.next() == Some(word))
    };
    PROTOCOLS.iter().find(is_opened).unwrap_or(&PROTOCOLS[0])
}
