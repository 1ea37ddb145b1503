//! Replays every golden transcript in `tests/transcripts/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use obverse::protocol::PROTOCOLS;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::support::bless::{self, BLESS};
use crate::support::engine::{Engine, TIMEOUT, fixed_options};
use crate::support::transcript::Transcript;

/// All transcripts, with their file names.
fn transcripts() -> Vec<(String, Transcript)> {
    let mut paths: Vec<_> = fs::read_dir(folder())
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    let read = |path: &std::path::PathBuf| {
        let name = path.file_name().expect("it is a file").to_string_lossy();
        let text = fs::read_to_string(path).expect("it is text");
        (name.into_owned(), Transcript::read(&text))
    };
    paths.iter().map(read).collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")
}

#[test]
fn replies_are_as_recorded() {
    for (name, transcript) in transcripts() {
        match transcript.problem() {
            None => {}
            Some(_) if bless::is_wanted() => rewrite(&name),
            Some(problem) => panic!("{name}, {problem}; to rewrite it: {BLESS}"),
        }
    }
}

#[test]
fn no_recorded_reply_holds_a_time() {
    for (name, transcript) in transcripts() {
        for line in transcript.expected_lines() {
            // An option such as `move_time 0` has a fixed value.
            let line = line.replace("_time", "");
            let mut parts = line.split("time").skip(1);
            let holds_a_time = parts.any(|rest| {
                let value = rest.trim_start_matches(['"', ':', '=', ' ']);
                value.len() < rest.len() && value.starts_with(|c: char| c.is_ascii_digit())
            });
            assert!(!holds_a_time, "{name}: write … for the time in {line:?}");
        }
    }
}

fn rewrite(name: &str) {
    let path = folder().join(name);
    let text = fs::read_to_string(&path).expect("it is text");
    fs::write(path, bless::blessed(&text)).expect("the transcript can be written");
}

#[test]
fn replies_do_not_depend_on_the_size_of_chunks() {
    // The files may be rewritten at the same time.
    if bless::is_wanted() {
        return;
    }
    for (name, transcript) in transcripts() {
        for (size, cut) in [(1, "byte by byte"), (usize::MAX, "in one chunk")] {
            let problem = transcript.recut(size).and_then(|recut| recut.problem());
            assert!(
                problem.is_none(),
                "{name} {cut}, {}; if chunk by chunk it passes, a line with % may say why its chunks \
                 must stay; if not, rewrite it: {BLESS}",
                problem.unwrap_or_default()
            );
        }
    }
}

#[test]
fn lines_in_random_order_do_no_harm() {
    const ORDERS: u64 = 8;
    const LINES: usize = 60;
    let transcripts = transcripts();
    for protocol in PROTOCOLS {
        let own = transcripts
            .iter()
            .filter(|(name, _)| name.ends_with(&format!(".{}", protocol.name)));
        let input: Vec<u8> = own.flat_map(|(_, transcript)| transcript.input()).collect();
        let mut lines: Vec<&[u8]> = input.split_inclusive(|&byte| byte == b'\n').collect();
        // In Edax's console a level replaces the move time, and this one takes minutes.
        lines.retain(|line| *line != b"level 30\n");
        assert!(!lines.is_empty(), "no transcript of {}", protocol.name);
        for seed in 0..ORDERS {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let opening = protocol.openings.first().map(|line| format!("{line}\n"));
            let mut shuffled = opening.unwrap_or_default().into_bytes();
            for _ in 0..LINES {
                shuffled.extend_from_slice(lines[rng.random_range(..lines.len())]);
            }
            let mut options = fixed_options();
            options.move_time = Some(Duration::from_millis(2));
            let engine = Engine::start_with(options, None, TIMEOUT);
            engine.send(&shuffled);
            let result = engine.finish();
            let shuffled = String::from_utf8_lossy(&shuffled);
            assert!(
                result.is_ok(),
                "{}: {result:?} after\n{shuffled}",
                protocol.name
            );
        }
    }
}
