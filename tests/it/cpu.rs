//! The CPU levels. Older CPUs than this one are emulated.
#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(unused_imports, dead_code, reason = "some tests are only for x86-64")
)]

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::process::{Command, Output, Stdio};

use obverse::board::Square;
use obverse::cpu;

use crate::support::outside;
use crate::support::program::{self, assert_refused, obverse, stdout_of, text};

const EMULATOR: &str = "qemu-x86_64, older CPUs";

/// CPUs that are emulated, and the levels whose code they run.
const CPUS: [(&str, &str); 3] = [("qemu64", "baseline"), ("Nehalem", "v2"), ("Haswell", "v3")];

/// Runs the program on another CPU.
fn on_cpu(cpu: &str, args: &[&str], input: &str) -> Option<Output> {
    let program = program::path();
    let mut emulator = Command::new("qemu-x86_64");
    emulator.args(["-cpu", cpu, program]).args(args);
    emulator
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let Ok(mut child) = emulator.spawn() else {
        outside::skip(EMULATOR, "qemu-x86_64 is not installed");
        return None;
    };
    outside::ran(EMULATOR);
    let mut stdin = child.stdin.take().expect("it is a pipe");
    stdin
        .write_all(input.as_bytes())
        .expect("it reads its input");
    drop(stdin);
    Some(child.wait_with_output().expect("it ends"))
}

/// Whether the program runs on the oldest CPUs: not if `RUSTFLAGS` named a newer one.
fn is_for_all_cpus() -> bool {
    cpu::usable_levels()[0] == "baseline"
}

/// The level that `--version` names.
fn level_in(version: &str) -> Option<&str> {
    version
        .lines()
        .find_map(|line| line.strip_prefix("CPU level: "))
}

#[cfg(target_arch = "x86_64")]
#[test]
fn each_cpu_runs_the_best_code_for_it() {
    for (cpu, level) in CPUS {
        let Some(version) = on_cpu(cpu, &["--version"], "") else {
            return;
        };
        if is_for_all_cpus() {
            assert!(version.status.success(), "{cpu}");
            assert_eq!(level_in(text(&version.stdout)), Some(level), "{cpu}");
        } else if level == "baseline" {
            let problem = text(&version.stderr);
            assert_eq!(version.status.code(), Some(4), "{problem}");
            let start = "obverse: this CPU: expected ";
            assert!(problem.starts_with(start), "{problem}");
            assert!(version.stdout.is_empty());
        }
    }
}

/// A dialogue with a search, an exact solution and an analysis.
#[cfg(target_arch = "x86_64")]
#[test]
fn each_cpu_finds_the_same() {
    let board = "XOOXXXX-OOOOXXXXOOOOOXX-OOXXOXXOXXXXXXXXXXOOXXXXXXXXXXXXXXXXXX-X";
    let discs = Square::all()
        .zip(board.chars())
        .filter(|&(_, disc)| disc != '-');
    let discs = discs.map(|(square, disc)| match disc {
        'X' => format!(" w {square}"),
        _ => format!(" b {square}"),
    });
    let discs: String = discs.collect();
    let dialogue = format!(
        "genmove b\ngenmove w\nall_move_values\nset_position{discs}\nlevel 10\n\
         all_move_values\nobverse-expected_line\n"
    );
    let words = ["--level", "4", "--threads", "1", "--seed", "1"];
    let here = stdout_of(&words, dialogue.as_bytes());
    let leaves_here = without_times(&stdout_of(&["perft", "5"], b""));
    for (cpu, _) in CPUS {
        let (Some(there), Some(leaves)) = (
            on_cpu(cpu, &words, &dialogue),
            on_cpu(cpu, &["perft", "5"], ""),
        ) else {
            return;
        };
        if is_for_all_cpus() {
            assert_eq!(text(&there.stdout), here, "{cpu}");
            assert_eq!(without_times(text(&leaves.stdout)), leaves_here, "{cpu}");
        }
    }
}

