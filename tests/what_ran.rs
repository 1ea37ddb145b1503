//! Prints at the end of a test run which real clients and other external programs were
//! tested, which were not, and why. Cargo runs its targets in the order of their names, so
//! this is the last one.

#[path = "it/support/outside.rs"]
#[allow(dead_code)]
mod outside;

use std::fs;
use std::io::Write;
use std::time::Duration;

fn main() {
    let records = take_records();
    let asks_for_a_list = std::env::args().any(|argument| argument == "--list");
    if records.is_empty() || asks_for_a_list {
        return;
    }
    let mut lines = vec!["\nReal clients and other programs from outside:".to_string()];
    for &name in outside::OUTSIDE {
        let mut reasons = records.iter().filter(|record| record.0 == name);
        lines.push(match reasons.next() {
            None => format!("  left out  {name}: no such test in this run"),
            Some((_, reason)) if reason.is_empty() => format!("  ran       {name}"),
            Some((_, reason)) => format!("  left out  {name}: {reason}"),
        });
    }
    let lines = lines.join("\n") + "\n\n";
    std::io::stdout()
        .write_all(lines.as_bytes())
        .expect("standard output is open");
}

/// The records of the other targets in this run: a name, and the reason if a test was
/// skipped.
fn take_records() -> Vec<(String, String)> {
    let mut records = Vec::new();
    for target in ["it", "timing"] {
        let path = outside::records_of(target);
        let text = fs::read_to_string(&path).unwrap_or_default();
        let _ = fs::remove_file(path);
        let lines = text.lines().filter_map(|line| line.split_once('\t'));
        records.extend(lines.map(|(name, reason)| (name.to_string(), reason.to_string())));
    }
    discard_old_records();
    records
}

/// Runs that ended early have not removed their records.
fn discard_old_records() {
    const DAY: Duration = Duration::from_secs(24 * 60 * 60);
    let files = fs::read_dir(outside::folder_of_records());
    for file in files.into_iter().flatten().flatten() {
        let written = file.metadata().and_then(|data| data.modified());
        if written.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > DAY)) {
            let _ = fs::remove_file(file.path());
        }
    }
}
