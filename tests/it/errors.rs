//! Messages about the command line have a uniform format: the program, the subject, the
//! reason.

use std::fs;
use std::io;

use obverse::command_line::UsageError;
use obverse::session::options::{self, Kind, OPTIONS, OptionError};
use obverse::tools::ToolError;

use crate::support::folder::TempFolder;
use crate::support::program::{run, text};

/// Why a message does not have this format; `None` if it does.
fn format_problem(message: &str) -> Option<&'static str> {
    let Some((subject, reason)) = message.split_once(": ") else {
        return Some("it has no subject");
    };
    if subject.is_empty() || reason.is_empty() {
        return Some("a part of it is empty");
    }
    if message.contains(char::is_control) {
        return Some("it has several lines");
    }
    if message.ends_with('.') {
        return Some("it ends with a full stop");
    }
    None
}

/// Whether a message says what to type instead.
fn helps(message: &str) -> bool {
    message.contains("expected") || message.contains("did you mean")
}

/// An error of each kind. A new kind does not compile until it is listed here.
fn usage_errors() -> Vec<UsageError> {
    let word = || "word\nof two lines".to_string();
    let errors = vec![
        UsageError::UnknownFlag("--lvel".into(), Some("--level".into())),
        UsageError::UnknownFlag(word(), None),
        UsageError::UnknownWord("slove".into(), Some("solve".into())),
        UsageError::UnknownWord(word(), None),
        UsageError::MissingValue("--depth".into(), Kind::Number(1, 60)),
        UsageError::UnwantedValue("--json".into(), word()),
        UsageError::BadValue {
            subject: "--depth".into(),
            value: word(),
            reason: "expected 1 to 60".into(),
        },
        UsageError::BadFile(word(), "line 2: level: expected 0 to 30, got 31".into()),
        UsageError::BadArguments("convert", &["IN ... OUT [FLAG ...]"]),
        UsageError::Conflict("--resume", "--out as well"),
        UsageError::TwoProtocols("gtp", "uci"),
        UsageError::NotUnicode("\u{fffd}".into()),
    ];
    for error in &errors {
        match error {
            UsageError::UnknownFlag(..)
            | UsageError::UnknownWord(..)
            | UsageError::MissingValue(..)
            | UsageError::UnwantedValue(..)
            | UsageError::BadValue { .. }
            | UsageError::BadFile(..)
            | UsageError::BadArguments(..)
            | UsageError::Conflict(..)
            | UsageError::TwoProtocols(..)
            | UsageError::NotUnicode(_) => {}
        }
    }
    errors
}

fn option_errors() -> Vec<OptionError> {
    let depth = options::find("depth").expect("it is in the table");
    let errors = vec![
        OptionError::UnknownName(OPTIONS),
        OptionError::BadValue(depth, "expected 1 to 60".into()),
    ];
    for error in &errors {
        match error {
            OptionError::UnknownName(_) | OptionError::BadValue(..) => {}
        }
    }
    errors
}

#[test]
fn every_usage_error_has_the_format_and_says_what_was_expected() {
    let usage = usage_errors().into_iter().map(|error| error.to_string());
    let options = option_errors().into_iter().map(|error| error.to_string());
    for message in usage.chain(options) {
        assert_eq!(format_problem(&message), None, "{message}");
        assert!(helps(&message), "{message}");
    }
}

#[test]
fn other_formats_are_noticed() {
    for (message, problem) in [
        ("too few games", "it has no subject"),
        (": expected 1", "a part of it is empty"),
        ("--a: b\nc", "it has several lines"),
        ("--a: expected 1.", "it ends with a full stop"),
    ] {
        assert_eq!(format_problem(message), Some(problem), "{message}");
    }
}

/// The messages of tools are not in a table, so these command lines trigger them.
#[test]
fn the_messages_of_tools_have_the_format() {
    let folder = TempFolder::new("errors");
    let file = |name: &str, content: &[u8]| {
        fs::write(folder.path(name), content).expect("it can be written");
        folder.path(name)
    };
    let wrong = "XX-OOO--XXOOOOO--OXOOOOOOOOXXOOOOOOXXOOOOOXXOXOOOOOOOOXOXXXXOXXX O; pass:+30;";
    let (empty, text_file) = (file("empty", b""), file("text", b"no game\n"));
    let (solved, one) = (
        file("solved.obf", wrong.as_bytes()),
        file("one.txt", b"f5d6\nxx\n"),
    );
    let out = folder.path("out.sgf");
    for args in [
        &["analyze", &empty][..],
        &["analyze", "missing"],
        &["analyze", &one, "--level", "1"],
        &["book", "check", &text_file],
        &["book", "show", "embedded", "f5f5"],
        &["book", "dream"],
        &["convert", &text_file, &out],
        &["convert", &one, &out],
        &["evaltest", "missing"],
        &["evaltest", &solved, "--only", "2"],
        &["match"],
        &["match", "--engine", "builtin"],
        &["match", "--engine", "name=x"],
        &["openings", "--plies", "1", "--count", "9", "--level", "1"],
        &["perft", "x"],
        &["probcut", "--positions", "1", "--depth", "6"],
        &["report", "missing"],
        &["selfplay", "--check", &text_file],
        &["solve", &solved],
        &["solve", "missing"],
        &["train", &text_file, "--out", &folder.path("net")],
        &["train", "missing", "--out", &folder.path("net")],
        &["completions", "tcsh"],
        &["man", "now"],
        &["--weights", "missing", "perft", "1"],
        &["--book", "missing"],
    ] {
        let output = run(args, b"");
        let said = text(&output.stderr);
        let last = said.lines().last().unwrap_or_default();
        let message = last.strip_prefix("obverse: ").unwrap_or_default();
        assert_eq!(format_problem(message), None, "{args:?}: {said}");
        assert!(matches!(output.status.code(), Some(1 | 2)), "{args:?}");
    }
}

/// A new kind of error does not compile until it is listed here.
#[test]
fn every_kind_of_tool_error_has_the_format() {
    for error in [
        ToolError::Usage(UsageError::Conflict("--resume", "--out as well")),
        ToolError::Value("a.sgf: expected a name that ends in .jsonl".into()),
        ToolError::Failed("solve: 1 wrong: 1".into()),
        ToolError::StoppedEarly("match: stopped early, no game was played".into()),
        ToolError::Io(io::Error::other("standard output: no space is left")),
        ToolError::Interrupted,
    ] {
        let message = error.to_string();
        match error {
            ToolError::Usage(_)
            | ToolError::Value(_)
            | ToolError::Failed(_)
            | ToolError::StoppedEarly(_)
            | ToolError::Io(_) => assert_eq!(format_problem(&message), None, "{message}"),
            // The program itself is the subject.
            ToolError::Interrupted => assert_eq!(message, "interrupted"),
        }
    }
}
