//! `obverse check`: Obverse passes every check, and every check finds the engine that has just
//! that fault.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::outside;
use crate::support::program::{self, assert_refused, obverse, run, stdout_of, text};

const PYTHON: &str = "Python, faulty engines";

/// Obverse behind a wrapper that damages one thing.
const FAULTY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/faulty.py");

/// The specification of Obverse in this protocol, perhaps behind another program.
fn engine(protocol: &str, before: &str) -> String {
    let program = program::path();
    let flags = match protocol {
        "edax" => "-q -l 1 -n 1",
        _ => "--level 1 --threads 1",
    };
    format!("protocol={protocol} cmd=\"{before} '{program}' {protocol} {flags}\"")
}

/// Runs checks, and returns the exit status and the verdicts by name.
fn verdicts(engine: &str, words: &[&str]) -> (Option<i32>, BTreeMap<String, Value>) {
    let output = run(
        &[&["check", "--json", "--engine", engine], words].concat(),
        b"",
    );
    let stdout = text(&output.stdout);
    let mut lines: Vec<Value> = stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    let total = lines
        .pop()
        .unwrap_or_else(|| panic!("{engine}: {}", text(&output.stderr)));
    assert_eq!(total["total"]["checks"], lines.len());
    let named = |line: Value| (line["check"].as_str().expect("a name").to_string(), line);
    (output.status.code(), lines.into_iter().map(named).collect())
}

/// The checks that did not hold.
fn broken(verdicts: &BTreeMap<String, Value>) -> Vec<&str> {
    let is_broken = |line: &Value| matches!(line["verdict"].as_str(), Some("fail" | "short"));
    let broken = verdicts.iter().filter(|(_, line)| is_broken(line));
    broken.map(|(name, _)| name.as_str()).collect()
}

/// All checks: protocol, name and weight.
fn all() -> Vec<[String; 3]> {
    let list = stdout_of(&["check", "--list", "--json"], b"");
    let row = |line| {
        let row: Value = serde_json::from_str(line).expect("a line of JSON");
        ["protocol", "check", "weight"].map(|key| row[key].as_str().expect("text").to_string())
    };
    list.lines().map(row).collect()
}

#[test]
fn obverse_passes_every_check() {
    thread::scope(|scope| {
        for protocol in ["gtp", "nboard", "edax", "uci", "ugi"] {
            scope.spawn(move || {
                let (status, verdicts) = verdicts(&engine(protocol, ""), &[]);
                assert!(verdicts.len() > 25, "{protocol}");
                assert_eq!(broken(&verdicts), [""; 0], "{protocol}: {verdicts:#?}");
                assert_eq!(status, Some(0), "{protocol}");
            });
        }
    });
}

/// At level 1 a search is over before it could be interrupted.
#[test]
fn searches_of_obverse_are_interrupted() {
    let engine = format!("cmd='{}'", program::path());
    let (_, verdicts) = verdicts(&engine, &["--only", "interrupt", "--only", "stop"]);
    for (name, line) in &verdicts {
        assert_eq!(line["verdict"], "ok", "{name}: {line}");
    }
    assert_eq!(verdicts.len(), 2);
}

/// Checks engines that each have the fault named after a check, so many at once: mostly, they
/// wait.
fn check_faulty_engines(at_once: usize, judge: impl Fn(&[String; 3], &str) + Sync) {
    if Command::new("python3").arg("--version").output().is_err() {
        return outside::skip(PYTHON, "python3 is not installed");
    }
    outside::ran(PYTHON);
    let checks = all();
    // UCI and UGI share most checks.
    let is_shared = |row: &[String; 3]| {
        let is_same = |other: &[String; 3]| other[0] == "uci" && other[1] == row[1];
        row[0] == "ugi" && row[1] != "pass-asked" && checks.iter().any(is_same)
    };
    let rows: Vec<_> = checks.iter().filter(|row| !is_shared(row)).collect();
    assert!(rows.len() > 140);
    let rest = Mutex::new(rows.into_iter());
    let next = || rest.lock().expect("no panic").next();
    thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while let Some(row) = next() {
                    let [protocol, name, _] = row;
                    let wrapper = format!("python3 -I -S '{FAULTY}' {protocol} {name}");
                    judge(row, &engine(protocol, &wrapper));
                }
            });
        }
    });
}

#[test]
fn each_fault_is_found() {
    check_faulty_engines(12, |[protocol, name, weight], engine| {
        let (status, verdicts) = verdicts(engine, &["--only", name]);
        let (word, expected) = match weight.as_str() {
            "must" => ("fail", 1),
            _ => ("short", 0),
        };
        let line = &verdicts[name];
        assert_eq!(line["verdict"], word, "{protocol} {name}: {line}");
        assert_eq!(status, Some(expected), "{protocol} {name}");
        let problem = line["problem"].as_str().expect("text");
        assert!(!problem.contains(char::is_control), "{problem:?}");
    });
}

