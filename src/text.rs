//! Wraps text into lines that fit on a terminal.

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
}
