//! Tables in the documents that are generated from tables of the program. Each is between
//! two comments, and `OBVERSE_BLESS=1` rewrites it.
//!
//! ```text
//! <!-- begin generated: levels -->
//! …
//! <!-- end generated -->
//! ```

use std::fmt::Write;
use std::fs;

use obverse::command_line::{self, Entry};
use obverse::eval::EVALUATORS;
use obverse::formats::FORMATS;
use obverse::openings;
use obverse::protocol::PROTOCOLS;
use obverse::protocol::gtp::COMMANDS;
use obverse::protocol::terminal::SHORT_FORMS;
use obverse::search::ALGORITHMS;
use obverse::search::engine::levels;
use obverse::session::options::OPTIONS;
use serde_json::Value;

use super::clients::{clients, seen};
use super::formats::capabilities;
use crate::layers;
use crate::support::bless::{self, BLESS};
use crate::support::markdown::{all, read, root};
use crate::support::program::stdout_of;

const BEGIN: &str = "<!-- begin generated: ";
const END: &str = "<!-- end generated -->\n";

/// The name in the comment, and the function that generates the table.
type Table = (&'static str, fn() -> String);

/// The sections of the options that have none of their own in the document.
const OTHER_OPTIONS: &str = "other options";

/// All generated tables.
static TABLES: &[Table] = &[
    ("algorithms", algorithms),
    ("checks: gtp", || checks(&["gtp"])),
    ("checks: nboard", || checks(&["nboard"])),
    ("checks: edax", || checks(&["edax"])),
    ("checks: uci and ugi", || checks(&["uci", "ugi"])),
    ("clients", clients),
    ("clients: seen", seen),
    ("commands: the engine", || {
        commands("protocol_version", "boardsize")
    }),
    ("commands: playing", || {
        commands("boardsize", "time_settings")
    }),
    ("commands: time", || commands("time_settings", "showboard")),
    ("commands: the position and the game", || {
        commands("showboard", "kata-list-params")
    }),
    ("commands: options", || {
        commands("kata-list-params", "analyze")
    }),
    ("commands: analysis", || {
        commands("analyze", "gogui-rules_game_id")
    }),
    ("commands: GoGui", || commands("gogui-rules_game_id", "")),
    ("evaluators", evaluators),
    ("formats", formats),
    ("formats: capabilities", capabilities),
    ("levels", levels),
    ("opening names", opening_names),
    ("options", options),
    ("protocols", protocols),
    ("short forms", short_forms),
    ("tools", tools),
    ("unsafe code", unsafe_code),
];

#[test]
fn generated_tables_are_up_to_date() {
    let mut used = Vec::new();
    for document in all() {
        let text = read(&document);
        let current = regenerate(&document, &text, &mut used);
        if current == text {
            continue;
        }
        assert!(
            bless::is_wanted(),
            "{document}: a generated table is out of date; {BLESS} rewrites it"
        );
        fs::write(root().join(&document), current).expect("the document can be written");
    }
    for (name, _) in TABLES {
        assert!(used.contains(&name.to_string()), "no document has {name}");
    }
    for entry in command_line::reference() {
        let is_used =
            |name: &String| name == "program" || name.ends_with(&format!(": {}", entry.name));
        assert!(used.iter().any(is_used), "no document has {}", entry.name);
    }
}

fn regenerate(document: &str, text: &str, used: &mut Vec<String>) -> String {
    let mut current = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (name, after) = after.split_once(" -->\n").expect("the comment is closed");
        let (_, after) = after.split_once(END).expect("the table has an end");
        let table = match name {
            OTHER_OPTIONS => other_options(text, used),
            _ => generated(name).unwrap_or_else(|| panic!("{document}: there is no {name}")),
        };
        write!(current, "{before}{BEGIN}{name} -->\n{table}{END}").expect("memory suffices");
        used.push(name.to_string());
        rest = after;
    }
    current + rest
}

/// A section for each option that the text does not describe anywhere else.
fn other_options(text: &str, used: &mut Vec<String>) -> String {
    let mut sections = String::new();
    for entry in command_line::reference() {
        let block = format!("option: {}", entry.name);
        if entry.chapter == "option" && !text.contains(&format!("{BEGIN}{block} -->")) {
            if sections.is_empty() {
                sections += "## Other options\n";
            }
            write!(sections, "\n### {}\n\n{}", entry.name, entry.markdown)
                .expect("memory suffices");
            used.push(block);
        }
    }
    sections
}

/// The generated text with this name.
fn generated(name: &str) -> Option<String> {
    let table = TABLES.iter().find(|(known, _)| *known == name);
    let entry = |entry: &Entry| match entry.chapter {
        "program" => name == "program",
        chapter => name == format!("{chapter}: {}", entry.name),
    };
    match table {
        Some((_, table)) => Some(table()),
        None => command_line::reference()
            .into_iter()
            .find(entry)
            .map(|entry| format!("{}\n", entry.markdown)),
    }
}

/// A Markdown table with these cells in its header and rows.
pub(super) fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = head.iter().map(ToString::to_string).collect();
    let mut text = line(&head);
    text += &format!("|{}\n", "---|".repeat(head.len()));
    for row in rows {
        assert_eq!(row.len(), head.len(), "{row:?}");
        text += &line(&row);
    }
    text
}

/// Text as code, with escaped bars, which would end the cell.
pub(super) fn code(text: &str) -> String {
    format!("`{}`", text.trim().replace('|', "\\|"))
}

fn algorithms() -> String {
    let rows = ALGORITHMS.iter().map(|row| {
        let link = format!("[`{}`](#{})", row.name, row.name);
        let family = row.family.name().to_string();
        vec![link, row.summary.to_string(), family]
    });
    table(&["algorithm", "how it chooses a move", "family"], rows)
}

