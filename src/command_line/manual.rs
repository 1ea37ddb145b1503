//! The manual page, in roff.

use super::launch::{DESCRIPTION, EXIT_STATUSES};
use crate::eval::EVALUATORS;
use crate::flags::{Description, FlagDescription};
use crate::protocol::PROTOCOLS;
use crate::search::ALGORITHMS;
use crate::text::{sentence, wrap};
use crate::tools::Row;
use crate::version::{NAME, VERSION};

/// The date that every manual page must have: that of its last major change.
const DATE: &str = "2026-11-26";

/// The page for this command line and these tools.
pub(super) fn write(program: &Description, tools: &[&Row]) -> String {
    let mut page = format!(".TH OBVERSE 1 {DATE} \"{NAME} {VERSION}\" \"User Commands\"\n");
    page += ".SH NAME\nobverse \\- Othello engine that speaks text protocols\n";
    page += ".SH SYNOPSIS\n";
    page += &synopsis(program);
    page += ".SH DESCRIPTION\n";
    page += &paragraphs(DESCRIPTION);
    page += ".SH PROTOCOLS\n";
    page.extend(PROTOCOLS.iter().map(|row| entry(row.name, row.summary)));
    for (title, flags) in &program.groups {
        page += &format!(".SH {}\n", quoted(&title.to_uppercase()));
        page.extend(flags.iter().map(flag));
    }
    page += ".SH TOOLS\n";
    page.extend(tools.iter().map(|row| tool(row)));
    page += ".SH ALGORITHMS\n";
    page.extend(ALGORITHMS.iter().map(|row| entry(row.name, row.summary)));
    page += ".SH EVALUATORS\n";
    page.extend(EVALUATORS.iter().map(|row| entry(row.name, row.summary)));
    page += ".SH EXIT STATUS\n";
    page.extend(
        EXIT_STATUSES
            .iter()
            .map(|(status, meaning)| entry(&status.to_string(), meaning)),
    );
    page += ".SH ENVIRONMENT\n";
    page += &entry(
        "RUST_LOG",
        "obverse=debug logs every line of input and output to standard error.",
    );
    page += &entry(
        "OBVERSE_CPU",
        "The CPU level, unless `--cpu` demands another.",
    );
    page += &entry(
        "XDG_CONFIG_HOME",
        "The folder whose file obverse/config.toml is read at a terminal; see `--config`.",
    );
    page
}

fn tool(row: &Row) -> String {
    let mut text = format!(".SS {}\n", quoted(row.name));
    let descriptions = row.descriptions();
    text.extend(descriptions.iter().map(synopsis));
    text += ".PP\n";
    text += &paragraphs(&sentence(row.summary));
    if !row.details.is_empty() {
        text += ".PP\n";
        text += &paragraphs(row.details);
    }
    for description in &descriptions {
        let operands = description.operands.iter();
        text.extend(operands.map(|operand| entry(operand.name, operand.summary)));
        text.extend(description.flags().map(flag));
    }
    if !row.exit_statuses.is_empty() {
        let meanings = row.exit_statuses.iter();
        let meanings = meanings.map(|(status, meaning)| format!("{status} {meaning}"));
        text += ".PP\n";
        text += &paragraphs(&format!(
            "Exit status: {}.",
            meanings.collect::<Vec<_>>().join("; ")
        ));
    }
    text
}

fn synopsis(description: &Description) -> String {
    let lines: Vec<String> = description
        .usage_lines()
        .map(|line| escaped(&line))
        .collect();
    // Each form stays on a line of its own.
    format!(".nf\n{}\n.fi\n", lines.join("\n"))
}

fn flag(flag: &FlagDescription) -> String {
    let facts = flag.kind.values().into_iter();
    let default = flag.default.iter().map(|value| format!("default: {value}"));
    let facts: Vec<String> = facts.chain(default).collect();
    let mut text = entry(&flag.usage(), &sentence(flag.summary));
    if !facts.is_empty() {
        text += &paragraphs(&format!("({})", facts.join("; ")));
    }
    if !flag.details.is_empty() {
        text += ".IP\n";
        text += &paragraphs(flag.details).replace(".PP\n", ".IP\n");
    }
    text
}

/// A term with its meaning below it.
fn entry(term: &str, meaning: &str) -> String {
    format!(".TP\n\\fB{}\\fR\n{}", escaped(term), paragraphs(meaning))
}

/// Lines of text, none of which starts like a request.
fn paragraphs(text: &str) -> String {
    let lines = wrap(&escaped(text), 0);
    let lines = lines.lines().map(|line| match line {
        "" => ".PP\n".to_string(),
        _ if line.starts_with('.') => format!("\\&{line}\n"),
        _ => format!("{line}\n"),
    });
    lines.collect()
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// The text with everything escaped that roff would interpret, and with text between
/// backticks in bold.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    let mut is_bold = false;
    for letter in text.chars() {
        match letter {
            '\\' => escaped += "\\e",
            '-' => escaped += "\\-",
            '\'' => escaped += "\\(aq",
            '"' => escaped += "\\(dq",
            '`' => {
                is_bold = !is_bold;
                escaped += if is_bold { "\\fB" } else { "\\fR" };
            }
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_taken_for_roff() {
        assert_eq!(
            paragraphs(".x --y 'z' \\ `b`\n\nc"),
            "\\&.x \\-\\-y \\(aqz\\(aq \\e \\fBb\\fR\n.PP\nc\n"
        );
    }
}
