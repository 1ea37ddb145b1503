//! External programs and files that some tests need, above all real clients. At the end,
//! the target `what_ran` prints which of them were tested.

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Everything external that tests use.
pub(crate) const OUTSIDE: &[&str] = &[
    "Quarry",
    "XBoard",
    "Sabaki",
    "Sabaki, live analysis",
    "Chromium, report of a match",
    "Chromium, page of an analysis",
    "Chromium, page of exercises",
    "Chromium, page of statistics",
    "Chromium, page of `web`",
    "gtp-rhino, both sides checked",
    "gtp-rhino, as a player in a match",
    "pyffish, legal moves",
    "pyffish, games over UCI",
    "Dask, a match on three workers",
    "Python, experiments",
    "Python, faulty engines",
    "Python, scripts of the documents",
    "Python, positions held out",
    "jsonschema, lines of JSON",
    "Node.js, scripts of the documents",
    "qemu-x86_64, older CPUs",
    "published endgame problems",
    "bash, completions",
    "fish, completions",
    "zsh, completions",
    "groff, manual page",
    "mandoc, manual page",
];

/// Whether a missing program is a failure.
pub(crate) fn is_required() -> bool {
    std::env::var_os("OBVERSE_REQUIRE_CLIENTS").is_some_and(|value| value == "1")
}

/// Records that a test runs with this program.
pub(crate) fn ran(name: &str) {
    record(name, "");
}

/// Records that a test does not run, and why. Fails if [`is_required`].
#[track_caller]
pub(crate) fn skip(name: &str, reason: &str) {
    assert!(!is_required(), "skipped: {name}: {reason}");
    leave_out(name, reason);
}

/// Like [`skip`], but never fails.
#[track_caller]
pub(crate) fn leave_out(name: &str, reason: &str) {
    // libtest hides the captured output of passing tests, but not this.
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

/// The file with the records of a target's tests in this run of Cargo, which is the parent
/// of all their processes. Other runs have other files.
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
