//! What `-h` and `--help` print.

use super::launch::{EXIT_STATUSES, GROUPS, Launch};
use super::paragraphs::{NO_BREAK, entry, wrap};
use super::parse::Length;
use super::tools;
use crate::eval::EVALUATORS;
use crate::flags::{Description, FlagDescription};
use crate::protocol::PROTOCOLS;
use crate::search::ALGORITHMS;
use crate::session::options::{self, OPTIONS};
use crate::tools::Row;

const INTRODUCTION: &str = "\
Obverse, an Othello engine.

Usage: obverse [--weights FILE] [PROTOCOL] [FLAG ...] [--OPTION VALUE ...]
       obverse [--weights FILE] TOOL [ARGUMENT ...]

Without arguments it speaks GTP on standard input and output, or the protocol
that the first line selects; at a terminal it shows a board and understands
short commands, which `help` there lists. Try:

  $ printf 'genmove black\\nshowboard\\n' | obverse
";

/// The help of the program.
pub fn program(length: Length) -> String {
    let mut text = INTRODUCTION.to_string();
    section(
        &mut text,
        "Protocols",
        PROTOCOLS.iter().map(|row| (row.name, row.summary)),
    );
    section(
        &mut text,
        "Tools",
        tools().map(|row| (row.name, row.summary)),
    );
    text += "\n  obverse TOOL --help says more about a tool.\n";
    let start = Launch::new(0);
    for group in GROUPS {
        let flags = group.flags.iter().map(|flag| flag.describe(&start));
        text += &flags_of(group.title, flags, length);
    }
    let options = OPTIONS.iter().map(|row| describe_option(row));
    text += &flags_of(
        "Options of the engine, also set in a dialogue",
        options,
        length,
    );
    section(
        &mut text,
        "Algorithms",
        ALGORITHMS.iter().map(|row| (row.name, row.summary)),
    );
    section(
        &mut text,
        "Evaluators",
        EVALUATORS.iter().map(|row| (row.name, row.summary)),
    );
    text + &exit_statuses(EXIT_STATUSES)
}

/// The help of a tool.
pub fn tool(row: &Row, length: Length) -> String {
    let descriptions = row.descriptions();
    let mut text = usage(&descriptions);
    text += "\n";
    text += &wrap(&format!("{}.", capitalized(row.summary)), 0);
    if !row.details.is_empty() {
        text += "\n";
        text += &wrap(row.details, 0);
    }
    for description in descriptions {
        text += &arguments(description, length);
    }
    text + &exit_statuses(row.exit_statuses)
}

/// An option as a flag of the command line.
pub(super) fn describe_option(row: &options::Row) -> FlagDescription {
    FlagDescription {
        names: vec![format!("--{}", row.name.replace('_', "-"))],
        variable: row.variable,
        summary: row.summary,
        details: row.details,
        kind: row.kind(),
        default: Some(row.default()),
    }
}

fn usage(descriptions: &[Description]) -> String {
    let lines = descriptions.iter().flat_map(|description| {
        let usage = description.usage.iter();
        usage.map(|arguments| format!("obverse {} {arguments}\n", description.command))
    });
    let text: Vec<String> = lines.collect();
    format!("Usage: {}", text.join("       "))
}

fn arguments(description: Description, length: Length) -> String {
    let mut text = String::new();
    let operands = description.operands.iter().map(|operand| {
        let values = operand.kind.values().map(|values| format!(" [{values}]"));
        let summary = format!("{}{}", operand.summary, values.unwrap_or_default());
        (operand.name, summary)
    });
    let title = format!("Arguments of {}", description.command);
    section(&mut text, &title, operands);
    for (title, flags) in description.groups {
        text += &flags_of(title, flags.into_iter(), length);
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

fn flags_of(title: &str, flags: impl Iterator<Item = FlagDescription>, length: Length) -> String {
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
    // The blank line after the last flag is that before the next section.
    match length {
        Length::Short => text,
        Length::Long => format!("{}\n", text.trim_end()),
    }
}

/// The text with a capital letter at its beginning, as a sentence.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The summary, with facts in brackets behind it.
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

    /// A default is read from where it is used.
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
}
