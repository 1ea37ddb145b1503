//! Reads the trees of a file one by one.
//!
//! A broken tree is skipped up to its end. If a bracket is missing, the end is unknown: then
//! this tree and all trees after it end at the next line that looks like the start of a game.

use super::read;
use super::scan::MainLine;
use crate::formats::error::{ErrorAt, LineCounter};
use crate::formats::{GameRecord, ReadError, Rows};

/// The properties with which programs start a game, but not a variation.
const FIRST_PROPERTIES: [&[u8]; 7] = [b"FF", b"GM", b"SZ", b"CA", b"AP", b"PB", b"PW"];

/// Iterates over the games of a file.
pub(super) struct Games<'a> {
    file: &'a [u8],
    rows: Rows,
    lines: LineCounter<'a>,
    /// Where to look for the next game.
    next: usize,
    is_first: bool,
    /// After a missing bracket, the next tree ends here at the latest.
    limit: Option<usize>,
}

impl<'a> Games<'a> {
    pub(super) fn new(file: &'a [u8], rows: Rows) -> Games<'a> {
        Games {
            file,
            rows,
            lines: LineCounter::new(file),
            next: 0,
            is_first: true,
            limit: None,
        }
    }

    fn next_game(&mut self) -> Result<Option<GameRecord>, ErrorAt> {
        let is_first = std::mem::take(&mut self.is_first);
        let line = match MainLine::new(self.file, self.next) {
            Ok(line) => line,
            Err(error) if is_first => return Err(error),
            Err(_) => return Ok(None),
        };
        let start = line.offset();
        self.lines.advance(start);
        if self.limit.is_some_and(|limit| limit <= start) {
            self.limit = Some(next_start(self.file, start + 1));
        }
        let end = self.limit.unwrap_or(self.file.len());
        match line.clone().until(end).end_of_tree() {
            Some(end) => self.next = end,
            None => self.end_at_next_start(start, end),
        }
        let game = read::read(line.until(self.next), self.rows);
        if game.is_err() {
            self.end_at_next_start(start, self.next);
        }
        game.map(Some)
    }

    /// Ends a tree at the next line that looks like the start of a game: if a bracket is
    /// missing, the tree seems to include the games after it.
    fn end_at_next_start(&mut self, start: usize, end: usize) {
        self.next = next_start(&self.file[..end], start + 1);
        if self.next < end || end == self.file.len() {
            self.limit = Some(self.next);
        }
    }
}

impl Iterator for Games<'_> {
    type Item = Result<GameRecord, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.next_game();
        game.map_err(|error| self.lines.locate(error)).transpose()
    }
}

/// The next line that looks like the start of a game, or the end of the file.
fn next_start(file: &[u8], from: usize) -> usize {
    let starts_game = |&index: &usize| {
        let rest = file[index..].strip_prefix(b"(;");
        let is_first_of_line = file[index - 1] == b'\n';
        is_first_of_line
            && rest.is_some_and(|rest| {
                let rest = rest.trim_ascii_start();
                FIRST_PROPERTIES.iter().any(|name| rest.starts_with(name))
            })
    };
    (from.max(1)..file.len())
        .find(starts_game)
        .unwrap_or(file.len())
}

/// Whether a file looks like SGF.
pub(super) fn recognises(file: &[u8]) -> bool {
    let rest = file.trim_ascii_start().strip_prefix(b"(");
    rest.is_some_and(|rest| matches!(rest.trim_ascii_start().first(), Some(b';' | b'(')))
}
