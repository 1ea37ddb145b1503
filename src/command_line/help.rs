//! The help that `-h` and `--help` print.
//!
//! ```
//! use obverse::command_line::{Length, help};
//!
//! assert!(help::program(Length::Short).contains("\nUsage: obverse "));
//! ```

use super::launch::{DESCRIPTION, EXIT_STATUSES};
use super::parse::Length;
use super::program::{describe, tools};
use crate::eval::EVALUATORS;
use crate::flags::{Description, FlagDescription};
use crate::protocol::PROTOCOLS;
use crate::search;
use crate::text::{NO_BREAK, entry, sentence, wrap};
use crate::tools::Row;

/// The help of the program.
pub fn program(length: Length) -> String {
    let description = describe();
    let mut text = format!("Obverse, an Othello engine.\n\n{}\n", usage([&description]));
    text += &wrap(DESCRIPTION, 0);
    text += "Try:\n\n  $ printf 'genmove black\\nshowboard\\n' | obverse\n";
    let protocols = PROTOCOLS.iter().map(|row| (row.name, row.summary));
    section(&mut text, "Protocols", protocols);
    section(
        &mut text,
        "Tools",
        tools().map(|row| (row.name, row.summary)),
    );
    text += "\n  obverse TOOL --help explains a tool.\n";
    for (title, flags) in &description.groups {
        text += &flags_of(title, flags, length);
    }
    let algorithms = search::all().into_iter().map(|row| (row.name, row.summary));
    section(&mut text, "Algorithms", algorithms);
    let evaluators = EVALUATORS.iter().map(|row| (row.name, row.summary));
    section(&mut text, "Evaluators", evaluators);
    text + &exit_statuses(EXIT_STATUSES)
}

/// The help of a tool.
pub fn tool(row: &Row, length: Length) -> String {
    let descriptions = row.descriptions();
    let mut text = usage(&descriptions);
    text += "\n";
    text += &wrap(&sentence(row.summary), 0);
    if !row.details.is_empty() {
        text += "\n";
        text += &wrap(row.details, 0);
    }
    for description in &descriptions {
        text += &arguments(description, length);
    }
    text + &exit_statuses(row.exit_statuses)
}

fn usage<'a>(descriptions: impl IntoIterator<Item = &'a Description>) -> String {
    let lines = descriptions.into_iter().flat_map(Description::usage_lines);
    let lines: Vec<String> = lines.collect();
    format!("Usage: {}\n", lines.join("\n       "))
}

fn arguments(description: &Description, length: Length) -> String {
    let mut text = String::new();
    let operands = description.operands.iter().map(|operand| {
        let values = operand.kind.values().map(|values| format!(" [{values}]"));
        let summary = format!("{}{}", operand.summary, values.unwrap_or_default());
        (operand.name, summary)
    });
    let title = format!("Arguments of {}", description.command);
    section(&mut text, &title, operands);
    for (title, flags) in &description.groups {
        text += &flags_of(title, flags, length);
    }
    text
}

fn section<M: AsRef<str>>(
    text: &mut String,
    title: &str,
    rows: impl Iterator<Item = (&'static str, M)>,
) {
    let mut rows = rows.peekable();
    if rows.peek().is_some() {
        *text += &format!("\n{title}:\n");
        text.extend(rows.map(|(name, summary)| entry(name, summary.as_ref())));
    }
}

fn flags_of(title: &str, flags: &[FlagDescription], length: Length) -> String {
    const INDENT: usize = 10;
    let mut text = format!("\n{title}:\n");
    for flag in flags {
        let default = flag
            .default
            .iter()
            .map(|value| format!("default:{NO_BREAK}{value}"));
        match length {
            Length::Short => {
                let facts: Vec<String> = default.collect();
                text += &entry(&flag.usage(), &with(flag.summary, &facts));
            }
            Length::Long => {
                let facts: Vec<String> = flag.kind.values().into_iter().chain(default).collect();
                text += &format!("  {}\n", flag.usage());
                text += &wrap(&with(flag.summary, &facts), INDENT);
                if !flag.details.is_empty() {
                    text += "\n";
                    text += &wrap(flag.details, INDENT);
                }
                text += "\n";
            }
        }
    }
    // The blank line after the last flag precedes the next section already.
    match length {
        Length::Short => text,
        Length::Long => format!("{}\n", text.trim_end()),
    }
}

/// The summary, followed by facts in brackets.
fn with(summary: &str, facts: &[String]) -> String {
    match facts.is_empty() {
        true => summary.to_string(),
        false => format!("{summary} [{}]", facts.join("; ")),
    }
}

fn exit_statuses(statuses: &[(u8, &str)]) -> String {
    let mut text = String::new();
    if !statuses.is_empty() {
        text += "\nExit status:\n";
        let lines = statuses
            .iter()
            .map(|(status, meaning)| entry(&status.to_string(), meaning));
        text.extend(lines);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_fits_on_a_terminal() {
        let mut texts = vec![program(Length::Short), program(Length::Long)];
        for row in tools() {
            texts.push(tool(row, Length::Short));
            texts.push(tool(row, Length::Long));
        }
        for line in texts.iter().flat_map(|text| text.lines()) {
            // Usage lines are not wrapped.
            let is_wrapped = !line.contains("obverse ");
            assert!(!is_wrapped || line.chars().count() <= 80, "{line}");
            assert_eq!(line.trim_end(), line);
        }
    }

    /// The default in the help is read from the code that uses it.
    #[test]
    fn help_states_the_default_that_counts() {
        let row = tools()
            .find(|row| row.name == "solve")
            .expect("it is a tool");
        let text = tool(row, Length::Short);
        assert!(text.contains("default: 128]"), "{text}");
        let row = tools()
            .find(|row| row.name == "analyze")
            .expect("it is a tool");
        let text = tool(row, Length::Long);
        assert!(
            text.contains("search at this level [0 to 30; default: 14]"),
            "{text}"
        );
    }

    #[cfg(feature = "terminal")]
    #[test]
    fn help_states_the_defaults_at_a_terminal() {
        let text = program(Length::Short).replace("\n                      ", " ");
        assert!(
            text.contains("[default: first, or random at a terminal]"),
            "{text}"
        );
        assert!(
            text.contains("[default: off, or on at a terminal]"),
            "{text}"
        );
    }
}
