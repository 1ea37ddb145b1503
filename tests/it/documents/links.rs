//! What the documents link to is there.

use std::path::Path;

use crate::support::markdown::{all, read, root};

/// Files from here stand beside the documents at the top when the site is built.
const SITE: &str = "docs/site/";

#[test]
fn every_link_leads_somewhere() {
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

/// What the text links to, pictures included. Fenced code has no links.
fn targets(text: &str) -> Vec<&str> {
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

/// What web sites make of the headings: one that was there before gets a number.
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

/// What they make of one.
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
