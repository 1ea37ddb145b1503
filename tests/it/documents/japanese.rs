//! The Japanese README keeps in step with the English one.

use std::collections::BTreeSet;

use super::links::targets;
use crate::support::markdown::{blocks, read};

const ENGLISH: &str = "README.md";
const JAPANESE: &str = "README.ja.md";

#[test]
fn commands_and_sessions_are_the_same() {
    let without_remarks = |document| {
        let text = read(document);
        let blocks = blocks(&text).into_iter().map(|block| {
            let lines = block.text.lines().map(|line| match block.kind {
                // Remarks behind a command are translated.
                "sh" => line.split(" # ").next().unwrap_or_default().trim_end(),
                _ => line,
            });
            (block.kind.to_string(), lines.map(String::from).collect())
        });
        blocks.collect::<Vec<(String, Vec<String>)>>()
    };
    let english = without_remarks(ENGLISH);
    assert!(english.len() > 5);
    assert_eq!(without_remarks(JAPANESE), english);
}

#[test]
fn links_and_pictures_are_the_same() {
    let links = |document, other: &str| {
        let text = read(document);
        let targets = targets(&text).into_iter();
        targets
            .filter(|&target| target != other)
            .map(String::from)
            .collect::<BTreeSet<String>>()
    };
    let english = links(ENGLISH, JAPANESE);
    assert!(english.len() > 20);
    assert_eq!(links(JAPANESE, ENGLISH), english);
}

/// Headings match one to one, and so do the rows of all tables.
#[test]
fn sections_and_tables_are_the_same() {
    let shape = |document| {
        let text = read(document);
        let lines = text.lines().filter(|line| line.starts_with(['#', '|']));
        lines
            .map(|line| match line.starts_with('#') {
                true => line.chars().take_while(|&letter| letter == '#').collect(),
                false => line
                    .rsplit('|')
                    .nth(1)
                    .unwrap_or_default()
                    .trim()
                    .to_string(),
            })
            .collect::<Vec<String>>()
    };
    // The last column holds commands and links, whose words are translated.
    let codes = |line: &String| {
        let parts = line.split('`').skip(1).step_by(2);
        parts.map(String::from).collect::<Vec<String>>()
    };
    let (english, japanese) = (shape(ENGLISH), shape(JAPANESE));
    assert_eq!(japanese.len(), english.len());
    for (japanese, english) in japanese.iter().zip(&english) {
        assert_eq!(codes(japanese), codes(english));
        assert_eq!(japanese.starts_with('#'), english.starts_with('#'));
    }
}
