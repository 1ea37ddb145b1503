//! Each check finds planted violations, and does not report correct code.

use super::imports::ModuleTree;
use super::systems::system_problems;
use super::{circle_problems, layer_problems, parse, stream_problems, unsafe_code};

#[test]
fn finds_planted_imports_of_layers_below() {
    const ROOT: (&str, &str) = ("lib.rs", "");
    const BOARD: (&str, &str) = (
        "board/mod.rs",
        "pub struct Color; struct Move; mod lanes {}",
    );
    const SCORE: (&str, &str) = ("score.rs", "pub struct Score;");
    const SEARCH: (&str, &str) = ("search/mod.rs", "pub use report::Report; mod report;");
    const REPORT: (&str, &str) = ("search/report.rs", "pub struct Report; pub mod parts {}");
    for (file, text, used) in [
        ("board/game.rs", "use crate::search::Report;", REPORT.0),
        (
            "board/game.rs",
            "fn f() { crate::search::Report::new(); }",
            REPORT.0,
        ),
        (
            "board/game.rs",
            "use crate::{score::{self}, search};",
            SCORE.0,
        ),
        (
            "board/game.rs",
            "use crate::{self as all}; fn f() { all::search::x() }",
            SEARCH.0,
        ),
        (
            "board/game.rs",
            "fn f() { assert!(crate::search::Report == \"x\") }",
            REPORT.0,
        ),
        (
            "board/game.rs",
            "mod inner { use super::super::super::score; }",
            SCORE.0,
        ),
        (
            "board/game.rs",
            "fn f() -> Vec<super::super::score::Score> {}",
            SCORE.0,
        ),
        ("eval/mod.rs", "use crate::search::*;", SEARCH.0),
        (
            "eval/a/b.rs",
            "type T = <u8 as crate::search::Report>::T;",
            REPORT.0,
        ),
        ("score.rs", "use crate::search::report::parts;", REPORT.0),
        ("r#new/mod.rs", "use crate::score::Score;", SCORE.0),
    ] {
        let tree = planted(&[(file, text), ROOT, BOARD, SCORE, SEARCH, REPORT]);
        let problems = layer_problems(&tree.imports());
        let expected = format!("{file} uses {used}");
        assert!(problems.contains(&expected), "{text}: {problems:?}");
    }
    for (file, text) in [
        (
            "board/game.rs",
            "// crate::search\n/* crate::search */ const A: &str = \"crate::search\";",
        ),
        ("board/game.rs", "use super::Move; use crate::board::Color;"),
        ("board/game.rs", "mod tests { use super::super::lanes; }"),
        (
            "board/game.rs",
            "use search::Report; fn f() { std::search::x() }",
        ),
        (
            "eval/mod.rs",
            "use crate::{board::{self, Color}, score::Score};",
        ),
        (
            "score.rs",
            "fn f<'a>(x: &'a str) { r#\"\"crate::search\"\"#; }",
        ),
    ] {
        let tree = planted(&[(file, text), ROOT, BOARD, SCORE, SEARCH, REPORT]);
        assert_eq!(layer_problems(&tree.imports()), [""; 0], "{text}");
    }
}

#[test]
fn finds_planted_circles() {
    let circles = |files: &[(&str, &str)]| {
        let crate_root = [("lib.rs", ""), ("a/mod.rs", "")];
        let found = circle_problems(&planted(&[&crate_root, files].concat()).imports());
        found.into_iter().flatten().collect::<Vec<String>>()
    };
    let b = ("a/b.rs", "pub struct B; use super::c::C;");
    let through_face = ("a/mod.rs", "mod b; mod c; pub use b::B; pub use c::C;");
    for (files, circle) in [
        (
            &[b, ("a/c.rs", "pub struct C; use super::b::B;")][..],
            &["a/b.rs", "a/c.rs"][..],
        ),
        // Through a re-export, and through a path in code.
        (
            &[b, ("a/c.rs", "pub struct C(crate::a::B);"), through_face],
            &["a/b.rs", "a/c.rs"],
        ),
        // Through a folder whose files are not part of a circle of files.
        (
            &[
                b,
                ("a/c/mod.rs", "mod d; pub struct C;"),
                ("a/c/d.rs", "use crate::a::b::B;"),
            ],
            &["a/b.rs", "a/c"],
        ),
        (
            &[
                b,
                ("a/c.rs", "pub struct C; use super::d;"),
                ("a/d.rs", "pub use super::b::*;"),
            ],
            &["a/b.rs", "a/c.rs", "a/d.rs"],
        ),
    ] {
        assert_eq!(circles(files), circle, "{files:?}");
    }
    for files in [
        &[b, ("a/c.rs", "pub struct C;"), through_face][..],
        // The `mod.rs` of a folder declares its members, and has what they share.
        &[
            ("a/mod.rs", "mod b; pub struct C; const B: b::B = b::B;"),
            ("a/b.rs", "pub struct B; use super::C;"),
        ],
        &[
            b,
            (
                "a/c.rs",
                "pub struct C; #[cfg(test)] mod tests { use crate::a::b::B; }",
            ),
        ],
        &[
            b,
            ("a/c.rs", "pub struct C; #[cfg(test)] mod d;"),
            ("a/c/d.rs", "use crate::a::b::B;"),
        ],
    ] {
        assert_eq!(circles(files), [""; 0], "{files:?}");
    }
}

