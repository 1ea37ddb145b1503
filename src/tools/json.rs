//! JSON lines: one record per line, with its fields in a fixed order.
//!
//! Letters that could command a terminal are escaped, more of them than JSON demands.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use crate::text::is_command;

/// A record as a line, without the line break.
pub(super) fn line(record: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, PlainLine);
    let written = record.serialize(&mut serializer);
    written.expect("records hold only plain values");
    String::from_utf8(bytes).expect("the formatter writes text")
}

/// Writes everything on one line, without blanks.
struct PlainLine;

impl Formatter for PlainLine {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(place) = rest.find(is_command) {
            let (before, after) = rest.split_at(place);
            writer.write_all(before.as_bytes())?;
            let mut letters = after.chars();
            for unit in letters.next().into_iter().flat_map(utf16) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = letters.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}

fn utf16(letter: char) -> Vec<u16> {
    letter.encode_utf16(&mut [0; 2]).to_vec()
}

/// The last line of a list: `{"total":...}`.
pub(super) fn total_line(total: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Line<T> {
        total: T,
    }
    line(&Line { total })
}

/// Seconds, to the microsecond.
pub(super) fn seconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}
