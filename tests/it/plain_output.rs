//! Names and texts in files, and the names of files, cannot command the terminal on which
//! they are shown.

use std::fs;
use std::process::Output;

use crate::support::folder::TempFolder;
use crate::support::program::{run, text};

/// As JSON: an escape sequence, another in one character, a carriage return, and a turn of the
/// text around it.
const HOSTILE: &str = r"\u001b]0;title\u0007\u001b[2J\u009b31m\r\u202ex";

/// The same in a file that knows no escapes.
const HOSTILE_RAW: &str = "\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}31m\r\u{202e}x";

/// As much of it as the name of a file can have.
fn hostile_name() -> String {
    let is_allowed =
        |letter: &char| cfg!(unix) || *letter > '\u{7f}' || letter.is_ascii_alphanumeric();
    HOSTILE_RAW.chars().filter(is_allowed).collect()
}

fn is_command(letter: char) -> bool {
    letter != '\n' && (letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}'))
}

#[track_caller]
fn assert_plain(args: &[&str], output: &Output) {
    for stream in [&output.stdout, &output.stderr] {
        let shown = text(stream);
        assert!(!shown.contains(is_command), "{args:?}: {shown:?}");
    }
}

/// A match of two games, in which one player has this name as JSON.
fn journal(folder: &TempFolder, name: &str) -> String {
    let file = folder.path("match.jsonl");
    let engines = [
        "--engine",
        "name=one builtin algorithm=greedy",
        "--engine",
        "name=two builtin algorithm=random",
    ];
    let played = run(
        &[&["match", "--games", "2", "--out", &file], &engines[..]].concat(),
        b"",
    );
    assert!(played.status.success(), "{played:?}");
    let games = fs::read_to_string(&file).expect("it was written");
    let games = games.replace("\"one\"", &format!("\"{name}\""));
    fs::write(&file, games).expect("it can be written");
    file
}

#[test]
fn the_names_in_a_match_are_plain() {
    let folder = TempFolder::new("plain-match");
    let file = journal(&folder, &format!("{HOSTILE}\\n fake line"));
    let args = ["report", &file];
    let output = run(&args, b"");
    assert!(output.status.success(), "{output:?}");
    assert_plain(&args, &output);
    let report = text(&output.stdout);
    assert_eq!(report.lines().count(), 1, "a name has one line: {report}");
    assert!(report.contains("\u{fffd}[2J"), "{report}");
    for args in [
        &["analyze", &file, "--level", "0"][..],
        &["analyze", &file, "--level", "0", "--json"],
        &["stats", &file],
        &["stats", &file, "--json"],
    ] {
        let output = run(args, b"");
        assert!(output.status.success(), "{args:?}: {output:?}");
        assert_plain(args, &output);
    }
}

/// JSON escapes such letters, and files keep the letters that are no commands by themselves.
#[test]
fn output_for_programs_keeps_names() {
    let folder = TempFolder::new("plain-json");
    let file = journal(&folder, r"\u05d0\u200fb");
    let output = run(&["analyze", &file, "--level", "0", "--json"], b"");
    let first = text(&output.stdout).lines().next().expect("a line");
    let record: serde_json::Value = serde_json::from_str(first).expect("a line of JSON");
    let names = [&record["black"], &record["white"]];
    assert!(names.contains(&&"\u{5d0}\u{200f}b".into()), "{first}");
    assert!(!first.contains('\u{200f}'), "{first}");
    let output = run(&["convert", &file, "-", "--to", "ggf"], b"");
    assert!(
        text(&output.stdout).contains("[\u{5d0}\u{200f}b]"),
        "{output:?}"
    );
}

