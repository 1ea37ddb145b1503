//! The documents tell the truth: what they show is done, and what there is,
//! they name.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;

use obverse::eval::EVALUATORS;
use obverse::formats::FORMATS;
use obverse::protocol::PROTOCOLS;
use obverse::protocol::driver::Driver;
use obverse::protocol::gtp::COMMANDS;
use obverse::protocol::terminal::{self, SHORT_FORMS};
use obverse::search::ALGORITHMS;
use obverse::session::options::{OPTIONS, Options};
use obverse::tools::TOOLS;

use crate::support::engine::fixed_options;
use crate::support::folder::TempFolder;
use crate::support::markdown::{blocks, exists, read};
use crate::support::transcript::{self, Transcript};

/// A contract without sessions would pass every test on them.
const FEWEST_SESSIONS: usize = 80;

/// In the documents this name stands for a file that a test may write.
const SCRATCH_FILE: &str = "game.sgf";

#[test]
fn every_session_of_the_contract_is_true() {
    let count = run_sessions("protocol.md", fixed_options);
    assert!(count >= FEWEST_SESSIONS, "only {count} sessions");
}

#[test]
fn every_session_of_the_readme_is_true() {
    if exists("README.md") {
        run_sessions("README.md", || Options::new(1));
    }
}

#[test]
fn every_row_of_the_tables_has_its_heading() {
    let text = read("protocol.md");
    let headings: BTreeSet<&str> = headings(&text).map(|(_, heading)| heading).collect();
    // Short forms have a table of their own; some have the names of commands.
    let described = rows().into_iter().filter(|row| row.0 != "short form");
    for (table, name, _) in described {
        assert!(headings.contains(name), "no heading for {table} {name}");
    }
}

#[test]
fn every_heading_names_something() {
    let text = read("protocol.md");
    let mut seen = BTreeSet::new();
    for (chapter, heading) in headings(&text) {
        let is_row = |wanted: &str| {
            rows()
                .iter()
                .any(|&(table, name, _)| table == wanted && name == heading)
        };
        let tables: &[&str] = match chapter.split(':').next() {
            Some("Commands") => &["command"],
            Some("Options") => &["option"],
            Some("Algorithms") => &["algorithm"],
            Some("Evaluators") => &["evaluator"],
            Some("Protocols") => &["protocol"],
            Some("Tools") => &["tool"],
            Some("File formats") => &["format"],
            _ => continue,
        };
        assert!(
            tables.iter().any(|table| is_row(table)),
            "{chapter}: there is no {heading}"
        );
        assert!(seen.insert((tables, heading)), "{heading} stands twice");
    }
    assert!(seen.len() >= COMMANDS.len());
}

#[test]
fn every_short_form_is_explained() {
    let text = read("protocol.md");
    for form in SHORT_FORMS {
        let usage = format!("{} {}", form.name, form.args);
        let row = format!("| `{}` |", usage.trim_end().replace('|', "\\|"));
        assert!(text.contains(&row), "no row for {}", form.name);
    }
}

/// A reader of the table finds the same order in the document.
#[test]
fn commands_stand_in_the_order_of_their_table() {
    let text = read("protocol.md");
    let described = headings(&text).filter(|(chapter, _)| chapter.starts_with("Commands"));
    let described: Vec<&str> = described.map(|(_, heading)| heading).collect();
    let listed: Vec<&str> = COMMANDS.iter().map(|row| row.name).collect();
    assert_eq!(described, listed);
}

#[test]
fn every_link_within_the_contract_leads_somewhere() {
    let text = read("protocol.md");
    let anchors = anchors(&text);
    let links: Vec<&str> = text.split("](#").skip(1).collect();
    assert!(!links.is_empty());
    for link in links {
        let (target, _) = link.split_once(')').expect("it is closed");
        assert!(anchors.iter().any(|anchor| anchor == target), "{target}");
    }
}

#[test]
fn tables_keep_their_form() {
    for (table, name, summary) in rows() {
        let is_plain = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '_' | '-');
        assert!(
            !name.is_empty() && name.chars().all(is_plain),
            "{table} {name:?}"
        );
        assert!(
            !summary.is_empty() && summary.trim() == summary && !summary.contains('\n'),
            "{table} {name}: {summary:?}"
        );
        assert!(!summary.ends_with('.'), "{table} {name}: {summary:?}");
    }
    for (index, (table, name, _)) in rows().iter().enumerate() {
        let is_same = |other: &(&str, &str, &str)| other.0 == *table && other.1 == *name;
        let first = rows().iter().position(is_same);
        assert_eq!(first, Some(index), "{table} {name} stands twice");
    }
}

/// A tool, a protocol and an option are chosen by words of one command line.
#[test]
fn no_tool_hides_a_protocol() {
    for tool in TOOLS {
        let is_hidden = |row: &obverse::protocol::Row| row.name == tool.name;
        assert!(!PROTOCOLS.iter().any(is_hidden), "{}", tool.name);
    }
}

