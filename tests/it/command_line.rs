//! The command line: what it selects, what it refuses, and `--help` and `--version`.

use std::fs;
use std::thread;

use crate::support::folder::TempFolder;
use crate::support::program::{assert_refused, gtp, run, text};

#[test]
fn command_lines_of_other_engines_work() {
    for line in [
        "",
        "gtp",
        "-gtp",
        "--gtp",
        "-gtp -q -l 21 -t 4",
        "-gtp -quiet -level 10 -n 2",
        "gtp -q --level 5 --threads 3 -nobook",
        "-gtp -book-usage off -ponder off -hash 25 -n-tasks 2",
        "-gtp -h 22",
        "-threads 2 -thread 2",
        "--threads=2 --hash-mb 16",
    ] {
        let args: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(gtp(&args, "name\n"), "= Obverse\n\n", "{line}");
    }
}

#[test]
fn numbers_out_of_range_in_spellings_of_other_engines_are_clamped() {
    for (line, option, value) in [
        ("", "level", "16"),
        ("-l 31", "level", "30"),
        ("-level 60", "level", "30"),
        ("-level 21", "level", "21"),
        ("--level 8", "depth", "3"),
        ("-t 0", "threads", "1"),
        ("-thread 3", "threads", "3"),
        ("-threads 3", "threads", "3"),
        ("-n 99999999999999999999", "threads", "256"),
        ("-n-tasks 2", "threads", "2"),
        ("--threads 2", "threads", "2"),
        ("--hash_mb 128", "hash_mb", "128"),
        ("-hash 25", "hash_mb", "512"),
        ("-h 22", "hash_mb", "64"),
    ] {
        let args: Vec<&str> = line.split_whitespace().collect();
        let answer = gtp(&args, &format!("kata-get-param {option}\n"));
        assert_eq!(answer, format!("= {value}\n\n"), "{line}");
    }
}

/// The defaults are the engine, on as many threads as the machine runs at once.
#[test]
fn the_defaults_are_the_engine_on_all_cores() {
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    let asked = "kata-get-param algorithm\nkata-get-param threads\n";
    assert_eq!(
        gtp(&[], asked),
        format!("= engine\n\n= {}\n\n", threads.min(256))
    );
    let moved = gtp(&["--level", "8", "--hash_mb", "1"], "genmove b\n");
    let first = ["= D3\n\n", "= C4\n\n", "= F5\n\n", "= E6\n\n"];
    assert!(first.contains(&moved.as_str()), "{moved}");
}

#[test]
fn options_have_the_same_names_everywhere() {
    let args = [
        "--algorithm",
        "greedy",
        "--move-time",
        "0.5",
        "--move_time=2",
        "--depth=9",
        "--seed",
        "5",
    ];
    let names = ["algorithm", "move_time", "depth", "seed"];
    let commands: String = names
        .iter()
        .map(|name| format!("kata-get-param {name}\n"))
        .collect();
    assert_eq!(gtp(&args, &commands), "= greedy\n\n= 2\n\n= 9\n\n= 5\n\n");
}

