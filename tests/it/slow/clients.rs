//! Real clients play with the engine, each controlled by a script in `scripts/clients` that
//! checks the game. If a client is not installed, its test prints `skipped:` and passes, or
//! fails with `OBVERSE_REQUIRE_CLIENTS=1`. `.ci/install-clients` installs the clients.

use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::outside::{is_required, ran, skip};

/// The exit status of a script whose client is not installed.
const SKIPPED: i32 = 77;

#[test]
fn quarry() {
    let picture = concat!(env!("CARGO_TARGET_TMPDIR"), "/quarry.png");
    check("Quarry", "bash", "quarry.sh", &["--picture", picture]);
}

#[test]
fn xboard() {
    check("XBoard", "bash", "xboard.sh", &[]);
}

#[test]
fn sabaki() {
    check("Sabaki", "node", "sabaki.js", &[]);
}

#[test]
fn sabaki_analysis() {
    check("Sabaki, live analysis", "node", "sabaki_analysis.js", &[]);
}

#[test]
fn browser() {
    let pictures = concat!(env!("CARGO_TARGET_TMPDIR"), "/report");
    check(
        "Chromium, report of a match",
        "node",
        "browser.js",
        &["--pictures", pictures],
    );
}

#[test]
fn browser_analysis() {
    let pictures = concat!(env!("CARGO_TARGET_TMPDIR"), "/analysis");
    check(
        "Chromium, page of an analysis",
        "node",
        "browser_analysis.js",
        &["--pictures", pictures],
    );
}

#[test]
fn browser_exercises() {
    let pictures = concat!(env!("CARGO_TARGET_TMPDIR"), "/exercises");
    check(
        "Chromium, page of exercises",
        "node",
        "browser_exercises.js",
        &["--pictures", pictures],
    );
}

#[test]
fn browser_stats() {
    let pictures = concat!(env!("CARGO_TARGET_TMPDIR"), "/stats");
    check(
        "Chromium, page of statistics",
        "node",
        "browser_stats.js",
        &["--pictures", pictures],
    );
}

#[test]
fn browser_web() {
    let pictures = concat!(env!("CARGO_TARGET_TMPDIR"), "/web");
    check(
        "Chromium, page of `web`",
        "node",
        "browser_web.js",
        &["--pictures", pictures],
    );
}

#[test]
fn rhino() {
    check(
        "gtp-rhino, both sides checked",
        "python3",
        "rhino.py",
        &["--games", "2"],
    );
}

#[test]
fn pyffish() {
    check(
        "pyffish, legal moves",
        "python3",
        "pyffish_legality.py",
        &["--games", many()],
    );
}

#[test]
fn pyffish_uci() {
    check(
        "pyffish, games over UCI",
        "python3",
        "pyffish_uci.py",
        &["--games", many()],
    );
}

/// How many games to play with a referee that takes 60 ms for each. `.ci/nightly` plays more.
fn many() -> &'static str {
    if is_required() { "200" } else { "100" }
}

/// All three workers are on this machine.
#[test]
fn dask() {
    check(
        "Dask, a match on three workers",
        "python3",
        "dask_cluster.py",
        &[],
    );
}

/// Runs a script, which succeeds if the client worked.
fn check(client: &str, interpreter: &str, script: &str, arguments: &[&str]) {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/clients");
    if !scripts.exists() {
        return skip(client, "the packaged crate has no scripts");
    }
    let result = Command::new(interpreter)
        .arg(scripts.join(script))
        .args(arguments)
        .args([env!("CARGO_BIN_EXE_obverse"), "--move_time", "0.05"])
        .stdin(Stdio::null())
        .output();
    let output = match result {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return skip(client, &format!("{interpreter} is not installed"));
        }
        result => result.expect("the script starts"),
    };
    let text = String::from_utf8_lossy(&output.stdout);
    if output.status.code() == Some(SKIPPED) {
        return skip(client, text.trim_end().trim_start_matches("skipped: "));
    }
    ran(client);
    assert!(
        output.status.success(),
        "{script}: {}\n{text}{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
}
