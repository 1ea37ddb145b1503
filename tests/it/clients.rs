//! Real clients play with the engine: each script in `scripts/clients` judges
//! one of them. Where a client is not installed its test says `skipped:` and
//! passes, or fails with `OBVERSE_REQUIRE_CLIENTS=1`. `.ci/install-clients`
//! installs them.

#![cfg(unix)]

use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// The status of a script whose client is not installed.
const SKIPPED: i32 = 77;

#[test]
fn quarry() {
    let picture = concat!(env!("CARGO_TARGET_TMPDIR"), "/quarry.png");
    judge("bash", "quarry.sh", &["--picture", picture]);
}

#[test]
fn sabaki() {
    judge("node", "sabaki.js", &[]);
}

#[test]
fn rhino() {
    judge("python3", "rhino.py", &["--games", "2"]);
}

#[test]
fn pyffish() {
    // The oracle needs 60 ms a game.
    let games = if is_required() { "1000" } else { "100" };
    judge("python3", "pyffish_legality.py", &["--games", games]);
}

fn is_required() -> bool {
    std::env::var_os("OBVERSE_REQUIRE_CLIENTS").is_some_and(|value| value == "1")
}

fn judge(interpreter: &str, script: &str, arguments: &[&str]) {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/clients");
    if !scripts.exists() {
        // As in the package that registries keep.
        return skip(script, "skipped: the scripts are not here");
    }
    let result = Command::new(interpreter)
        .arg(scripts.join(script))
        .args(arguments)
        .args([env!("CARGO_BIN_EXE_obverse"), "--move_time", "0.05"])
        .stdin(Stdio::null())
        .output();
    let output = match result {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return skip(script, &format!("skipped: {interpreter} is not installed"));
        }
        result => result.expect("the script can be started"),
    };
    let text = String::from_utf8_lossy(&output.stdout);
    match output.status.code() {
        Some(0) => {}
        Some(SKIPPED) => skip(script, text.trim_end()),
        _ => panic!(
            "{script}: {}\n{text}{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        ),
    }
}

fn skip(script: &str, why: &str) {
    assert!(!is_required(), "{script}: {why}");
    // Unlike a print macro's, these words are shown though the test passes.
    let _ = io::stderr().write_all(format!("{script}: {why}\n").as_bytes());
}
