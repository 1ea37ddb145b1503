//! What the program is built with: one version of Rust, and the crates of the lock file.

use std::fs;

use crate::support::markdown::{all, exists, read, root};

/// Commands of Cargo that would otherwise take newer crates than those of the lock file.
const CHOOSE_CRATES: [&str; 9] = [
    "build", "check", "clippy", "doc", "install", "miri", "package", "run", "test",
];

/// The version that the build needs; `.ci/nightly-supply-chain` builds with it.
#[test]
fn every_file_names_the_oldest_rust_that_can_build_the_program() {
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    let mut found = 0;
    let mut check = |file: &str, before: &str| {
        let text = read(file);
        let named = text.split(before).skip(1);
        for version in named.filter(|named| named.starts_with(|first: char| first.is_ascii_digit()))
        {
            let right = version.starts_with(oldest);
            assert!(
                right,
                "{file}: {before}{}",
                version.lines().next().unwrap_or_default()
            );
            found += 1;
        }
    };
    for document in all() {
        check(&document, "Rust ");
    }
    let others = [
        ("capi/Cargo.toml", "rust-version = \""),
        ("python/Cargo.toml", "rust-version = \""),
        ("Containerfile", "library/rust:"),
    ];
    for (file, before) in others.into_iter().filter(|(file, _)| exists(file)) {
        check(file, before);
    }
    assert!(found > 4, "{found}");
}

/// What follows `cargo` and the name of a toolchain wherever a line has such a command.
fn commands(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("cargo ").filter_map(|(at, cargo)| {
        let (before, words) = (&line[..at], &line[at + cargo.len()..]);
        let words = match words.strip_prefix(['+', '"']) {
            Some(toolchain) => toolchain.split_once(' ')?.1,
            None => words,
        };
        let is_code = !before.contains('#') && !before.ends_with('"');
        let name = words.split(' ').next()?;
        (is_code && CHOOSE_CRATES.contains(&name)).then_some(words)
    })
}

#[test]
fn every_command_of_ci_keeps_to_the_lock_file() {
    let mut found = 0;
    for folder in [".ci", ".github/workflows"] {
        let entries = fs::read_dir(root().join(folder));
        for entry in entries.into_iter().flatten() {
            let path = entry.expect("the folder can be read").path();
            let text = fs::read_to_string(&path).expect("a script");
            for command in text.replace("\\\n", " ").lines().flat_map(commands) {
                let is_locked = command.contains("--locked");
                assert!(is_locked, "{}: cargo {command}", path.display());
                found += 1;
            }
        }
    }
    assert!(found > 20 || !exists(".ci"), "{found}");

    let config = read(".cargo/config.toml");
    for alias in config.split("= [").skip(1) {
        assert!(alias.contains("\"--locked\""), "{alias}");
    }
}