/// The lines of a tool, each up to its first fraction, which is a time.
fn without_times(output: &str) -> Vec<String> {
    let lines = output
        .lines()
        .filter(|line| !line.starts_with("CPU level: "));
    let start = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let count = words.iter().take_while(|word| !word.contains('.')).count();
        words[..count].join(" ")
    };
    lines.map(start).collect()
}

/// What searches of endgames and counts of leaves print.
fn figures(level: &str) -> Vec<String> {
    let output = |words: &[&str]| stdout_of(&[&["--cpu", level], words].concat(), b"");
    without_times(&(output(&["bench", "endgame"]) + &output(&["perft", "6"])))
}

#[test]
fn every_level_finds_the_same() {
    let levels = cpu::usable_levels();
    if std::env::var_os("OBVERSE_CPU").is_none() {
        assert_eq!(Some(&cpu::level()), levels.last());
    }
    let first = figures(levels[0]);
    for level in &levels[1..] {
        assert_eq!(figures(level), first, "{level}");
    }
}

/// Through all algorithms: moves, values and lines.
#[test]
fn every_level_speaks_the_same() {
    let mut dialogue = String::new();
    for row in obverse::search::ALGORITHMS {
        dialogue += &format!("obverse-param algorithm {}\n", row.name);
        dialogue += "clear_board\nplay b f5\nreg_genmove w\nall_move_values\ngenmove w\n";
        dialogue += "obverse-best_moves\nobverse-expected_line\n";
    }
    let of = |level| {
        let words = [
            "--cpu",
            level,
            "--depth",
            "3",
            "--seed",
            "1",
            "--playouts",
            "50",
        ];
        stdout_of(&words, dialogue.as_bytes())
    };
    let levels = cpu::usable_levels();
    let first = of(levels[0]);
    assert!(!first.contains('?'), "{first}");
    for level in &levels[1..] {
        assert_eq!(of(level), first, "{level}");
    }
}

#[test]
fn a_level_is_chosen_by_a_flag_or_the_environment() {
    let lowest = cpu::usable_levels()[0];
    let by_flag = stdout_of(&["--cpu", lowest, "--version"], b"");
    assert_eq!(level_in(&by_flag), Some(lowest));
    let with_variable = |level: &OsStr, words: &[&str]| {
        let output = obverse(words).env("OBVERSE_CPU", level).output();
        output.expect("the program starts")
    };
    let by_variable = with_variable(lowest.as_ref(), &["--version"]);
    assert_eq!(level_in(text(&by_variable.stdout)), Some(lowest));
    let by_none = with_variable("".as_ref(), &["--version"]);
    assert_eq!(level_in(text(&by_none.stdout)), Some(cpu::level()));
    // The flag wins.
    let both = with_variable("?".as_ref(), &["--cpu", lowest, "--version"]);
    assert_eq!(level_in(text(&both.stdout)), Some(lowest));

    let wrong = [
        OsString::from("v0"),
        #[cfg(unix)]
        std::os::unix::ffi::OsStringExt::from_vec(b"v2\xff".to_vec()),
    ];
    for level in wrong {
        let output = with_variable(&level, &["--version"]);
        assert_eq!(output.status.code(), Some(2));
        let problem = text(&output.stderr);
        assert!(
            problem.starts_with("obverse: OBVERSE_CPU: expected "),
            "{problem}"
        );
    }
    assert_refused(&["--cpu", "v0"], "", "--cpu: expected baseline, v2, v3, ");
    assert_refused(
        &["bench", "--cpu", "v2"],
        "",
        "--cpu: expected before everything else",
    );
}

#[cfg(target_arch = "x86_64")]
#[test]
fn a_level_above_the_cpu_is_refused() {
    if !is_for_all_cpus() || cfg!(debug_assertions) {
        return;
    }
    let Some(output) = on_cpu("Nehalem", &["--cpu", "v3", "perft", "1"], "") else {
        return;
    };
    let problem = text(&output.stderr);
    let problem = problem.lines().last().unwrap_or_default();
    assert_eq!(
        problem,
        "obverse: --cpu: v3: this CPU lacks avx, avx2, bmi1, f16c, fma, lzcnt, movbe"
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}
