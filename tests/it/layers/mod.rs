//! The structure of the source: which modules may import from which, and which files may
//! write to the standard streams, contain unsafe code or name an operating system.

mod errors;
mod imports;
mod planted;
mod systems;
pub(crate) mod unsafe_code;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use imports::{Import, ModuleTree, Source, circles};

/// The modules of the crate, and from which others each may import. `main.rs` is not
/// included, because it is a separate crate.
const ALLOWED: &[(&str, &[&str])] = &[
    ("cpu", &["sync", "system"]),
    ("board", &["cpu"]),
    ("openings", &["board"]),
    ("score", &[]),
    ("files", &["system"]),
    ("eval", &["board", "score", "files", "cpu"]),
    (
        "search",
        &["board", "score", "eval", "files", "cpu", "sync", "system"],
    ),
    ("flags", &[]),
    (
        "session",
        &[
            "board", "score", "eval", "search", "flags", "sync", "system",
        ],
    ),
    ("formats", &["board", "version"]),
    (
        "protocol",
        &[
            "board", "openings", "score", "eval", "search", "flags", "session", "files", "formats",
            "sync", "system", "text", "version",
        ],
    ),
    (
        "tools",
        &[
            "board", "openings", "score", "eval", "search", "flags", "session", "files", "formats",
            "protocol", "cpu", "system", "text", "version",
        ],
    ),
    (
        "command_line",
        &[
            "eval", "files", "search", "flags", "protocol", "session", "tools", "cpu", "text",
            "version", "system",
        ],
    ),
    ("sync", &[]),
    ("system", &[]),
    ("text", &[]),
    ("version", &["board", "cpu"]),
];

/// The modules and files that may write to the standard streams. `system` only asks whether
/// somebody reads.
const WRITERS: &[&str] = &[
    "main.rs",
    "protocol/driver.rs",
    "protocol/terminal/",
    "system/mod.rs",
    "text.rs",
    "tools/",
];

const PRINTS: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];

/// The other crates, and which of their files may contain unsafe code.
const BINDINGS: &[(&str, &[&str])] = &[("capi", &["functions.rs", "pointers.rs"]), ("python", &[])];

#[test]
fn modules_import_only_from_those_above_them() {
    let sources = sources();
    assert!(sources.len() > 50, "the sources were not found");
    let problems = layer_problems(&ModuleTree::read(&sources).imports());
    assert_eq!(problems, [""; 0]);
}

/// The test above ignores modules that are missing in the table.
#[test]
fn every_module_has_its_place() {
    let tree = ModuleTree::read(&sources());
    let modules = tree.modules.keys();
    let top: BTreeSet<&str> = modules
        .filter_map(|module| module.split("::").nth(1))
        .filter(|&module| module != "main")
        .collect();
    let placed: BTreeSet<&str> = ALLOWED.iter().map(|row| row.0).collect();
    assert_eq!(top, placed);
}