/// What is shown about a check that fails: the demand, what was wrong, and the bytes.
#[test]
fn a_failure_is_shown_with_its_bytes() {
    if Command::new("python3").arg("--version").output().is_err() {
        return outside::skip(PYTHON, "python3 is not installed");
    }
    let wrapper = format!("python3 -I -S '{FAULTY}' gtp ids");
    let engine = format!("name=odd {}", engine("gtp", &wrapper));
    let output = run(
        &[
            "check", "--engine", &engine, "--only", "ids", "--only", "quit",
        ],
        b"",
    );
    let stdout = text(&output.stdout);
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(
        lines[..2],
        [
            "FAIL     ids: the reply to a command with an ID repeats it directly after = or ?",
            "         the reply to `12 name` should begin with `=12 `, and was `= 12 Obverse`",
        ]
    );
    let end = [
        "         < 12 name\\n",
        "         > = 12 Obverse\\n\\n",
        "ok       quit",
        "total: checks 2, ok 1, failed 1, short 0, skipped 0",
    ];
    assert!(lines.ends_with(&end), "{stdout}");
    assert_eq!(
        text(&output.stderr),
        "obverse: odd: 1 of 2 checks failed: ids\n"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn an_engine_that_does_not_talk_is_reported_in_one_line() {
    for (cmd, words, problem) in [
        (
            "/missing/engine",
            &[][..],
            "x: /missing/engine cannot be started: ",
        ),
        ("false", &[], "x: the program ended with exit status: 1\n"),
        ("true", &[], "x: the program ended with exit status: 0\n"),
        (
            "sleep 1000",
            &["--timeout", "0.3"],
            "x: the reply to `list_commands` did not come within 0.3 s\n",
        ),
        ("yes = no", &[], "x: it writes without end\n"),
    ] {
        let spec = format!("name=x cmd='{cmd}'");
        let output = run(&[&["check", "--engine", &spec], words].concat(), b"");
        let stderr = text(&output.stderr);
        assert!(
            stderr.starts_with(&format!("obverse: {problem}")),
            "{stderr}"
        );
        assert_eq!(
            (output.status.code(), stderr.lines().count()),
            (Some(1), 1),
            "{cmd}"
        );
        assert_eq!(text(&output.stdout), "", "{cmd}");
    }
}

#[test]
fn wrong_command_lines_are_refused() {
    assert_refused(
        &["check"],
        "",
        "check: expected --engine SPEC [FLAG ...] or --list",
    );
    let refused = |spec: &str, words: &[&str], problem: &str| {
        assert_refused(&[&["check", "--engine", spec], words].concat(), "", problem);
    };
    refused("name=x", &[], "--engine name=x: expected cmd");
    refused(
        "builtin",
        &[],
        "--engine builtin: builtin: expected name, cmd, protocol, ",
    );
    refused(
        "cmd=x protocol=xboard",
        &[],
        "--engine cmd=x protocol=xboard: protocol: expected gtp, nboard, edax, uci, ugi",
    );
    refused(
        "cmd=x",
        &["--only", "qiut"],
        "--only qiut: unknown check, did you mean quit?",
    );
    refused(
        "cmd=x",
        &["--only", "bestmove-form"],
        "--only bestmove-form: unknown check",
    );
    refused(
        "cmd=x",
        &["--timeout", "soon"],
        "--timeout: expected 0 to 1000000",
    );
}

#[test]
fn the_list_is_of_one_protocol_or_of_all() {
    let protocols = |words: &[&str]| {
        let list = stdout_of(&[&["check", "--list"], words].concat(), b"");
        let mut protocols: Vec<String> = list
            .lines()
            .map(|line| line.split(' ').next().unwrap_or_default().to_string())
            .collect();
        protocols.dedup();
        protocols
    };
    assert_eq!(protocols(&[]), ["gtp", "nboard", "edax", "uci", "ugi"]);
    assert_eq!(protocols(&["--engine", "cmd=x protocol=ugi"]), ["ugi"]);
    assert_eq!(protocols(&["--only", "ids"]), ["gtp"]);
    let unknown = ["check", "--list", "--only", "bestmov"];
    assert_refused(&unknown, "", "--only bestmov: unknown check, ");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_checks_and_the_engine() {
    let mut child = obverse(&["check", "--engine", "cmd='sleep 1000'", "--timeout", "500"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let start = Instant::now();
    // A signal before its handler is installed would end the program, too.
    thread::sleep(Duration::from_millis(300));
    crate::support::program::interrupt(&child);
    let status = child.wait().expect("it ends");
    assert!(start.elapsed() < Duration::from_secs(60));
    assert!(!status.success(), "{status}");
}

mod slow {
    use super::*;

    /// Checks that let an engine search until they interrupt it, on all its threads. They take
    /// most of the time of all checks.
    const LONG: [&str; 9] = [
        "infinite",
        "interrupt",
        "move-time",
        "ping-ends-go",
        "ping-ends-hint",
        "ponder",
        "quit-during-search",
        "ready-during-search",
        "stop",
    ];

    /// Faults of the commands that the long checks send.
    const TOUCHES_LONG: [&str; 4] = ["idle-stop", "mode", "ping", "quit"];

    /// So that a report names the fault, and not everything that comes of it.
    #[test]
    #[ignore = "takes minutes; .ci/nightly runs it"]
    fn each_fault_is_found_by_its_check_alone() {
        let checks = all();
        let is_long = |name: &str| LONG.contains(&name);
        check_faulty_engines(4, |[protocol, name, _], engine| {
            let with_long = is_long(name) || TOUCHES_LONG.contains(&name.as_str());
            let of_protocol = checks.iter().filter(|row| row[0] == *protocol);
            let names = of_protocol.map(|row| row[1].as_str());
            let names = names.filter(|name| with_long || !is_long(name));
            let words: Vec<&str> = names.flat_map(|name| ["--only", name]).collect();
            let (_, verdicts) = verdicts(engine, &words);
            assert_eq!(
                broken(&verdicts),
                [name],
                "{protocol} {name}: {verdicts:#?}"
            );
        });
    }
}
