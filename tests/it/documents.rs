//! The documents tell the truth: what they show is done, and what there is,
//! they name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use obverse::eval::EVALUATORS;
use obverse::protocol::PROTOCOLS;
use obverse::protocol::gtp::COMMANDS;
use obverse::search::ALGORITHMS;
use obverse::session::options::OPTIONS;
use obverse::tools::TOOLS;

use crate::dialogue::Dialogue;

/// A contract without sessions would pass every test on them.
const FEWEST_SESSIONS: usize = 80;

/// The same for the commands that a newcomer types.
const FEWEST_COMMANDS: usize = 3;

/// A command of the README that takes longer is no first impression.
const PATIENCE: Duration = Duration::from_secs(20);

/// In the documents this name stands for a file that a test may write.
const SCRATCH_FILE: &str = "game.sgf";

#[test]
fn every_session_of_the_contract_is_true() {
    let count = run_sessions("protocol.md");
    assert!(count >= FEWEST_SESSIONS, "only {count} sessions");
}

#[test]
fn every_session_of_the_readme_is_true() {
    if exists("README.md") {
        run_sessions("README.md");
    }
}

#[test]
fn every_row_of_the_tables_has_its_heading() {
    let text = read("protocol.md");
    let headings: BTreeSet<&str> = headings(&text).map(|(_, heading)| heading).collect();
    for (table, name, _) in rows() {
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

#[test]
fn every_command_of_the_readme_works() {
    if !exists("README.md") {
        return;
    }
    let text = read("README.md");
    let mut count = 0;
    for command in shell_commands(&text) {
        if command.starts_with("cargo ") {
            assert!(is_allowed_cargo(&command), "not on the list: {command}");
            count += 1;
        } else if calls_obverse(&command) {
            try_command(&command);
            count += 1;
        }
    }
    assert!(count >= FEWEST_COMMANDS, "only {count} commands");
}

#[test]
fn finds_the_commands_of_a_readme() {
    let text = "```sh\n$ obverse --version\n# a remark\nprintf 'x\\n' | \\\n  obverse\n\
                git clone x\n```\nobverse no\n```gtp\nobverse no\n```\n  ```sh\n  ./a\n  ```\n";
    let commands: Vec<String> = shell_commands(text).collect();
    assert_eq!(
        commands,
        [
            "obverse --version",
            "printf 'x\\n' | obverse",
            "git clone x",
            "./a"
        ]
    );
    for yes in [
        "obverse",
        "echo x | obverse -q",
        "cd x && obverse",
        "A=b obverse",
    ] {
        assert!(calls_obverse(yes), "{yes}");
    }
    for no in [
        "cd obverse",
        "git clone https://example.org/obverse",
        "cat obverse.md",
    ] {
        assert!(!calls_obverse(no), "{no}");
    }
    assert!(is_allowed_cargo("cargo install --path ."));
    assert!(is_allowed_cargo("cargo run --release -- --version"));
    assert!(!is_allowed_cargo("cargo run"));
    assert!(!is_allowed_cargo("cargo installation"));
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
    rows
}

/// Runs every session and every transcript, and counts them.
fn run_sessions(document: &str) -> usize {
    let text = read(document);
    let folder = ScratchFolder::new(document);
    let scratch_file = folder.0.join(SCRATCH_FILE);
    let mut count = 0;
    for block in blocks(&text) {
        let name = format!("{document}, line {}", block.line);
        let session = block
            .text
            .replace(SCRATCH_FILE, &scratch_file.to_string_lossy());
        match block.kind {
            "gtp" => Dialogue::read_session(&session).run(&name),
            "transcript" => Dialogue::read(&session).run(&name),
            _ => continue,
        }
        count += 1;
    }
    count
}

/// What stands between fences.
struct Block<'a> {
    /// The line of the opening fence.
    line: usize,
    /// The word after the opening fence.
    kind: &'a str,
    text: String,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut is_inside = false;
    let mut indent = 0;
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        if let Some(kind) = trimmed.strip_prefix("```") {
            is_inside = !is_inside;
            if is_inside {
                indent = line.len() - trimmed.len();
                blocks.push(Block {
                    line: index + 1,
                    kind: kind.trim(),
                    text: String::new(),
                });
            }
        } else if let (true, Some(block)) = (is_inside, blocks.last_mut()) {
            block.text += line.get(indent..).unwrap_or_default();
            block.text.push('\n');
        }
    }
    assert!(!is_inside, "a fence is not closed");
    blocks
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

/// The commands of all blocks of shell, without prompts, remarks and broken
/// lines.
fn shell_commands(text: &str) -> impl Iterator<Item = String> {
    let mut commands = Vec::new();
    for block in blocks(text) {
        if block.kind != "sh" {
            continue;
        }
        let mut begun = String::new();
        for line in block.text.lines() {
            let line = line.trim();
            begun += line.strip_prefix("$ ").unwrap_or(line);
            if begun.ends_with('\\') {
                begun.pop();
                continue;
            }
            commands.push(std::mem::take(&mut begun));
        }
    }
    commands
        .into_iter()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Whether the program stands where a shell looks for one.
fn calls_obverse(command: &str) -> bool {
    let parts = command.split(['|', ';', '&', '(']);
    parts
        .map(|part| part.split_whitespace().find(|word| !word.contains('=')))
        .any(|program| program == Some("obverse"))
}

/// Too slow to be run in a test, and it needs what a test has not.
fn is_allowed_cargo(command: &str) -> bool {
    let words: Vec<&str> = command.split_whitespace().collect();
    matches!(
        words[..],
        ["cargo", "run" | "test" | "build", "--release", ..] | ["cargo", "install", ..]
    )
}

/// Runs a command in an empty folder, where nobody answers it.
fn try_command(command: &str) {
    let folder = ScratchFolder::new("readme");
    let program = Path::new(env!("CARGO_BIN_EXE_obverse"));
    let mut path = vec![program.parent().expect("it is in a folder").to_path_buf()];
    path.extend(std::env::split_paths(
        &std::env::var_os("PATH").unwrap_or_default(),
    ));
    let complaints = folder.0.join("stderr");
    let mut child = Command::new("sh")
        .args(["-c", command])
        .env(
            "PATH",
            std::env::join_paths(path).expect("no colon in a folder's name"),
        )
        .env_remove("RUST_LOG")
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(&complaints).expect("it can be written"))
        .spawn()
        .expect("there is a shell");
    let status = wait(&mut child).unwrap_or_else(|| panic!("too slow: {command}"));
    let complaints = fs::read_to_string(&complaints).expect("it is text");
    assert!(
        status.success() && complaints.is_empty(),
        "{command}: {status}\n{complaints}"
    );
}

fn wait(child: &mut Child) -> Option<ExitStatus> {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().expect("it is our child") {
            return Some(status);
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("it is our child");
    None
}

/// Removed when the test is over.
struct ScratchFolder(PathBuf);

impl ScratchFolder {
    fn new(name: &str) -> ScratchFolder {
        let unique = format!("obverse-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(unique);
        fs::create_dir_all(&folder).expect("there is room");
        ScratchFolder(folder)
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn exists(document: &str) -> bool {
    root().join(document).exists()
}

fn read(document: &str) -> String {
    fs::read_to_string(root().join(document)).expect("it is text")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
