//! The replies to commands. Only this module formats them.

use std::fmt;

use super::Later;
use super::line::Id;
use crate::board::IllegalMove;
use crate::session::options::OptionError;

/// The result of a successful command.
#[derive(Debug)]
pub(super) enum Reply {
    /// Reply immediately with this text, which may have several lines, none of them empty.
    Say(Vec<u8>),
    /// A search was started; reply at its end.
    Later(Later),
    /// Reply, and end the dialogue.
    Quit,
}

/// Why a command failed. A command that fails changes nothing.
#[derive(Debug)]
pub(super) enum Failure {
    /// The arguments cannot be parsed.
    Syntax,
    /// The same, with the name and the arguments of the command.
    Usage(&'static str, &'static str),
    /// A fixed text, which clients may compare.
    Fixed(&'static str),
    /// The rules forbid a move.
    Illegal(IllegalMove),
    /// An option cannot be set to this value.
    Option(OptionError),
    /// A fixed text, and details.
    Because(&'static str, String),
}

impl Reply {
    /// An empty reply.
    pub(super) fn done() -> Reply {
        Reply::Say(Vec::new())
    }
}

impl<T: Into<String>> From<T> for Reply {
    fn from(text: T) -> Reply {
        Reply::Say(text.into().into_bytes())
    }
}

impl From<IllegalMove> for Failure {
    fn from(illegal: IllegalMove) -> Failure {
        Failure::Illegal(illegal)
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Failure {
        Failure::Option(error)
    }
}

impl Failure {
    /// Adds the usage of the command to a syntax error.
    pub(super) fn with_usage(self, name: &'static str, args: &'static str) -> Failure {
        match self {
            Failure::Syntax => Failure::Usage(name, args),
            other => other,
        }
    }
}

impl std::error::Error for Failure {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Syntax => f.write_str("syntax error"),
            Failure::Usage(name, "") => write!(f, "syntax error: usage: {name}"),
            Failure::Usage(name, args) => write!(f, "syntax error: usage: {name} {args}"),
            Failure::Fixed(text) => f.write_str(text),
            Failure::Illegal(illegal) => illegal.fmt(f),
            Failure::Option(error) => error.fmt(f),
            Failure::Because(text, reason) => write!(f, "{text}: {reason}"),
        }
    }
}

/// Appends the reply of a successful command.
pub(super) fn success(text: &[u8], id: Option<Id>, output: &mut Vec<u8>) {
    frame(b'=', id, text, output);
}

/// Appends the start of a reply whose lines follow later.
pub(super) fn start(id: Option<Id>, output: &mut Vec<u8>) {
    mark(b'=', id, output);
    output.push(b'\n');
}

/// Appends a line of a reply that has been started.
pub(super) fn line(text: &str, output: &mut Vec<u8>) {
    debug_assert!(!text.is_empty(), "an empty line ends a reply");
    output.extend_from_slice(text.as_bytes());
    output.push(b'\n');
}

/// Ends a reply that has been started.
pub(super) fn end(output: &mut Vec<u8>) {
    output.push(b'\n');
}

/// Appends the reply of a failed command.
pub(super) fn failure(failure: &Failure, id: Option<Id>, output: &mut Vec<u8>) {
    frame(b'?', id, failure.to_string().as_bytes(), output);
}

fn frame(mark: u8, id: Option<Id>, text: &[u8], output: &mut Vec<u8>) {
    self::mark(mark, id, output);
    let text = text.trim_ascii_end();
    debug_assert!(
        !text.windows(2).any(|pair| pair == b"\n\n"),
        "an empty line ends a reply"
    );
    if !text.is_empty() {
        output.push(b' ');
        output.extend_from_slice(text);
    }
    output.extend_from_slice(b"\n\n");
}

fn mark(mark: u8, id: Option<Id>, output: &mut Vec<u8>) {
    output.push(mark);
    if let Some(id) = id {
        output.extend_from_slice(id.to_string().as_bytes());
    }
}