#[test]
fn bad_command_lines_are_refused_in_one_line() {
    for (line, expected) in [
        (
            "--nonsense",
            "--nonsense: unknown flag, expected one listed by --help",
        ),
        ("--hash 3", "--hash: unknown flag, did you mean --hash-mb?"),
        (
            "--book-usge on",
            "--book-usge: unknown flag, did you mean --book-use?",
        ),
        (
            "--movetime 3",
            "--movetime: unknown flag, did you mean --move-time?",
        ),
        (
            "--ponde on",
            "--ponde: unknown flag, did you mean --ponder?",
        ),
        (
            "--quit",
            "--quit: unknown flag, expected one listed by --help",
        ),
        ("man x", "man: expected no arguments"),
        ("gtp uci", "gtp, uci: expected one protocol"),
        ("--gtp --level 3 -uci", "gtp, uci: expected one protocol"),
        ("--lvel 3", "--lvel: unknown flag, did you mean --level?"),
        ("slove x", "slove: unknown argument, did you mean solve?"),
        (
            "--level 3 solve x",
            "solve: expected before everything else",
        ),
        ("help slove", "slove: unknown argument, did you mean solve?"),
        ("--depth", "--depth: expected a value (1 to 60)"),
        ("--depth 0", "--depth: expected 1 to 60, got 0"),
        ("--algorithm best", "--algorithm: expected random, greedy, "),
        ("--threads 0", "--threads: expected 1 to 256"),
        ("--threads 257", "--threads: expected 1 to 256"),
        ("--hash_mb 65537", "--hash_mb: expected 1 to 65536"),
        ("--level 31", "--level: expected 0 to 30, got 31"),
        ("-l 61", "-l: expected 0 to 60, got 61"),
        (
            "-level 99999999999999999999",
            "-level: expected 0 to 60, got ",
        ),
        ("-l high", "-l: expected 0 to 60, got high"),
        ("-t all", "-t: expected a whole number"),
        ("-ponder maybe", "-ponder: expected off, on"),
        ("perft", "perft: expected DEPTH [BOARD]"),
        ("perft 3 X O", "perft: expected DEPTH [BOARD]"),
        ("perft 3 --hash-mb 0", "--hash-mb: expected 1 to 65536"),
        ("perft 3 --threads 0", "--threads: expected 1 to 256"),
        ("--gtp=yes", "--gtp: expected no value, got yes"),
        ("--quiet=5", "--quiet: expected no value, got 5"),
        ("--help=3", "--help: expected no value, got 3"),
        ("---gtp", "---gtp: unknown flag, "),
        ("perft 99", "DEPTH: expected 1 to 20"),
        ("perft 2 XO", "BOARD: "),
        (
            "bench nothing",
            "SECTION: expected kernels, dialogue, reach, midgame, endgame, search, machine, got nothing",
        ),
    ] {
        let args: Vec<&str> = line.split_whitespace().collect();
        assert_refused(&args, "name\n", expected);
    }
}

#[test]
fn version_and_help_are_complete() {
    let version = run(&["--version"], b"");
    let version = text(&version.stdout);
    assert!(version.starts_with(&format!("obverse {}\n", env!("CARGO_PKG_VERSION"))));
    for word in ["required CPU features: ", "kernels: flip ", "mobility "] {
        assert!(version.contains(word), "{version}");
    }
    let help = run(&["--help"], b"");
    let names = obverse::session::options::OPTIONS
        .iter()
        .map(|row| row.name);
    let names = names.map(|name| format!("--{} ", name.replace('_', "-")));
    let others = ["perft", "bench", "--log-file", "Exit status"].map(str::to_string);
    for name in names.chain(others) {
        assert!(text(&help.stdout).contains(&name), "{name}");
    }
    for tool in obverse::tools::TOOLS {
        let help = run(&[tool.name, "--help"], b"");
        assert!(help.status.success(), "{}", tool.name);
        let usage = format!("Usage: obverse {} ", tool.name);
        assert!(text(&help.stdout).starts_with(&usage), "{}", tool.name);
        assert_eq!(run(&["help", tool.name], b"").stdout, help.stdout);
    }
}

#[test]
fn perft_counts() {
    let expected = [
        "1 4",
        "2 12",
        "3 56",
        "4 244",
        "5 1396",
        "6 8200",
        "7 55092",
        "8 390216",
        "9 3005288",
    ];
    for flags in ["", "--threads 3", "--hash-mb 1", "--hash-mb 64 --threads 2"] {
        let args = format!("perft 9 {flags}");
        let output = run(&args.split_whitespace().collect::<Vec<_>>(), b"");
        let counts: Vec<String> = text(&output.stdout)
            .lines()
            .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(counts, expected, "{flags}");
    }
    let start = format!("{}OX------XO{} X", "-".repeat(27), "-".repeat(27));
    for board in [&start, &start.replace(' ', "")] {
        let output = run(&["perft", "2", board, "--threads", "2"], b"");
        let stdout = text(&output.stdout);
        assert!(stdout.starts_with("1 4 "), "{stdout}");
    }
}

/// Scripts for Edax use levels that do not exist here. A log has the level used instead.
#[test]
fn a_level_of_edax_is_lowered_with_a_line_in_the_log() {
    let folder = TempFolder::new("edax-level");
    for (flag, level, is_lowered) in [
        ("-l", "60", true),
        ("-level", "31", true),
        ("-l", "30", false),
    ] {
        let log = folder.path(&format!("log{flag}{level}"));
        gtp(&[flag, level, "--log-file", &log], "name\n");
        let log = fs::read_to_string(&log).expect("it is written");
        let line = format!("level {level} is out of range: using 30");
        assert_eq!(log.contains(&line), is_lowered, "{flag} {level}: {log}");
    }
}
