//! Real clients play with the engine: each script in `scripts/clients` judges
//! one of them. Where a client is not installed its test says `skipped:` and
//! passes, or fails with `OBVERSE_REQUIRE_CLIENTS=1`. `.ci/install-clients`
//! installs them.

#![cfg(unix)]

use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::outside;

/// The status of a script whose client is not installed.
const SKIPPED: i32 = 77;

#[test]
fn quarry() {
    let picture = concat!(env!("CARGO_TARGET_TMPDIR"), "/quarry.png");
    judge("bash", "quarry.sh", &["--picture", picture]);
}

#[test]
fn xboard() {
    judge("bash", "xboard.sh", &[]);
}

#[test]
fn sabaki() {
    judge("node", "sabaki.js", &[]);
}

#[test]
fn sabaki_analysis() {
    judge("node", "sabaki_analysis.js", &[]);
}

/// The report of a match, in a browser.
#[test]
fn browser() {
    let pictures = concat!(env!("CARGO_TARGET_TMPDIR"), "/report");
    judge("node", "browser.js", &["--pictures", pictures]);
}

/// The page of an analysis, in a browser.
#[test]
fn browser_analysis() {
    let pictures = concat!(env!("CARGO_TARGET_TMPDIR"), "/analysis");
    judge("node", "browser_analysis.js", &["--pictures", pictures]);
}

#[test]
fn rhino() {
    judge("python3", "rhino.py", &["--games", "2"]);
}

#[test]
fn pyffish() {
    judge("python3", "pyffish_legality.py", &["--games", many()]);
}

#[test]
fn pyffish_uci() {
    judge("python3", "pyffish_uci.py", &["--games", many()]);
}

/// Of games with an oracle that needs 60 ms for one.
fn many() -> &'static str {
    if outside::is_required() {
        "1000"
    } else {
        "100"
    }
}

/// The three workers are of this machine.
#[test]
fn dask() {
    judge("python3", "dask_cluster.py", &[]);
}

fn judge(interpreter: &str, script: &str, arguments: &[&str]) {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/clients");
    if !scripts.exists() {
        // As in the package that registries keep.
        return outside::skip("the scripts are not here");
    }
    let result = Command::new(interpreter)
        .arg(scripts.join(script))
        .args(arguments)
        .args([env!("CARGO_BIN_EXE_obverse"), "--move_time", "0.05"])
        .stdin(Stdio::null())
        .output();
    let output = match result {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return outside::skip(&format!("{script}: {interpreter} is not installed"));
        }
        result => result.expect("the script can be started"),
    };
    let text = String::from_utf8_lossy(&output.stdout);
    match output.status.code() {
        Some(0) => {}
        Some(SKIPPED) => {
            let why = text.trim_end().trim_start_matches("skipped: ");
            outside::skip(&format!("{script}: {why}"));
        }
        _ => panic!(
            "{script}: {}\n{text}{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        ),
    }
}