/// What web sites make of the headings: one that was there before gets a number.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for title in text.lines().filter(|line| line.starts_with('#')) {
        let plain = anchor(title.trim_start_matches(['#', ' ']));
        let numbered = (1..).map(|number| format!("{plain}-{number}"));
        let mut names = std::iter::once(plain.clone()).chain(numbered);
        let new = names.find(|name| !anchors.contains(name));
        anchors.push(new.expect("there are numbers enough"));
    }
    anchors
}

/// What they make of one.
fn anchor(title: &str) -> String {
    let kept = title.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter
            .is_alphanumeric()
            .then(|| letter.to_ascii_lowercase()),
    });
    kept.collect()
}

/// The table, the name and the summary of every row.
fn rows() -> Vec<(&'static str, &'static str, &'static str)> {
    let mut rows = Vec::new();
    rows.extend(
        COMMANDS
            .iter()
            .map(|row| ("command", row.name, row.summary)),
    );
    rows.extend(OPTIONS.iter().map(|row| ("option", row.name, row.help)));
    rows.extend(
        ALGORITHMS
            .iter()
            .map(|row| ("algorithm", row.name, row.summary)),
    );
    rows.extend(
        EVALUATORS
            .iter()
            .map(|row| ("evaluator", row.name, row.summary)),
    );
    rows.extend(
        PROTOCOLS
            .iter()
            .map(|row| ("protocol", row.name, row.summary)),
    );
    rows.extend(TOOLS.iter().map(|row| ("tool", row.name, row.summary)));
    rows.extend(FORMATS.iter().map(|row| ("format", row.name, row.summary)));
    rows.extend(
        SHORT_FORMS
            .iter()
            .map(|row| ("short form", row.name, row.summary)),
    );
    rows
}

/// Runs every session and every transcript, each beginning with these options,
/// and counts them.
fn run_sessions(document: &str, options: fn() -> Options) -> usize {
    let text = read(document);
    let folder = TempFolder::new(document);
    let scratch_file = folder.0.join(SCRATCH_FILE);
    let mut count = 0;
    for block in blocks(&text) {
        let name = format!("{document}, line {}", block.line);
        let session = block
            .text
            .replace(SCRATCH_FILE, &scratch_file.to_string_lossy());
        let dialogue = match block.kind {
            "gtp" => Transcript::read_session(&session),
            "transcript" => Transcript::read(&session),
            "terminal" => {
                // There nothing is written over what is there.
                let _ = fs::remove_file(&scratch_file);
                assert_as_seen(&session, options(), &name);
                count += 1;
                continue;
            }
            _ => continue,
        };
        dialogue.run_with(options(), &name);
        count += 1;
    }
    count
}

/// A dialogue as a person sees it at a terminal, prompts and typed lines included.
fn assert_as_seen(expected: &str, options: Options, name: &str) {
    const PROMPTS: [&str; 3] = ["black> ", "white> ", " over> "];
    let prompt_of = |line: &str| PROMPTS.into_iter().find(|prompt| line.starts_with(prompt));
    let typed: Vec<&str> = expected
        .lines()
        .filter_map(|line| prompt_of(line).map(|prompt| &line[prompt.len()..]))
        .collect();
    let mut written = Vec::new();
    let input = Cursor::new(typed.join("\n"));
    terminal::talk_plainly(Driver::new(options, || false), input, &mut written)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let written = String::from_utf8(written).expect("it is text");
    // What is typed appears behind the prompts, by the terminal.
    let (mut seen, mut rest) = (Vec::new(), typed.into_iter());
    for line in written.lines().skip(1) {
        match prompt_of(line) {
            Some(prompt) => {
                let Some(typed) = rest.next() else {
                    break;
                };
                seen.push(format!("{prompt}{typed}"));
                let answer = &line[prompt.len()..];
                seen.extend((!answer.is_empty()).then(|| answer.to_string()));
            }
            None => seen.push(line.to_string()),
        }
    }
    let expected: Vec<&str> = expected.lines().collect();
    let is_right = |pair: (&&str, &String)| transcript::matches(pair.0, pair.1);
    assert!(
        expected.len() == seen.len() && expected.iter().zip(&seen).all(is_right),
        "{name}: expected\n{}\ngot\n{}",
        expected.join("\n"),
        seen.join("\n")
    );
}

/// Each heading of the third level with that of the second above it.
fn headings(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut chapter = "";
    let mut is_inside = false;
    text.lines().filter_map(move |line| {
        is_inside ^= line.starts_with("```");
        if let Some(heading) = line.strip_prefix("## ") {
            chapter = heading;
        }
        let heading = line.strip_prefix("### ").filter(|_| !is_inside)?;
        Some((chapter, heading.trim().trim_matches('`')))
    })
}
