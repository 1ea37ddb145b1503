//! The words that can be typed: completions, and suggestions for misspelt words.

use std::collections::BTreeSet;

use super::forms::SHORT_FORMS;
use super::paths;
use crate::flags::{self, Kind};
use crate::protocol::gtp::COMMANDS;
use crate::session::options::{self, OPTIONS};

/// The first words of lines that only a terminal understands, without moves.
fn own_words() -> impl Iterator<Item = &'static str> {
    let short = SHORT_FORMS.iter().map(|form| form.name);
    short.chain(OPTIONS.iter().map(|row| row.name))
}

/// Every word that a line can start with, without moves.
fn first_words() -> impl Iterator<Item = &'static str> {
    own_words().chain(COMMANDS.iter().map(|command| command.name))
}

/// The arguments after this word, as its help shows them.
pub(super) fn arguments_of(name: &str) -> Option<&'static str> {
    let short = SHORT_FORMS.iter().map(|form| (form.name, form.args));
    let options = OPTIONS.iter().map(|row| (row.name, "[VALUE]"));
    let commands = COMMANDS.iter().map(|command| (command.name, command.args));
    let found = short.chain(options).chain(commands);
    found
        .into_iter()
        .find(|&(other, _)| other == name)
        .map(|(_, args)| args)
}

/// Words that people type although they are not commands, with the answers.
const HINTS: &[(&[&str], &str)] = &[
    (
        &["white", "black", "swap", "side", "color", "colour"],
        "to play the other side, type go: the engine then plays for the side to move",
    ),
    (
        &[
            "easy",
            "easier",
            "hard",
            "harder",
            "difficulty",
            "levels",
            "strength",
        ],
        "level N sets the strength, from level 0, the weakest, to level 30",
    ),
    (
        &["moves", "legal"],
        "the board marks the legal moves, and Tab at an empty prompt lists them",
    ),
    (&["1."], "moves are typed without numbers, such as f5 d6"),
];

/// The answer to a word that people type although it is not a command.
pub(super) fn hint(typed: &str) -> Option<&'static str> {
    let lower = typed.to_ascii_lowercase();
    let hint = HINTS.iter().find(|(words, _)| words.contains(&&*lower));
    hint.map(|(_, hint)| *hint).or_else(|| {
        is_off_board(&lower)
            .then_some("a square is a letter from a to h and a digit from 1 to 8, such as d3")
    })
}

/// Whether a word looks like a square, such as `i3` or `f9`.
fn is_off_board(word: &str) -> bool {
    let rest = word.strip_prefix(|letter: char| letter.is_ascii_lowercase());
    rest.is_some_and(|row| (1..=2).contains(&row.len()) && row.parse::<u8>().is_ok())
}

/// The word that was probably meant, if one is similar.
pub(super) fn nearest(typed: &str) -> Option<&'static str> {
    flags::nearest(typed, first_words())
}

/// The completions of the last word of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Completion {
    /// The offset of the word in the line.
    pub(super) start: usize,
    /// The words that start with it.
    pub(super) words: Vec<String>,
}

/// The completions of a line up to the cursor, given the legal moves.
pub(super) fn complete(line: &str, moves: &[String]) -> Completion {
    let start = line.rfind(' ').map_or(0, |blank| blank + 1);
    let prefix = &line[start..];
    let before: Vec<&str> = line[..start].split_ascii_whitespace().collect();
    // A command may have an id.
    let before = match &before[..] {
        [id, rest @ ..] if id.parse::<u32>().is_ok() => rest,
        all => all,
    };
    let candidates: Vec<String> = match before {
        [] => {
            // GTP has so many commands that they are omitted until a letter has been typed.
            let commands = COMMANDS.iter().map(|command| command.name);
            let commands = commands.filter(|_| !prefix.is_empty());
            let words = own_words().chain(commands).map(str::to_string);
            moves.iter().cloned().chain(words).collect()
        }
        [name, rest @ ..] => match values(name, rest, moves) {
            Some(values) => values,
            None => return complete_path(line, name),
        },
    };
    let lower = prefix.to_ascii_lowercase();
    // Some names belong to both a short form and a command.
    let mut seen = BTreeSet::new();
    let is_fitting = |word: &String| {
        let is_move = moves.contains(word) && word.starts_with(&lower);
        (is_move || word.starts_with(prefix)) && seen.insert(word.clone())
    };
    let words = candidates.into_iter().filter(is_fitting).collect();
    Completion { start, words }
}