/// In no folder do files and subfolders import from each other in a circle. A subfolder
/// counts as a whole, and tests do not count. So the members of each folder can be ordered
/// so that imports only point up.
#[test]
fn no_imports_go_in_a_circle() {
    let circles = circle_problems(&ModuleTree::read(&sources()).imports());
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn only_few_write_to_the_standard_streams() {
    assert_eq!(stream_problems(&ModuleTree::read(&sources())), [""; 0]);
}

#[test]
fn only_few_may_be_unsafe() {
    assert_eq!(
        unsafe_code::problems(&ModuleTree::read(&sources())),
        [""; 0]
    );
}

/// The other crates of the repository are not part of the packaged crate.
#[test]
fn only_the_interface_for_c_may_be_unsafe() {
    for (name, allowed) in BINDINGS {
        let folder = root().join(name);
        if !folder.exists() {
            continue;
        }
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("it is text");
        assert!(manifest.contains("\nunsafe_code = \"deny\"\n"), "{name}");
        let sources = sources_in(&folder.join("src"));
        assert!(!sources.is_empty(), "the sources of {name} were not found");
        let tree = ModuleTree::read(&sources);
        let modules = tree.modules.values();
        let lifted = modules.filter(|module| module.lifted_lints.contains("unsafe_code"));
        let files: BTreeSet<&str> = lifted.map(|module| module.file.as_str()).collect();
        assert_eq!(files, allowed.iter().copied().collect(), "{name}");
    }
}

/// The imports that the table does not allow.
fn layer_problems(imports: &BTreeSet<Import>) -> Vec<String> {
    let is_allowed = |import: &&Import| {
        let [from, to] = [&import.from, &import.to].map(|file| top_module(file));
        let row = ALLOWED.iter().find(|row| row.0 == from);
        from == to || row.is_some_and(|row| row.1.contains(&to))
    };
    let crate_roots = ["main.rs", "lib.rs"];
    imports
        .iter()
        .filter(|import| !crate_roots.contains(&import.from.as_str()) && !is_allowed(import))
        .map(|import| format!("{} uses {}", import.from, import.to))
        .collect()
}

/// The circles of each folder. A folder's `mod.rs` is not one of its members, because it
/// declares them and has what they share.
fn circle_problems(imports: &BTreeSet<Import>) -> BTreeSet<Vec<String>> {
    let mut folders: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for Import { from, to, is_test } in imports {
        if *is_test {
            continue;
        }
        let shared = from.split_inclusive('/').zip(to.split_inclusive('/'));
        let shared = shared.take_while(|(from, to)| from == to);
        let length = shared.map(|(name, _)| name.len()).sum();
        let (folder, from) = from.split_at(length);
        let arrow = (child(from), child(&to[length..]));
        if arrow.0 != "mod.rs" {
            folders.entry(folder).or_default().push(arrow);
        }
    }
    let with_folder = |folder: &str, circle: Vec<&str>| {
        let names = circle.iter().map(|name| format!("{folder}{name}"));
        names.collect::<Vec<String>>()
    };
    folders
        .into_iter()
        .flat_map(|(folder, arrows)| {
            let circles = circles(arrows.into_iter());
            circles
                .into_iter()
                .map(move |circle| with_folder(folder, circle))
        })
        .collect()
}

/// The member of a folder with which this relative path starts.
fn child(path: &str) -> &str {
    path.split('/').next().unwrap_or(path)
}

/// The files that write to a standard stream although they must not. Tests may do so.
fn stream_problems(tree: &ModuleTree) -> Vec<String> {
    let mut problems = Vec::new();
    for module in tree.modules.values() {
        if module.is_test || is_in(&module.file, WRITERS) {
            continue;
        }
        let is_stream = |path: &&Vec<String>| {
            path.ends_with(&["io".to_string(), "stdout".to_string()])
                || path.ends_with(&["io".to_string(), "stderr".to_string()])
        };
        let streams = module.all_paths().filter(is_stream);
        problems.extend(streams.map(|path| format!("{}: {}", module.file, path.join("::"))));
        let prints = PRINTS
            .iter()
            .filter(|&&print| module.macros.contains(print));
        problems.extend(prints.map(|print| format!("{}: {print}!", module.file)));
    }
    problems
}

fn is_in(file: &str, places: &[&str]) -> bool {
    places.iter().any(|place| file.starts_with(place))
}

/// `board/flip/mod.rs` is part of `board`.
fn top_module(path: &str) -> &str {
    path.split(['/', '.']).next().unwrap_or(path)
}

/// Every file of the crate.
fn sources() -> Vec<Source> {
    sources_in(&root().join("src"))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources_in(root: &Path) -> Vec<Source> {
    let texts = texts_in(root);
    texts.iter().map(|(name, text)| parse(name, text)).collect()
}

/// The files below a folder, with their text.
fn texts_in(root: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("it is a folder") {
            let path: PathBuf = entry.expect("it can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inside = path.strip_prefix(root).expect("it is inside");
                let name = inside.to_string_lossy().replace('\\', "/");
                let text = fs::read_to_string(&path).expect("it is text");
                found.push((name, text));
            }
        }
    }
    found
}

fn parse(name: &str, text: &str) -> Source {
    let syntax = syn::parse_file(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    (name.to_string(), syntax)
}
