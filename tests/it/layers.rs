//! The order of the modules: each uses only what it may.
//!
//! The check reads the sources as a compiler's first pass would, without
//! comments and the texts of strings, and looks at every path that begins at
//! the crate. Test code obeys too.

use std::fs;
use std::path::{Path, PathBuf};

/// Each module and the others that it may use. `main.rs` stands outside: it is
/// another crate, and may use all.
const ALLOWED: &[(&str, &[&str])] = &[
    ("board", &[]),
    ("score", &[]),
    ("eval", &["board", "score"]),
    ("search", &["board", "score", "eval", "system"]),
    ("session", &["board", "score", "eval", "search"]),
    ("formats", &["board", "version"]),
    (
        "protocol",
        &[
            "board", "score", "eval", "search", "session", "formats", "system", "version",
        ],
    ),
    (
        "tools",
        &[
            "board", "score", "eval", "search", "session", "formats", "protocol", "system",
        ],
    ),
    (
        "command_line",
        &["eval", "search", "protocol", "session", "tools"],
    ),
    ("cpu", &[]),
    ("system", &[]),
    ("version", &["board", "cpu"]),
];

/// Who may write to the standard streams.
const WRITERS: &[&str] = &[
    "main.rs",
    "protocol/driver.rs",
    "protocol/terminal/",
    "tools/",
];

const PRINTS: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];

#[test]
fn modules_use_only_what_stands_above_them() {
    let mut problems = Vec::new();
    let mut count = 0;
    for (path, source) in sources() {
        let module = top_module(&path);
        if module != "main" && module != "lib" {
            problems.extend(layer_problems(&path, &source));
            count += 1;
        }
    }
    assert!(count > 50, "the sources were not found");
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn every_module_has_its_place() {
    let library = fs::read_to_string(folder().join("lib.rs")).expect("it is there");
    let words = words(&library);
    let named: Vec<&str> = words
        .windows(2)
        .filter(|pair| pair[0] == "mod")
        .map(|pair| pair[1].as_str())
        .collect();
    assert!(!named.is_empty());
    for module in named {
        let is_placed = ALLOWED.iter().any(|&(name, _)| name == module);
        assert!(is_placed, "{module} is in lib.rs but not in the table here");
    }
}

#[test]
fn only_few_write_to_the_standard_streams() {
    for (path, source) in sources() {
        if !WRITERS.iter().any(|writer| path.starts_with(writer)) {
            assert_eq!(stream_problems(&path, &source), [""; 0]);
        }
    }
}

/// The only files that may hold unsafe code: kernels, and the CPU check.
const UNSAFE: &[&str] = &[
    "board/flip/",
    "board/mobility/",
    "board/expand/",
    "board/last_flip.rs",
    "board/nth.rs",
    "board/ranks.rs",
    "board/stability/",
    "eval/pattern/first_layer.rs",
    "eval/pattern/hidden_layer.rs",
    "search/engine/transposition_table/memory.rs",
    "cpu.rs",
];

#[test]
fn only_few_may_be_unsafe() {
    for (path, source) in sources() {
        let lifts = words(&source).iter().any(|word| word == "unsafe_code");
        let may = UNSAFE.iter().any(|place| path.starts_with(place));
        assert!(may || !lifts, "{path:?} lifts the ban on unsafe code");
    }
}

#[test]
fn finds_planted_violations() {
    for (path, source, used) in [
        ("board/game.rs", "use crate::search::Report;", "search"),
        (
            "eval/mod.rs",
            "fn f() { let x = crate::session::Task::Move; }",
            "session",
        ),
        (
            "search/a/b.rs",
            "use crate::{board::{Color, Move}, protocol};",
            "protocol",
        ),
        (
            "session/mod.rs",
            "use crate :: { /* x */ eval , \n formats :: sgf };",
            "formats",
        ),
        (
            "score.rs",
            "let quote = '\"'; use crate::eval::find;",
            "eval",
        ),
        (
            "score.rs",
            "let text = r#\"\"\"#; use crate::eval::find;",
            "eval",
        ),
        ("board/mod.rs", "use super::score;", "score"),
        (
            "board/a/mod.rs",
            "    use super::super::super::score;",
            "score",
        ),
        ("board/a.rs", "use crate::*;", "*"),
    ] {
        let expected = format!("{path} uses {used}");
        assert_eq!(layer_problems(path, source), [expected], "{source}");
    }
    for (path, source) in [
        (
            "board/game.rs",
            "// crate::search\n/* crate::search */ \"crate::search\"",
        ),
        (
            "board/game.rs",
            "pub(crate) use super::Move; use crate::board::Color;",
        ),
        ("board/game.rs", "mod tests { use super::super::lanes; }"),
        (
            "eval/mod.rs",
            "use crate::{board::{self, Color}, score::Score};",
        ),
        (
            "score.rs",
            "fn f<'a>(x: &'a str) { r#\"\"crate::eval\"\"#; }",
        ),
    ] {
        assert_eq!(layer_problems(path, source), [""; 0], "{source}");
    }
    for source in [
        "println!(\"x\")",
        "eprint ! (\"x\")",
        "dbg!(x)",
        "io::stdout()",
        "use std::io::{self, stderr};",
    ] {
        assert_eq!(stream_problems("a.rs", source).len(), 1, "{source}");
    }
    for source in [
        "rustix::stdio::stdout()",
        "// println!()",
        "#[cfg(test)]\nmod tests { fn f() { println!() } }",
        "writeln!(f, \"println!\")",
    ] {
        assert_eq!(stream_problems("a.rs", source), [""; 0], "{source}");
    }
}

/// What a file uses and may not.
fn layer_problems(path: &str, source: &str) -> Vec<String> {
    let module = top_module(path);
    let row = ALLOWED.iter().find(|&&(name, _)| name == module);
    let Some(&(_, allowed)) = row else {
        return vec![format!("{path} is in a module without a place")];
    };
    used_modules(path, source)
        .into_iter()
        .filter(|used| used != module && !allowed.contains(&used.as_str()))
        .map(|used| format!("{path} uses {used}"))
        .collect()
}

fn used_modules(path: &str, source: &str) -> Vec<String> {
    let words = words(source);
    let mut used = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let rest = &words[at + 1..];
        match word.as_str() {
            "crate" => used.extend(first_names(rest)),
            // The first of a chain of `super::`.
            "super" if at < 2 || words[at - 2] != "super" => {
                let chain = words[at..].chunks(2);
                let steps = chain.take_while(|link| link[0] == "super").count();
                if leaves_module(path, source, steps) {
                    used.extend(first_names(&words[at + 2 * steps - 1..]));
                }
            }
            _ => {}
        }
    }
    used
}

