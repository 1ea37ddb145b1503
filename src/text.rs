//! Text for people: lines that fit on a terminal, and that do not command it.

use std::borrow::Cow;
use std::io::{self, Write};

/// The maximum length of a line in characters.
const WIDTH: usize = 80;

/// A blank at which a line is never broken.
pub(crate) const NO_BREAK: char = '\u{a0}';

/// Wraps the paragraphs of a text and indents them by `indent` blanks. Empty lines
/// separate paragraphs; the result ends with a line feed.
pub(crate) fn wrap(text: &str, indent: usize) -> String {
    let paragraphs = text.split("\n\n").map(|paragraph| fill(paragraph, indent));
    let text = paragraphs.collect::<Vec<_>>().join("\n");
    text.replace(NO_BREAK, " ")
}

fn fill(paragraph: &str, indent: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in paragraph.split(' ') {
        let width = word.chars().count();
        if column > 0 && column + 1 + width <= WIDTH {
            text.push(' ');
            column += 1 + width;
        } else {
            text += if column > 0 { "\n" } else { "" };
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent + width;
        }
        text += word;
    }
    text + "\n"
}

/// Writes a line about a problem to standard error.
pub fn complain(problem: &str) -> io::Result<()> {
    writeln!(io::stderr(), "obverse: {}", plain(problem))
}

/// Whether a letter could command a terminal, or change the direction of the text around it.
pub(crate) fn is_command(letter: char) -> bool {
    let turns_text = matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    letter.is_control() || turns_text
}

/// A text from elsewhere, such as a name in a file, on one line, with `�` in place of
/// letters that are [commands](is_command).
pub fn plain(text: &str) -> Cow<'_, str> {
    match text.contains(is_command) {
        true => text.replace(is_command, "\u{fffd}").into(),
        false => text.into(),
    }
}

/// The same for a text of several lines.
pub(crate) fn plain_lines(text: &str) -> Cow<'_, str> {
    let is_command = |letter| letter != '\n' && is_command(letter);
    match text.contains(is_command) {
        true => text.replace(is_command, "\u{fffd}").into(),
        false => text.into(),
    }
}

/// Passes on texts of several lines as [`plain_lines`]. Each of them is written as a whole, as
/// `write!` does it.
pub(crate) struct PlainWriter<W>(pub(crate) W);

impl<W: Write> Write for PlainWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(plain_lines(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The text as a sentence, with a capital letter and a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}

/// A term and its meaning, which starts in the second column: of the same line, or of the
/// next one if the term is too long.
pub(crate) fn entry(term: &str, meaning: &str) -> String {
    const COLUMN: usize = 22;
    let text = wrap(meaning, COLUMN);
    match term.chars().count() + 4 <= COLUMN {
        true => format!("  {term:width$}{}", text.trim_start(), width = COLUMN - 2),
        false => format!("  {term}\n{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped_and_indented() {
        let text = wrap(&format!("{}c\n\nd", "ab ".repeat(30)), 4);
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert!(
            text.lines()
                .all(|line| line.is_empty() || line.starts_with("    "))
        );
        assert!(text.ends_with("c\n\n    d\n"), "{text}");
        assert_eq!(entry("--x", "y"), "  --x                 y\n");
        let long = "--long-name-of-a-flag N";
        assert_eq!(entry(long, "y"), format!("  {long}\n{:22}y\n", ""));
    }

    #[test]
    fn a_plain_text_commands_nothing() {
        assert_eq!(plain("Jörg 花子"), "Jörg 花子");
        assert_eq!(
            plain("a\u{1b}[2Jb\u{9b}c\u{7f}\n\u{202e}d"),
            "a\u{fffd}[2Jb\u{fffd}c\u{fffd}\u{fffd}\u{fffd}d"
        );
        assert_eq!(plain_lines("a\r\nb"), "a\u{fffd}\nb");
        let mut written = PlainWriter(Vec::new());
        let escape = '\u{1b}';
        writeln!(written, "é{escape}").expect("memory takes everything");
        assert_eq!(written.0, "é\u{fffd}\n".as_bytes());
    }
}
