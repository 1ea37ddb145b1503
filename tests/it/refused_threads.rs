//! If the system refuses threads, tools do their work with those that they have.

use std::fs;
use std::process::Output;

use crate::support::folder::TempFolder;
use crate::support::positions::ENDGAMES;
use crate::support::program::{obverse, output_of, text};

/// Runs the program where no thread can be started, because its stack would not fit into any
/// memory.
fn run_alone(args: &[&str]) -> Output {
    let mut command = obverse(args);
    command.env("RUST_MIN_STACK", (1_u64 << 47).to_string());
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
