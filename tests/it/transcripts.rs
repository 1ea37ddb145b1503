//! Every golden dialogue in `tests/transcripts/`.

use std::fs;
use std::path::Path;

use crate::dialogue::Dialogue;

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
