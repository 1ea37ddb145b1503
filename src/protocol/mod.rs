//! The text protocols.
//!
//! A [`Protocol`] translates between lines of text and a session. It never reads or
//! writes a stream: the [`Driver`] does that for all of them, and the `inbox` brings it
//! lines and events. Over streams of your own:
//!
//! ```
//! use obverse::protocol::{self, Driver};
//! use obverse::session::options::Options;
//!
//! let driver = Driver::new(Options::new(1), || false);
//! let mut output = Vec::new();
//! driver.run(protocol::find("gtp"), &b"1 name\n2 play b d3\n"[..], &mut output)?;
//! assert_eq!(output, b"=1 Obverse\n\n=2\n\n");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # The files
//!
//! [`gtp`] is the first and the largest. The others are `nboard`, `cassio`, `xboard`,
//! [`edax`], `json`, and `ugi` and `uci`, two dialects of `universal`. They share `fen` (boards in the notation of
//! chess programs), `files` (game files named by a client), `limits` (limits of a search)
//! and `text` (formats that several of them use). `log_file` records a dialogue. `terminal`, the front end for a person,
//! is built on GTP.

mod cassio;
mod driver;
pub mod edax;
mod fen;
mod files;
pub mod gtp;
mod inbox;
#[cfg(feature = "json")]
mod json;
mod limits;
mod log_file;
mod nboard;
#[cfg(feature = "terminal")]
pub mod terminal;
mod text;
mod uci;
mod ugi;
mod universal;
mod xboard;

use std::fmt;
use std::io::{self, Write};

use crate::search::report::Report;
use crate::session::{Answer, Pace, SearchFailed, Session};
pub use driver::{Driver, Parts};
pub use log_file::LogFile;

/// A protocol, with what it remembers between lines.
pub trait Protocol {
    /// Answers a line. No search is running when it is called.
    fn line(&mut self, line: &Line, session: &mut Session, output: &mut Output) -> Flow;

    /// Called when no line waits, before the driver waits for one: to write a prompt, or
    /// to start a search that no line has asked for.
    fn idle(&mut self, _: &mut Session, _: &mut Output) {}

    /// Called when the input has ended without a line that quits.
    fn input_ended(&mut self, _: &mut Session, _: &mut Output) {}

    /// How often it reports on the running search; `None` for a report only at the end.
    fn pace(&self) -> Option<Pace> {
        Some(Pace::EVERY_REPORT)
    }

    /// Writes a report of the running search. The last report comes right before
    /// [`finished`](Protocol::finished), whatever the pace, unless the search was
    /// discarded. No report comes twice.
    fn tell(&mut self, report: &Report, output: &mut Output);

    /// Answers the end of a search that a line started.
    fn finished(
        &mut self,
        answer: Result<Answer, SearchFailed>,
        session: &mut Session,
        output: &mut Output,
    );

    /// Answers a line during a search, if that line need not wait, and returns whether it
    /// did. Such a line does not stop the search.
    fn answer_during_search(&mut self, _: &Line, _: &Session, _: &mut Output) -> bool {
        false
    }

    /// Whether what comes next stops the running search: the line that waits, or, if there
    /// is none, the end of the input. A search with a bound of its own is finished.
    fn is_stopped_by(&self, _next: Option<&Line>) -> bool {
        false
    }

    /// Whether this line stops every search requested before it as soon as it is read. It
    /// is still answered in its turn.
    fn stops_searches(&self, line: &Line) -> bool;
}

/// The output of a protocol, until the driver writes it.
#[derive(Debug, Default)]
pub struct Output {
    /// For standard output: the replies to the client.
    pub replies: Vec<u8>,
    /// For standard error: only text that a client asked to be written there.
    pub remarks: Vec<u8>,
}

/// What the driver does after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Takes the next line, after the end of the search if one was started.
    Continue,
    /// The same, but the lines that wait are seen anew: the client has changed to another
    /// protocol.
    ChangeProtocol,
    /// Ends the dialogue.
    Quit,
}

