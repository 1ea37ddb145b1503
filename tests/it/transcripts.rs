//! Every golden dialogue in `tests/transcripts/`.

use std::fs;
use std::path::Path;

use obverse::protocol::PROTOCOLS;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::dialogue::Dialogue;
use crate::engine::{Engine, WATCHDOG, fixed_options};

/// A file's name and what it says.
fn transcripts() -> Vec<(String, Dialogue)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    let read = |path: &std::path::PathBuf| {
        let name = path.file_name().expect("it is a file").to_string_lossy();
        let text = fs::read_to_string(path).expect("it is text");
        (name.into_owned(), Dialogue::read(&text))
    };
    paths.iter().map(read).collect()
}

#[test]
fn as_they_were_cut() {
    for (name, dialogue) in transcripts() {
        dialogue.run(&name);
    }
}

/// What a client gets does not depend on how its text arrives.
#[test]
fn in_single_bytes_and_at_once() {
    for (name, dialogue) in transcripts() {
        for size in [1, usize::MAX] {
            if let Some(recut) = dialogue.recut(size) {
                recut.run(&format!("{name} in chunks of {size}"));
            }
        }
    }
}

/// Lines that made sense where they stood are survived anywhere else.
#[test]
fn in_any_order() {
    const ORDERS: u64 = 8;
    const LINES: usize = 60;
    let transcripts = transcripts();
    for protocol in PROTOCOLS {
        let own = transcripts
            .iter()
            .filter(|(name, _)| name.ends_with(&format!(".{}", protocol.name)));
        let input: Vec<u8> = own.flat_map(|(_, dialogue)| dialogue.input()).collect();
        let lines: Vec<&[u8]> = input.split_inclusive(|&byte| byte == b'\n').collect();
        assert!(!lines.is_empty(), "{} has no dialogue", protocol.name);
        for seed in 0..ORDERS {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
            let opening = protocol.opening.map(|words| format!("{words}\n"));
            let mut shuffled = opening.unwrap_or_default().into_bytes();
            for _ in 0..LINES {
                shuffled.extend_from_slice(lines[dice.random_range(..lines.len())]);
            }
            let mut options = fixed_options();
            assert!(options.set("move_time", "0.002").is_ok());
            let engine = Engine::start_with(options, None, WATCHDOG);
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