#[test]
fn finds_planted_writers() {
    for text in [
        "fn f() { println!(\"x\") }",
        "fn f() { std::eprint!(\"x\") }",
        "fn f() { dbg!(x) }",
        "fn f() { io::stdout() }",
        "use std::io::{self, stderr};",
    ] {
        assert_eq!(
            stream_problems(&planted(&[("a.rs", text)])).len(),
            1,
            "{text}"
        );
        assert_eq!(stream_problems(&planted(&[("main.rs", text)])), [""; 0]);
    }
    for text in [
        "fn f() { rustix::stdio::stdout() }",
        "// println!()",
        "#[cfg(test)]\nmod tests { fn f() { println!() } }",
        "fn f() { writeln!(f, \"println!\") }",
    ] {
        assert_eq!(
            stream_problems(&planted(&[("a.rs", text)])),
            [""; 0],
            "{text}"
        );
    }
}

#[test]
fn finds_planted_unsafe_code() {
    for text in [
        "#![allow(unsafe_code)]",
        "#[expect(unsafe_code, reason = \"x\")] fn f() {}",
        "mod tests { #[allow(dead_code, unsafe_code)] fn f() {} }",
        "#![cfg_attr(target_feature = \"avx2\", allow(unsafe_code))]",
    ] {
        assert_eq!(
            unsafe_code::problems(&planted(&[("a.rs", text)])).len(),
            1,
            "{text}"
        );
        assert_eq!(
            unsafe_code::problems(&planted(&[("cpu/features/mod.rs", text)])),
            [""; 0]
        );
    }
    let text = "#![deny(unsafe_code)] // allow(unsafe_code)";
    assert_eq!(unsafe_code::problems(&planted(&[("a.rs", text)])), [""; 0]);
}

#[test]
fn finds_planted_names_of_systems() {
    for text in [
        "#[cfg(unix)] fn f() {}",
        "#![cfg(windows)]",
        "#[cfg(all(test, not(target_os = \"linux\")))] mod tests {}",
        "#[cfg_attr(target_family = \"unix\", allow(dead_code))] fn f() {}",
        "fn f() -> bool { cfg!(any(test, windows)) }",
        "fn f() { #[cfg(target_env = \"msvc\")] g(); }",
        "fn f() { std::os::unix::process::parent_id(); }",
        "use std::{io, os::fd::AsFd};",
        "use rustix::stdio;",
        "fn f() { assert!(windows_sys::x()) }",
        "use std::env::consts; const A: &str = consts::OS;",
        "const A: &str = \"/proc/self/status\";",
        "fn f() { format!(\"/sys/{}\", 1) }",
    ] {
        let problems = |file| system_problems(&[parse(file, text)]);
        assert_eq!(problems("a.rs").len(), 1, "{text}: {:?}", problems("a.rs"));
        assert_eq!(problems("systems.rs").len(), 1, "{text}");
        assert_eq!(problems("system/unix.rs"), [""; 0], "{text}");
    }
    for text in [
        "// cfg(unix), std::os, /proc/\nfn windows() { let unix = 1; }",
        "#[cfg(test)] mod tests { fn f() { [1].windows(1); } }",
        "#[cfg(target_arch = \"x86_64\")] const A: &str = \"unix, 1/proc\";",
        "mod os { pub fn f() {} } fn g() { os::f() }",
    ] {
        assert_eq!(system_problems(&[parse("a.rs", text)]), [""; 0], "{text}");
    }
}

/// A crate with these files.
fn planted(files: &[(&str, &str)]) -> ModuleTree {
    let sources = files.iter().map(|(name, text)| parse(name, text));
    ModuleTree::read(&sources.collect::<Vec<_>>())
}
