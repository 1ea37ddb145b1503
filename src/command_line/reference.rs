//! The reference of the command line, in Markdown, for the documents.

use super::launch::EXIT_STATUSES;
use super::program::{describe, describe_option, tools};
use crate::flags::{Description, FlagDescription, Kind};
use crate::protocol::edax::settings::{GROUPS, Settings};
use crate::session::options::{OPTIONS, Options};
use crate::text::sentence;
use crate::tools::Row;

/// One entry of the reference.
pub struct Entry {
    /// `program`, `option`, `console` or `tool`.
    pub chapter: &'static str,
    /// The heading: the name of the option or of the tool, or `obverse`.
    pub name: &'static str,
    /// The text below the heading.
    pub markdown: String,
}

/// The program, then every option, then Edax's options, then every tool, in the order of
/// the tables.
pub fn reference() -> Vec<Entry> {
    let program = describe();
    let mut markdown = usage(&[&program]);
    markdown += &arguments(&program);
    markdown += &exit_statuses(EXIT_STATUSES);
    let mut entries = vec![Entry {
        chapter: "program",
        name: "obverse",
        markdown,
    }];
    entries.extend(OPTIONS.iter().map(|row| Entry {
        chapter: "option",
        name: row.name,
        markdown: option(&describe_option(row)),
    }));
    let mut settings = Settings::new(&Options::new(0));
    let groups = GROUPS.iter().map(|group| {
        let flags = group.flags.iter();
        (
            group.title,
            flags.map(|flag| flag.describe(&mut settings)).collect(),
        )
    });
    entries.push(Entry {
        chapter: "console",
        name: "edax",
        markdown: flag_tables(&groups.collect::<Vec<_>>()),
    });
    entries.extend(tools().map(|row| Entry {
        chapter: "tool",
        name: row.name,
        markdown: tool(row),
    }));
    entries
}

fn option(row: &FlagDescription) -> String {
    let mut text = paragraphs(&[&sentence(row.summary), row.details]);
    text += &format!("\n- Values: {}\n", values(&row.kind));
    text.extend(
        row.default
            .iter()
            .map(|default| format!("- Default: `{default}`\n")),
    );
    text + &format!("- On the command line: `{}`\n", row.usage())
}

fn tool(row: &Row) -> String {
    let descriptions = row.descriptions();
    let mut text = usage(&descriptions.iter().collect::<Vec<_>>());
    text += &paragraphs(&[&sentence(row.summary), row.details]);
    for description in &descriptions {
        text += &arguments(description);
    }
    text + &exit_statuses(row.exit_statuses)
}

fn usage(descriptions: &[&Description]) -> String {
    let mut text = "```text\n".to_string();
    for description in descriptions {
        for line in description.usage_lines() {
            text += &format!("{line}\n");
        }
    }
    text + "```\n\n"
}

/// The tables of operands and of each group of flags.
fn arguments(description: &Description) -> String {
    let mut text = String::new();
    if !description.operands.is_empty() {
        text += &format!(
            "\n| argument of `{}` | meaning |\n|---|---|\n",
            description.command
        );
        for operand in &description.operands {
            let values = operand.kind.values().map(|values| format!(" ({values})"));
            let summary = format!("{}{}", operand.summary, values.unwrap_or_default());
            text += &format!("| `{}` | {} |\n", operand.name, cell(&summary));
        }
    }
    text + &flag_tables(&description.groups)
}

fn flag_tables(groups: &[(&str, Vec<FlagDescription>)]) -> String {
    let mut text = String::new();
    for (title, flags) in groups {
        text += &format!(
            "\n| {} | values | default | meaning |\n|---|---|---|---|\n",
            cell(title)
        );
        text.extend(flags.iter().map(row));
    }
    text
}

fn row(flag: &FlagDescription) -> String {
    let spellings = flag.names.iter().map(|name| {
        let usage = format!("{name} {}", flag.variable);
        format!("`{}`", cell(usage.trim_end()))
    });
    let default = flag
        .default
        .as_deref()
        .map(|default| format!("`{default}`"));
    let meaning = match flag.details {
        "" => flag.summary.to_string(),
        details => format!("{}. {details}", flag.summary),
    };
    format!(
        "| {} | {} | {} | {} |\n",
        spellings.collect::<Vec<_>>().join(", "),
        cell(&flag.kind.values().unwrap_or_default()),
        default.unwrap_or_default(),
        cell(&meaning)
    )
}

fn exit_statuses(statuses: &[(u8, &str)]) -> String {
    let mut text = "\n| exit status | meaning |\n|--:|---|\n".to_string();
    text.extend(
        statuses
            .iter()
            .map(|(status, meaning)| format!("| {status} | {meaning} |\n")),
    );
    text
}

fn values(kind: &Kind) -> String {
    kind.to_string()
}

fn paragraphs(texts: &[&str]) -> String {
    let texts: Vec<&str> = texts
        .iter()
        .copied()
        .filter(|text| !text.is_empty())
        .collect();
    texts.join("\n\n") + "\n"
}

/// The text in one cell of a table.
fn cell(text: &str) -> String {
    text.replace("\n\n", " ").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_well_formed() {
        for entry in reference() {
            assert!(entry.markdown.ends_with('\n'), "{}", entry.name);
            let mut columns = None;
            for line in entry.markdown.lines() {
                let cells = line.replace("\\|", "").matches('|').count();
                let is_row = line.starts_with('|');
                assert!(
                    !is_row || columns.is_none_or(|columns| columns == cells),
                    "{line}"
                );
                columns = is_row.then_some(cells);
            }
        }
    }
}