/// The commands from `first` up to but not including `end`.
fn commands(first: &str, end: &str) -> String {
    let place = |name: &str| COMMANDS.iter().position(|row| row.name == name);
    let first = place(first).expect("the command exists");
    let end = place(end).unwrap_or(COMMANDS.len());
    let rows = COMMANDS[first..end].iter().map(|row| {
        let usage = code(&format!("{} {}", row.name, row.args));
        vec![usage, row.summary.to_string()]
    });
    table(&["command", "reply or effect"], rows)
}

fn opening_names() -> String {
    let cell = |name: Option<&str>| name.unwrap_or("").to_string();
    let rows = openings::all().iter().map(|row| {
        let names = [row.english, row.french, row.japanese].map(cell);
        [vec![code(row.moves)], names.to_vec()].concat()
    });
    table(&["moves", "English", "French", "Japanese"], rows)
}

/// The checks of these protocols, whose column says which of them a check is for.
fn checks(protocols: &[&str]) -> String {
    let list = stdout_of(&["check", "--list", "--json"], b"");
    let mut rows: Vec<Vec<String>> = Vec::new();
    for line in list.lines() {
        let row: Value = serde_json::from_str(line).expect("a line of JSON");
        let cell = |key: &str| row[key].as_str().expect("text").to_string();
        if !protocols.contains(&cell("protocol").as_str()) {
            continue;
        }
        let cells = vec![code(&cell("check")), cell("weight"), cell("demand")];
        match rows.iter_mut().find(|row| row[..3] == cells) {
            Some(row) => row[3] += &format!(", {}", cell("protocol")),
            None => rows.push([cells, vec![cell("protocol")]].concat()),
        }
    }
    let mut head = vec!["check", "weight", "demand", "protocol"];
    if protocols.len() == 1 {
        head.pop();
        rows.iter_mut().for_each(|row| row.truncate(3));
    }
    table(&head, rows)
}

fn evaluators() -> String {
    let rows = EVALUATORS.iter().map(|row| {
        let points = format!("{:.0}", row.points_per_disc);
        vec![code(row.name), row.summary.to_string(), points]
    });
    table(&["evaluator", "what it looks at", "points to a disc"], rows)
}

fn formats() -> String {
    let files = |endings: &[&str]| {
        let endings: Vec<String> = endings.iter().map(|end| code(&format!(".{end}"))).collect();
        endings.join(", ")
    };
    let rows = FORMATS.iter().map(|row| {
        let link = format!("[`{}`](#{})", row.name, row.name);
        vec![
            link,
            row.summary.to_string(),
            files(row.extensions),
            files(row.companions),
        ]
    });
    table(&["format", "what it is", "files", "companion files"], rows)
}

/// A table with a column for each selectivity, in percent, that at least one level uses.
fn levels() -> String {
    let mut confidences: Vec<u32> = (0..=levels::HIGHEST)
        .flat_map(levels::end_searches)
        .map(|(_, percent)| percent)
        .collect();
    confidences.sort_unstable();
    confidences.dedup();
    let mut head: Vec<String> = vec!["level".to_string(), "rating".to_string()];
    head.extend(confidences.iter().rev().map(|percent| match percent {
        100 => "exact".to_string(),
        percent => format!("{percent} %"),
    }));
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let rows = (0..=levels::HIGHEST).map(|level| {
        let endings: Vec<(u32, u32)> = levels::end_searches(level).collect();
        // Above, only the order is certain.
        let is_measured = level <= 10;
        let rating = is_measured.then(|| levels::rating(level).to_string());
        let mut row = vec![level.to_string(), rating.unwrap_or_default()];
        row.extend(confidences.iter().rev().map(|percent| {
            let ending = endings.iter().find(|(_, known)| known == percent);
            let played = levels::horizon(level).filter(|_| *percent == 100);
            match (ending, played) {
                (Some((empties, _)), Some(played)) => format!("{played} ({empties})"),
                (Some((empties, _)), None) => empties.to_string(),
                (None, _) => String::new(),
            }
        }));
        row
    });
    table(&head, rows)
}

fn options() -> String {
    let rows = OPTIONS.iter().map(|row| {
        let link = format!("[`{}`](#{})", row.name, row.name);
        let values = row.kind().to_string();
        let default = command_line::default_of(row);
        vec![link, values, default, row.summary.to_string()]
    });
    table(&["option", "values", "default", "what it does"], rows)
}

fn protocols() -> String {
    let rows = PROTOCOLS.iter().map(|row| {
        let openings: Vec<String> = row.openings.iter().map(|line| code(line)).collect();
        let opening = match openings.is_empty() {
            true => "anything else".to_string(),
            false => openings.join(", "),
        };
        let link = format!("[`{}`](#{})", row.name, row.name);
        vec![link, row.summary.to_string(), opening]
    });
    table(&["protocol", "who speaks it", "first line"], rows)
}

fn short_forms() -> String {
    let rows = SHORT_FORMS.iter().map(|row| {
        let usage = code(&format!("{} {}", row.name, row.args));
        vec![usage, row.summary.to_string()]
    });
    table(&["short form", "what it does"], rows)
}

fn unsafe_code() -> String {
    let rows = layers::unsafe_code::rows().into_iter().map(Vec::from);
    table(&["in", "uses", "what for", "tested by"], rows)
}

fn tools() -> String {
    let rows = command_line::tools().map(|row| {
        let link = format!("[`{}`](tools/{}.md)", row.name, row.name);
        vec![link, row.summary.to_string()]
    });
    table(&["tool", "what it does"], rows)
}
