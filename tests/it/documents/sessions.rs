//! Replays the sessions in the documents.

use std::fs;
use std::io::Cursor;

use obverse::protocol::Driver;
use obverse::protocol::terminal;
use obverse::session::options::Options;

use crate::support::engine::fixed_options;
use crate::support::folder::TempFolder;
use crate::support::markdown::{all, blocks, read};
use crate::support::transcript::{self, Transcript};

/// If the sessions were not found, every test on them would pass.
const FEWEST_SESSIONS: usize = 80;

/// The name in the documents of a file that tests may write.
const SCRATCH_FILE: &str = "game.sgf";

#[test]
fn every_session_happens_as_it_is_shown() {
    let mut count = 0;
    for document in all() {
        // The sessions for new users start with the default options.
        let options = match document.as_str() {
            "README.md" | "README.ja.md" => || Options::new(1),
            _ => fixed_options,
        };
        count += run_sessions(&document, options);
    }
    assert!(count >= FEWEST_SESSIONS, "only {count} sessions");
}

/// Runs all sessions and transcripts of a document, each with these options, and returns
/// their number.
fn run_sessions(document: &str, options: fn() -> Options) -> usize {
    let text = read(document);
    let folder = TempFolder::new(&document.replace('/', "-"));
    let scratch_file = folder.0.join(SCRATCH_FILE);
    let mut count = 0;
    for block in blocks(&text) {
        let name = format!("{document}, session in line {}", block.line);
        let session = block
            .text
            .replace(SCRATCH_FILE, &scratch_file.to_string_lossy());
        let dialogue = match block.kind {
            "gtp" => Transcript::read_session(&session),
            "transcript" => Transcript::read(&session),
            "terminal" => {
                // The terminal refuses to overwrite files.
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

/// Replays a dialogue as shown in a terminal, with prompts and typed lines.
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
    // The terminal shows what is typed after each prompt.
    let (mut seen, mut rest) = (Vec::new(), typed.into_iter());
    let greeting = |line: &&str| prompt_of(line).is_none();
    for line in written.lines().skip_while(greeting) {
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
