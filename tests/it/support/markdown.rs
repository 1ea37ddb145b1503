//! The documents of the repository and their fenced blocks.

use std::fs;
use std::path::Path;

/// A fenced block.
pub(crate) struct Block<'a> {
    /// The line of the opening fence.
    pub(crate) line: usize,
    /// The word after the opening fence.
    pub(crate) kind: &'a str,
    pub(crate) text: String,
}

/// All fenced blocks of a document.
pub(crate) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut is_inside = false;
    let mut indent = 0;
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        if let Some(kind) = trimmed.strip_prefix("```") {
            is_inside = !is_inside;
            if is_inside {
                indent = line.len() - trimmed.len();
                blocks.push(Block {
                    line: index + 1,
                    kind: kind.trim(),
                    text: String::new(),
                });
            }
        } else if let (true, Some(block)) = (is_inside, blocks.last_mut()) {
            block.text += line.get(indent..).unwrap_or_default();
            block.text.push('\n');
        }
    }
    assert!(!is_inside, "a fence is not closed");
    blocks
}

/// Whether the document exists. The packaged crate does not include all of them.
pub(crate) fn exists(document: &str) -> bool {
    root().join(document).exists()
}

pub(crate) fn read(document: &str) -> String {
    fs::read_to_string(root().join(document)).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// Every document: those in the root folder and the pages of the site.
pub(crate) fn all() -> Vec<String> {
    let mut found = Vec::new();
    collect(Path::new(""), false, &mut found);
    collect(Path::new("docs"), true, &mut found);
    found.sort();
    assert!(found.len() > 20, "{found:?}");
    found
}

fn collect(folder: &Path, is_deep: bool, found: &mut Vec<String>) {
    let entries = fs::read_dir(root().join(folder)).expect("the folder can be read");
    for entry in entries {
        let entry = entry.expect("the folder can be read");
        let path = folder.join(entry.file_name());
        if is_deep && entry.path().is_dir() {
            collect(&path, true, found);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            let path = path.to_str().expect("a path in Unicode");
            found.push(path.replace('\\', "/"));
        }
    }
}

/// The folder of the repository, or of the packaged crate.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