/// Whether so many steps up from somewhere in the file lead to the crate. A
/// module within a file may need one step more, but no file here has two such.
fn leaves_module(path: &str, source: &str, steps: usize) -> bool {
    let folders = path.matches('/').count();
    let depth = if path.ends_with("/mod.rs") {
        folders
    } else {
        folders + 1
    };
    let chain = "super::".repeat(steps);
    let is_outermost = source
        .lines()
        .any(|line| line.starts_with(&format!("use {chain}")) || line.starts_with("pub use super"));
    steps > depth || steps == depth && is_outermost
}

/// The names after `::`, one or a group of them.
fn first_names(words: &[String]) -> Vec<String> {
    let [separator, first, rest @ ..] = words else {
        return Vec::new();
    };
    if separator != "::" {
        return Vec::new();
    }
    if first != "{" {
        return vec![first.clone()];
    }
    let mut names = Vec::new();
    let (mut depth, mut is_first) = (1, true);
    for word in rest {
        match word.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," if depth == 1 => is_first = true,
            name if is_first => {
                names.push(name.to_string());
                is_first = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names
}

/// Tests, which stand at the end of a file, may print.
fn stream_problems(path: &str, source: &str) -> Vec<String> {
    let mut words = words(source);
    let tests = ["cfg", "(", "test", ")", "]", "mod"];
    if let Some(at) = words
        .windows(tests.len())
        .position(|window| window == tests)
    {
        words.truncate(at);
    }
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).map_or("", String::as_str);
    let is_writing = |at: usize| {
        let (before, after) = (word(at.checked_sub(1)), word(Some(at + 1)));
        match words[at].as_str() {
            "stdout" | "stderr" => {
                let is_named = before == "::" && word(at.checked_sub(2)) == "io";
                is_named || ["{", ","].contains(&before) && ["}", ","].contains(&after)
            }
            word => PRINTS.contains(&word) && after == "!",
        }
    };
    (0..words.len())
        .filter(|&at| is_writing(at))
        .map(|at| format!("{path} uses {}", words[at]))
        .collect()
}

/// The identifiers and marks of a source, comments and literals left out; `::`
/// is one mark.
fn words(source: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = if first.is_alphanumeric() || first == '_' {
            let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
            let end = rest.find(|letter| !is_part(letter));
            let word = &rest[..end.unwrap_or(rest.len())];
            let hashes = rest[word.len()..]
                .bytes()
                .take_while(|&byte| byte == b'#')
                .count();
            let is_raw =
                ["r", "br"].contains(&word) && rest[word.len() + hashes..].starts_with('"');
            if is_raw {
                let start = word.len() + hashes + 1;
                let close = format!("\"{}", "#".repeat(hashes));
                start + rest[start..].find(&close).expect("it is closed") + close.len()
            } else {
                words.push(word.to_string());
                word.len()
            }
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").expect("it is closed") + 2
        } else if first == '"' {
            literal(rest, '"')
        } else if first == '\'' && is_character(rest) {
            literal(rest, '\'')
        } else if rest.starts_with("::") {
            words.push("::".to_string());
            2
        } else {
            if !first.is_whitespace() {
                words.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    words
}

/// Tells a character from a lifetime.
fn is_character(text: &str) -> bool {
    let mut letters = text.chars().skip(1);
    letters.next() == Some('\\') || letters.next() == Some('\'')
}

/// The length of a literal that begins and ends with `quote`.
fn literal(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if letter == quote => return at + letter.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// `board/flip/mod.rs` is part of `board`.
fn top_module(path: &str) -> &str {
    path.split(['/', '.']).next().unwrap_or(path)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every source with its path in `src`, written with `/`.
fn sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("it is a folder") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inside = path.strip_prefix(folder()).expect("it is inside");
                let name = inside.to_string_lossy().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).expect("it is text")));
            }
        }
    }
    found
}
