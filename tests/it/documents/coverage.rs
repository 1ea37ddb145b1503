//! Every row of a table is described in a document, and nothing else is.

use std::collections::BTreeSet;

use obverse::command_line;
use obverse::eval::EVALUATORS;
use obverse::formats::FORMATS;
use obverse::protocol::PROTOCOLS;
use obverse::protocol::gtp::COMMANDS;
use obverse::protocol::terminal::SHORT_FORMS;
use obverse::search::ALGORITHMS;
use obverse::session::options::OPTIONS;

use crate::support::bless::BLESS;
use crate::support::markdown::{all, read};

/// The name and the summary of a row.
type Named = (&'static str, &'static str);

macro_rules! named {
    ($table:expr, $summary:ident) => {
        $table.iter().map(|row| (row.name, row.$summary)).collect()
    };
}

/// Each table with the names and summaries of its rows.
fn tables() -> Vec<(&'static str, Vec<Named>)> {
    vec![
        ("command", named!(COMMANDS, summary)),
        ("option", named!(OPTIONS, summary)),
        ("algorithm", named!(ALGORITHMS, summary)),
        ("evaluator", named!(EVALUATORS, summary)),
        ("protocol", named!(PROTOCOLS, summary)),
        (
            "tool",
            command_line::tools()
                .map(|row| (row.name, row.summary))
                .collect(),
        ),
        ("format", named!(FORMATS, summary)),
        ("short form", named!(SHORT_FORMS, summary)),
    ]
}

/// The names in a table, in its order.
fn names(table: &str) -> Vec<&'static str> {
    let tables = tables();
    let found = tables.iter().find(|(name, _)| *name == table);
    let (_, rows) = found.expect("the table exists");
    rows.iter().map(|row| row.0).collect()
}

/// Which tables each document describes, with a heading for each row. Commands are in
/// generated tables, and have a heading only if more has to be said about them.
const DESCRIPTIONS: &[(&str, &[&str])] = &[
    ("protocol.md", &["protocol"]),
    ("docs/options.md", &["option"]),
    ("docs/algorithms.md", &["algorithm"]),
    ("docs/evaluators.md", &["evaluator"]),
    ("docs/formats.md", &["format"]),
];

#[test]
fn every_row_has_its_heading_and_every_heading_its_row() {
    for &(document, tables) in DESCRIPTIONS {
        let text = read(document);
        let headings = headings(&text);
        let described: BTreeSet<&str> = headings.iter().copied().filter(is_name).collect();
        let expected: BTreeSet<&str> = tables.iter().flat_map(|table| names(table)).collect();
        let missing: Vec<_> = expected.difference(&described).collect();
        assert!(
            missing.is_empty(),
            "{document}: no heading for {missing:?}; {BLESS} writes those of options"
        );
        let unknown: Vec<_> = described
            .difference(&expected)
            .filter(|name| !names("command").contains(name))
            .collect();
        assert!(unknown.is_empty(), "{document}: there is no {unknown:?}");
    }
}

/// The sections below a table are in the order of the table.
#[test]
fn commands_are_described_in_the_order_of_their_table() {
    let text = read("protocol.md");
    let headings = headings(&text);
    let place = |heading: &&str| names("command").iter().position(|name| name == heading);
    let places: Vec<usize> = headings.iter().filter_map(place).collect();
    assert!(places.len() > 20 && places.is_sorted(), "{places:?}");
}

#[test]
fn every_tool_has_a_page_and_every_page_a_tool() {
    let mut pages: Vec<String> = names("tool")
        .iter()
        .map(|name| format!("docs/tools/{name}.md"))
        .collect();
    for (name, page) in names("tool").iter().zip(&pages) {
        assert!(read(page).starts_with(&format!("# {name}\n")), "{page}");
    }
    let found: Vec<String> = all()
        .into_iter()
        .filter(|document| document.starts_with("docs/tools/"))
        .collect();
    pages.sort();
    assert_eq!(found, pages);
}

#[test]
fn tables_keep_their_form() {
    for (table, rows) in tables() {
        let mut seen = BTreeSet::new();
        for (name, summary) in rows {
            assert!(is_name(&name), "{table} {name:?}");
            assert!(
                !summary.is_empty() && summary.trim() == summary && !summary.contains('\n'),
                "{table} {name}: {summary:?}"
            );
            assert!(!summary.ends_with('.'), "{table} {name}: {summary:?}");
            assert!(seen.insert(name), "{table} {name} stands twice");
        }
    }
}

/// Tools and protocols are both chosen by the first word of the command line.
#[test]
fn no_tool_hides_a_protocol() {
    let protocols = names("protocol");
    for tool in names("tool") {
        assert!(!protocols.contains(&tool), "{tool}");
    }
}

/// Whether a heading is the name of a row instead of a title.
fn is_name(title: &&str) -> bool {
    let is_plain = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '_' | '-');
    !title.is_empty() && title.chars().all(is_plain)
}

/// All headings except the title of the document.
fn headings(text: &str) -> Vec<&str> {
    let mut is_fenced = false;
    let titles = text.lines().filter_map(|line| {
        is_fenced ^= line.starts_with("```");
        let title = line.strip_prefix("##").filter(|_| !is_fenced)?;
        Some(title.trim_start_matches('#').trim().trim_matches('`'))
    });
    titles.collect()
}