/// The longest common prefix.
pub(super) fn common_prefix(words: &[String]) -> Option<String> {
    let (first, others) = words.split_first()?;
    let is_common = |end: &usize| {
        let prefix = first.get(..*end);
        prefix.is_some_and(|prefix| others.iter().all(|word| word.starts_with(prefix)))
    };
    let end = (0..=first.len()).rev().find(is_common)?;
    Some(first[..end].to_string())
}

/// Completes a path, which is everything after the name, because it may contain blanks.
fn complete_path(line: &str, name: &str) -> Completion {
    let end = line.find(name).map_or(0, |at| at + name.len());
    let prefix = line[end..].trim_start();
    Completion {
        start: line.len() - prefix.len(),
        words: paths::starting_with(prefix),
    }
}

/// The possible next words after the name and these words; `None` is a file name.
fn values(name: &str, rest: &[&str], moves: &[String]) -> Option<Vec<String>> {
    let owned = |words: Vec<&str>| words.into_iter().map(str::to_string).collect();
    let args = arguments_of(name).unwrap_or_default();
    let args: Vec<&str> = args
        .split(' ')
        .map(|arg| arg.trim_matches(['[', ']']))
        .collect();
    let arg = match &args[..] {
        // A file name may contain blanks.
        ["FILE"] => Some(&"FILE"),
        [repeated @ .., "..."] => repeated.get(rest.len() % repeated.len()),
        _ => args.get(rest.len()),
    };
    Some(match (arg.copied().unwrap_or_default(), rest) {
        ("FILE", _) => return None,
        ("COLOR", _) => owned(vec!["black", "white"]),
        ("MOVE" | "SQUARE", _) => moves.to_vec(),
        ("NAME", _) if name.starts_with("kata") || name.starts_with("obverse") => {
            owned(OPTIONS.iter().map(|row| row.name).collect())
        }
        ("NAME", _) => first_words().map(str::to_string).collect(),
        ("VALUE", []) => choices(name),
        ("VALUE", [option, ..]) => choices(option),
        (words, _) if words.contains('|') => owned(words.split('|').collect()),
        _ => Vec::new(),
    })
}

/// The values of an option, if they are words.
fn choices(option: &str) -> Vec<String> {
    match options::find(option).map(|row| row.kind()) {
        Ok(Kind::Choice(words)) => words.into_iter().map(str::to_string).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        for (typed, meant) in [
            ("shwboard", Some("showboard")),
            ("udno", Some("undo")),
            ("genmov", Some("genmove")),
            ("lvel", Some("level")),
            ("hnit", Some("hint")),
            ("og", Some("go")),
            ("xyzzy", None),
            ("", None),
            ("Ünfug", None),
        ] {
            assert_eq!(nearest(typed), meant, "{typed}");
        }
    }

    #[test]
    fn finds_what_words_have_in_common() {
        for (words, common) in [
            (vec!["negamax", "nega_alpha", "negascout"], Some("nega")),
            (vec!["go"], Some("go")),
            (vec!["a\u{e4}", "a\u{e5}"], Some("a")),
            (vec!["a", "b"], Some("")),
            (vec![], None),
        ] {
            let words: Vec<String> = words.into_iter().map(str::to_string).collect();
            assert_eq!(common_prefix(&words).as_deref(), common);
        }
    }

    #[test]
    fn completes_each_kind_of_word() {
        let moves = ["c4", "d3"].map(str::to_string);
        let complete = |line| complete(line, &moves).words.join(" ");
        for (line, words) in [
            ("d", "d3 depth"),
            ("D", "d3"),
            ("show", "showboard"),
            ("12 show", "showboard"),
            ("lev", "level"),
            ("genmove ", "black white"),
            ("play b", "black"),
            ("play b ", "c4 d3"),
            ("gogui-play_sequence b c4 w", "white"),
            ("load src/protocol/driv", "src/protocol/driver.rs"),
            ("ties ", "first random"),
            ("algorithm neg", "negamax nega_alpha negascout"),
            ("kata-set-param ti", "ties"),
            ("kata-set-param ties r", "random"),
            ("auto ", "on off"),
            ("help und", "undo"),
            ("level ", ""),
            ("nonsense ", ""),
            ("xyz", ""),
        ] {
            assert_eq!(complete(line), words, "{line}");
        }
        assert!(complete("").starts_with("c4 d3 go "));
        assert!(!complete("").contains("genmove"));
        assert_eq!(super::complete("1 load a b", &moves).start, 7);
    }
}