/// A line of input without its line feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// All of its bytes.
    Whole(Vec<u8>),
    /// The beginning of a line that is too long to keep.
    TooLong(Vec<u8>),
}

/// The line as the log shows it: escaped, and cut off if it is long.
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
    /// The bytes that were kept.
    fn bytes(&self) -> &[u8] {
        let (Line::Whole(bytes) | Line::TooLong(bytes)) = self;
        bytes
    }

    /// Whether it has no visible character.
    fn is_blank(&self) -> bool {
        let is_unseen = |&byte: &u8| byte.is_ascii_control() || byte == b' ';
        matches!(self, Line::Whole(bytes) if bytes.iter().all(is_unseen))
    }

    /// The visible text, trimmed; `None` if the line is too long.
    fn text(&self) -> Option<String> {
        let Line::Whole(bytes) = self else {
            return None;
        };
        let text = String::from_utf8_lossy(bytes).replace('\t', " ");
        let seen: String = text.chars().filter(|c| !c.is_control()).collect();
        Some(seen.trim().to_string())
    }

    /// The bytes of the last characters of its text, which need not be UTF-8 in the name of a
    /// file.
    fn end_of_text(&self, characters: usize) -> Vec<u8> {
        let mut seen: Vec<(char, &[u8])> = Vec::new();
        for chunk in self.bytes().utf8_chunks() {
            let valid = chunk.valid().char_indices();
            seen.extend(valid.map(|(at, letter)| {
                let bytes = &chunk.valid().as_bytes()[at..];
                match letter {
                    '\t' => (' ', &b" "[..]),
                    letter => (letter, &bytes[..letter.len_utf8()]),
                }
            }));
            if !chunk.invalid().is_empty() {
                seen.push((char::REPLACEMENT_CHARACTER, chunk.invalid()));
            }
        }
        seen.retain(|(letter, _)| !letter.is_control());
        let blank = |(letter, _): &(char, &[u8])| letter.is_whitespace();
        let end = seen.iter().rposition(|letter| !blank(letter));
        let end = end.map_or(0, |last| last + 1);
        let start = end.saturating_sub(characters);
        seen[start..end]
            .iter()
            .flat_map(|(_, bytes)| *bytes)
            .copied()
            .collect()
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
    /// The name that selects it on the command line.
    pub name: &'static str,
    /// A description of one line: the programs that speak it.
    pub summary: &'static str,
    /// First lines of clients that identify the protocol; dots stand for more words.
    pub openings: &'static [&'static str],
    /// Whether a first line, without spaces around it, is one of them.
    pub is_opened_by: fn(&str) -> bool,
    /// How it is spoken.
    pub dialogue: Dialogue,
}

/// How a protocol is spoken.
pub enum Dialogue {
    /// By the driver, one line after the other. Builds the protocol, ready for the first line.
    InTurn(fn() -> Box<dyn Protocol>),
    /// By a main loop of its own, which searches several positions at once.
    Concurrent(fn(Parts, &mut dyn Write) -> io::Result<()>),
}

/// Every protocol. The first is the default: it is spoken unless the command line or the
/// first line of the client selects another.
pub static PROTOCOLS: &[Row] = &[
    gtp::ROW,
    nboard::ROW,
    ugi::ROW,
    uci::ROW,
    cassio::ROW,
    xboard::ROW,
    edax::ROW,
    #[cfg(feature = "json")]
    json::ROW,
];

/// The protocol with this name.
pub fn find(name: &str) -> Option<&'static Row> {
    PROTOCOLS.iter().find(|row| row.name == name)
}

/// The protocol that this first line selects.
fn opened_by(line: &Line) -> &'static Row {
    let text = String::from_utf8_lossy(line.bytes());
    let text = text.trim_ascii();
    let opened = PROTOCOLS.iter().find(|row| (row.is_opened_by)(text));
    opened.unwrap_or(&PROTOCOLS[0])
}

/// Whether a line begins with these words.
fn starts_with(line: &str, words: &[&str]) -> bool {
    let mut line = line.split_ascii_whitespace();
    words.iter().all(|&word| line.next() == Some(word))
}
