//! Programs and files from outside that some tests need: real clients first. The
//! target `what_ran` says at the end which of them took part.

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// All that tests ask for.
pub(crate) const OUTSIDE: &[&str] = &[
    "Quarry",
    "XBoard",
    "Sabaki",
    "Sabaki, live analysis",
    "Chromium, report of a match",
    "Chromium, page of an analysis",
    "gtp-rhino, both sides checked",
    "gtp-rhino, as a player in a match",
    "pyffish, legal moves",
    "pyffish, games over UCI",
    "Dask, a match on three workers",
    "Python, experiments",
    "Python, scripts of the documents",
    "Python, positions held out",
    "qemu-x86_64, a CPU of 2008",
    "published endgame problems",
    "bash, completions",
    "fish, completions",
    "zsh, completions",
    "groff, manual page",
    "mandoc, manual page",
];

/// Whether everything must be there.
pub(crate) fn is_required() -> bool {
    std::env::var_os("OBVERSE_REQUIRE_CLIENTS").is_some_and(|value| value == "1")
}

/// Says that a test runs with this.
pub(crate) fn ran(name: &str) {
    record(name, "");
}

/// Says that a test does not run, and why. Where everything must be there, that is a
/// failure.
#[track_caller]
pub(crate) fn skip(name: &str, reason: &str) {
    assert!(!is_required(), "skipped: {name}: {reason}");
    leave_out(name, reason);
}

/// The same for what need never be there.
#[track_caller]
pub(crate) fn leave_out(name: &str, reason: &str) {
    // libtest hides what passing tests print, but not this.
    let _ = writeln!(std::io::stderr(), "skipped: {name}: {reason}");
    record(name, reason);
}

/// A line of the file that `what_ran` reads.
#[track_caller]
fn record(name: &str, reason: &str) {
    static RECORDS: Mutex<Option<File>> = Mutex::new(None);
    assert!(OUTSIDE.contains(&name), "{name} is not in the table");
    let mut records = RECORDS.lock().unwrap_or_else(PoisonError::into_inner);
    let file = records.get_or_insert_with(|| {
        fs::create_dir_all(folder_of_records()).expect("it can be created");
        let path = records_of(env!("CARGO_CRATE_NAME"));
        File::create(path).expect("it can be written")
    });
    writeln!(file, "{name}\t{reason}").expect("it can be written");
}

/// What the tests of a target have recorded in this run of Cargo, the parent of all
/// their processes. Other runs have files of other names.
pub(crate) fn records_of(target: &str) -> PathBuf {
    #[cfg(unix)]
    let run = std::os::unix::process::parent_id();
    #[cfg(not(unix))]
    let run = 0;
    folder_of_records().join(format!("{target}-{run}"))
}

pub(crate) fn folder_of_records() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("outside")
}