#[test]
fn web_pages_are_plain() {
    let folder = TempFolder::new("plain-pages");
    let file = journal(&folder, HOSTILE);
    let named = folder.path(&format!("{}.jsonl", hostile_name()));
    fs::copy(&file, &named).expect("it can be copied");
    let page = folder.path("page.html");
    for args in [
        &["report", &named, "--html", &page][..],
        &["stats", &named, "--html", &page],
        &["analyze", &named, "--level", "0", "--html", &page],
        &["exercises", &named, "--level", "0", "--html", &page],
    ] {
        let output = run(args, b"");
        assert!(output.status.success(), "{args:?}: {output:?}");
        let written = fs::read_to_string(&page).expect("it was written");
        assert!(!written.contains(is_command), "{args:?}");
        fs::remove_file(&page).expect("it was written");
    }
}

/// Every error is one plain line, whatever it quotes.
#[test]
fn errors_are_plain() {
    let folder = TempFolder::new("plain-errors");
    let file = |name: &str, content: &str| {
        fs::write(folder.path(name), content).expect("it can be written");
        folder.path(name)
    };
    let record = fs::read_to_string(journal(&folder, "one")).expect("it was written");
    let wrong = record.replacen("\"normal\"", &format!("\"{HOSTILE}\""), 1);
    assert_ne!(record, wrong);
    let wrong = file("wrong.jsonl", &wrong);
    let itself = record.replace("\"one\"", "\"two\"");
    let itself = file("itself.jsonl", &itself.replace("two", HOSTILE));
    let answers = file("answers.jsonl", &format!("{{\"n\":1,\"{HOSTILE}\":1}}\n"));
    let players = file("players.toml", &format!("\"{HOSTILE}\" = 1\n"));
    let raw = file("raw.toml", &format!("{HOSTILE_RAW} = 1\n"));
    let options = file("options.toml", &format!("\"{HOSTILE}\" = 1\n"));
    let named = file(&hostile_name(), "f5f5\n");
    let missing = folder.path(&format!("{HOSTILE_RAW}\nmissing"));
    let out = folder.path(&format!("{HOSTILE_RAW}/none/out.sgf"));
    for args in [
        &["report", &wrong][..],
        &["report", &itself],
        &["solve", &answers],
        &["match", "--engines", &players],
        &["match", "--engines", &raw],
        &["--config", &options, "gtp"],
        &["analyze", &named],
        &["stats", &named],
        &["convert", &named, &out],
        &["convert", &named, "-", "--to", "sgf"],
        &["book", "import", &named, &folder.path("new.book")],
        &["book", "show", &named],
        &["analyze", &missing],
        &["bench", "machine", "--write-config", &out],
        &["evaltest", &missing],
        &["exercises", &missing],
        &["match", "--engines", &missing],
        &["report", &missing],
        &["selfplay", "--check", &missing],
        &["selfplay", "--check", &named],
        &["solve", &missing],
        &["solve", &named],
        &["train", &named, "--out", &folder.path("net")],
        &["--config", &missing, "gtp"],
        &["--log-file", &out, "gtp"],
        &["--weights", &missing, "gtp"],
        &["gtp", &format!("--depth={HOSTILE_RAW}")],
        &[HOSTILE_RAW],
        &["perft", HOSTILE_RAW],
    ] {
        let output = run(args, b"name\n");
        assert!(!output.status.success(), "{args:?}: {output:?}");
        assert_plain(args, &output);
        let complaint = text(&output.stderr);
        let starts = complaint.lines().all(|line| line.starts_with("obverse: "));
        assert!(starts && !complaint.is_empty(), "{args:?}: {complaint}");
    }
}

/// The console of Edax warns on standard error, and its log of a problem file has its name.
#[test]
fn the_console_of_edax_is_plain() {
    let folder = TempFolder::new("plain-edax");
    let file = folder.path(&hostile_name().replace('\r', ""));
    fs::write(&file, "no position\n").expect("it can be written");
    for line in [format!("load {file}\n"), format!("solve {file}\n")] {
        let output = run(&["edax"], line.as_bytes());
        let shown = text(&output.stderr);
        assert!(shown.contains("WARNING"), "{line}: {output:?}");
        assert!(!shown.contains(is_command), "{line}: {shown:?}");
        assert!(
            !text(&output.stdout).contains('\u{1b}'),
            "{line}: {output:?}"
        );
    }
}
