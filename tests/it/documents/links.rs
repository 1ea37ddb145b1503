//! Links and paths in the documents lead to existing files and headings.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::markdown::{all, read, root};

/// When the site is built, the files of this folder are copied to the root, next to the
/// documents there.
const SITE: &str = "docs/site/";

#[test]
fn every_link_has_a_target() {
    let mut count = 0;
    for document in all() {
        let text = read(&document);
        for target in targets(&text) {
            check(&document, target);
            count += 1;
        }
    }
    assert!(count > 100, "only {count} links");
}

/// Registries show the README with the files of the package, not of the repository.
#[test]
fn the_package_has_what_the_readme_links_to() {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo can be started");
    assert!(output.status.success(), "{output:?}");
    let list = String::from_utf8(output.stdout).expect("paths are text");
    let readme = read("README.md");
    let targets = targets(&readme).into_iter();
    for target in targets.filter(|target| !target.starts_with("https://")) {
        let (path, _) = target.split_once('#').unwrap_or((target, ""));
        let is_packaged = list.lines().any(|packaged| packaged == path);
        assert!(is_packaged, "{path} is not in the package");
    }
}

/// The site does not repeat the README.
#[test]
fn the_readme_and_the_site_share_no_paragraph() {
    let readme = read("README.md");
    let paragraphs: Vec<&str> = paragraphs(&readme).collect();
    assert!(paragraphs.len() > 10);
    for document in all()
        .iter()
        .filter(|document| !document.starts_with("README."))
    {
        let text = read(document);
        for paragraph in self::paragraphs(&text) {
            assert!(!paragraphs.contains(&paragraph), "{document}: {paragraph}");
        }
    }
}

/// All prose, tables and code with more than a few words.
fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    let paragraphs = text.split("\n\n").map(str::trim);
    paragraphs.filter(|paragraph| paragraph.split_whitespace().count() > 6)
}

/// Files that are named without a link.
#[test]
fn every_path_in_the_documents_exists() {
    const FOLDERS: [&str; 10] = [
        ".cargo/",
        ".ci/",
        "capi/",
        "docs/",
        "examples/",
        "fuzz/",
        "python/",
        "scripts/",
        "src/",
        "tests/",
    ];
    let is_path = |code: &&str| {
        let is_below = FOLDERS.iter().any(|folder| code.starts_with(folder));
        is_below && !code.contains([' ', '*', '<', '…']) && !code.contains("NAME")
    };
    let mut count = 0;
    for document in all() {
        let text = read(&document);
        for path in text.split('`').skip(1).step_by(2).filter(is_path) {
            assert!(root().join(path).exists(), "{document}: {path}");
            count += 1;
        }
    }
    assert!(count > 10, "only {count} paths");
}

/// The table of invariants names the tests that guard them.
#[test]
fn every_test_in_the_architecture_exists() {
    let text = read("ARCHITECTURE.md");
    let sources: String = sources(&root().join("tests")).concat();
    let is_test = |code: &&str| {
        let is_plain =
            |letter: char| letter.is_ascii_lowercase() || "_:0123456789".contains(letter);
        code.contains("::") && code.chars().all(is_plain)
    };
    let tests: Vec<&str> = text.split('`').skip(1).step_by(2).filter(is_test).collect();
    assert!(tests.len() > 20, "{tests:?}");
    for test in tests {
        let (modules, name) = test.rsplit_once("::").expect("it has a module");
        assert!(sources.contains(&format!("fn {name}(")), "{test}");
        for module in modules.split("::") {
            let is_there = |mark| sources.contains(&format!("mod {mark}{module};"));
            assert!(is_there("") || is_there("r#"), "{test}");
        }
    }
}

/// All Rust files in a folder and its subfolders.
fn sources(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    paths
        .flat_map(|path| match path.extension() {
            Some(ending) if ending == "rs" => vec![fs::read_to_string(&path).expect("it is text")],
            None if path.is_dir() => sources(&path),
            _ => Vec::new(),
        })
        .collect()
}

fn check(document: &str, target: &str) {
    if target.starts_with("https://") {
        return;
    }
    let (path, anchor) = match target.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (target, None),
    };
    let path = match path {
        "" => Path::new(document).to_path_buf(),
        path if document.starts_with(SITE) => {
            let beside = Path::new(SITE).join(path);
            match root().join(&beside).exists() {
                true => beside,
                false => Path::new(path).to_path_buf(),
            }
        }
        path => {
            let folder = Path::new(document).parent();
            folder.expect("it is a file").join(path)
        }
    };
    assert!(root().join(&path).exists(), "{document}: {target}");
    if let Some(anchor) = anchor {
        let anchors = anchors(&read(path.to_str().expect("a plain path")));
        let is_there = anchors.iter().any(|known| known == anchor);
        assert!(is_there, "{document}: {target}");
    }
}

/// The targets of all links and pictures outside of fenced code.
pub(super) fn targets(text: &str) -> Vec<&str> {
    let mut is_fenced = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        !is_fence && !is_fenced
    });
    let links = lines.flat_map(|line| line.split("](").skip(1));
    links
        .map(|link| link.split_once(')').expect("it is closed").0)
        .collect()
}

/// The anchors that web sites generate for headings. Repeated headings get a number.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for title in text.lines().filter(|line| line.starts_with('#')) {
        let plain = anchor(title.trim_start_matches(['#', ' ']));
        let numbered = (1..).map(|number| format!("{plain}-{number}"));
        let mut names = std::iter::once(plain.clone()).chain(numbered);
        let new = names.find(|name| !anchors.contains(name));
        anchors.push(new.expect("there are numbers enough"));
    }
    anchors
}

/// The anchor of one heading.
fn anchor(title: &str) -> String {
    let kept = title.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter
            .is_alphanumeric()
            .then(|| letter.to_ascii_lowercase()),
    });
    kept.collect()
}
