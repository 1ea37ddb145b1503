//! If the system refuses threads, tools do their work with those that they have.

use std::fs;
use std::process::Output;

use crate::support::folder::TempFolder;
use crate::support::positions::ENDGAMES;
use crate::support::program::{self, obverse, output_of, text};

/// With this environment variable no thread can be started, because its stack would not fit into
/// any memory.
const VARIABLE: [&str; 2] = ["RUST_MIN_STACK", "140737488355328"];

fn run_alone(args: &[&str]) -> Output {
    let mut command = obverse(args);
    command.env(VARIABLE[0], VARIABLE[1]);
    output_of(command, b"")
}

#[test]
fn tools_work_without_further_threads() {
    let folder = TempFolder::new("refused-threads");
    let journal = folder.path("a.jsonl");
    let games = folder.path("games");
    for args in [
        &["perft", "6", "--threads", "3"][..],
        &["solve", ENDGAMES, "--threads", "3"],
        &[
            "selfplay",
            "--out",
            &games,
            "--games",
            "4",
            "--threads",
            "3",
            "--level",
            "1",
        ],
        &[
            "openings",
            "--count",
            "3",
            "--plies",
            "4",
            "--within",
            "64",
            "--level",
            "1",
            "--threads",
            "3",
        ],
        &[
            "match",
            "--engine",
            "builtin level=0",
            "--engine",
            "builtin level=1",
            "--games",
            "4",
            "--concurrency",
            "3",
            "--out",
            &journal,
        ],
    ] {
        let output = run_alone(args);
        assert_eq!(text(&output.stderr), "", "{args:?}");
        assert!(output.status.success(), "{args:?}");
        assert!(!output.stdout.is_empty(), "{args:?}");
    }
    let records = fs::read_to_string(&journal).expect("it was written");
    assert_eq!(records.lines().count(), 4);
}

/// The progress bar stands still.
#[cfg(unix)]
#[test]
fn a_terminal_shows_the_results_all_the_same() {
    use crate::support::terminal::written_with;

    let args = "match --engine 'builtin level=0' --engine 'builtin level=1' --games 4";
    let screen = written_with(&VARIABLE.join("="), 100, args);
    assert!(
        screen.contains("builtin level 0 vs builtin level 1: +"),
        "{screen}"
    );
    assert!(!screen.contains("panicked"), "{screen}");
}

/// That is not a game lost by the engine.
#[cfg(unix)]
#[test]
fn an_engine_that_the_system_does_not_start_loses_no_game() {
    let folder = TempFolder::new("refused-engines");
    let journal = folder.path("a.jsonl");
    let engine = format!("name=engine cmd=\"'{}' --level 0\"", program::path());
    let mut limited = std::process::Command::new("sh");
    limited.args([
        "-c",
        r#"ulimit -n 24; exec "$@""#,
        "sh",
        program::path(),
        "match",
    ]);
    limited.args([
        "--engine",
        &engine,
        "--engine",
        "builtin level=0",
        "--out",
        &journal,
    ]);
    limited.args(["--games", "200", "--concurrency", "16"]);
    let output = output_of(limited, b"");
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.starts_with("obverse: engine: "), "{stderr}");
    let advice = "; a smaller --concurrency takes fewer processes\n";
    assert!(
        stderr.contains(" cannot be started: ") && stderr.ends_with(advice),
        "{stderr}"
    );
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    let records = fs::read_to_string(&journal).expect("it is there");
    assert!(
        records
            .lines()
            .all(|line| line.contains(r#""reason":"normal""#)),
        "{records}"
    );
}
