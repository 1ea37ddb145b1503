//! The lines of a text that is too large for the memory, or is no text at all.

use std::io::{self, BufRead, BufReader, Read};

/// The length of the longest line in bytes. In no format are lines that long, so what has none
/// shorter is not a text.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// Reads a text line by line.
pub(crate) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    number: usize,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(input: R) -> Lines<R> {
        Lines {
            input: BufReader::new(input),
            line: Vec::new(),
            number: 0,
        }
    }

    /// The next line with its line feed, which only the last line may lack; `None` at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.number += 1;
        self.line.clear();
        let longest = LONGEST_LINE as u64 + 1;
        let mut input = self.input.by_ref().take(longest);
        let length = input.read_until(b'\n', &mut self.line)?;
        if length > LONGEST_LINE {
            let problem = format!("longer than {LONGEST_LINE} bytes");
            return Err(io::Error::other(problem));
        }
        Ok((length > 0).then_some(&self.line))
    }

    /// The number of the last line, from 1.
    pub(crate) fn number(&self) -> usize {
        self.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_line_ends() {
        let start: &[u8] = b"a\n";
        let mut lines = Lines::new(start.chain(io::repeat(0)));
        assert_eq!(lines.next().expect("a line"), Some(&b"a\n"[..]));
        let problem = lines.next().expect_err("it never ends").to_string();
        assert_eq!(problem, "longer than 1048576 bytes");
        assert_eq!(lines.number(), 2);
    }

    #[test]
    fn the_last_line_may_lack_its_end() {
        let mut lines = Lines::new(&b"\nb"[..]);
        assert_eq!(lines.next().expect("a line"), Some(&b"\n"[..]));
        assert_eq!(lines.next().expect("a line"), Some(&b"b"[..]));
        assert_eq!(lines.next().expect("the end"), None);
    }
}
