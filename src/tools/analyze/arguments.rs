//! The command line of `obverse analyze`.

use std::path::PathBuf;
use std::time::Duration;

use crate::flags::{
    Count, File, Flag, Given, Group, Operand, Place, Seconds, Setting, Switch, Syntax,
};
use crate::search::engine::Effort;
use crate::session::options::{HashSize, LEVELS, THREAD_COUNTS};
use crate::tools::arguments;
use crate::tools::page::PageName;
use crate::tools::problems::Selection;
use crate::tools::source::Reading;

/// At this level a game takes a few seconds, and its last nineteen moves get exact values.
/// Raising the level by two doubles the time.
const DEFAULT_LEVEL: u32 = 14;

/// What to analyze, and how.
pub(super) struct Arguments {
    pub(super) files: Vec<String>,
    pub(super) reading: Reading,
    /// The selected games of each file.
    pub(super) only: Selection,
    level: Option<u32>,
    /// The time limit for each position.
    pub(super) time: Option<Duration>,
    pub(super) threads: u32,
    pub(super) hash_mb: u32,
    pub(super) is_json: bool,
    pub(super) html: Option<PathBuf>,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            files: Vec::new(),
            reading: Reading::default(),
            only: Selection::default(),
            level: None,
            time: None,
            threads: 1,
            hash_mb: 128,
            is_json: false,
            html: None,
        }
    }
}

impl AsMut<Reading> for Arguments {
    fn as_mut(&mut self) -> &mut Reading {
        &mut self.reading
    }
}

impl AsMut<Selection> for Arguments {
    fn as_mut(&mut self) -> &mut Selection {
        &mut self.only
    }
}

impl Arguments {
    /// If a time limit is given without a level, the search uses all of that time.
    pub(super) fn effort(&self) -> Effort {
        match (self.level, self.time) {
            (Some(level), _) => Effort::Level(level),
            (None, None) => Effort::Level(DEFAULT_LEVEL),
            (None, Some(_)) => Effort::End,
        }
    }
}

pub(super) const SYNTAX: Syntax<Arguments> = Syntax {
    command: "analyze",
    usage: &["GAMES ... [FLAG ...]"],
    operands: &[Operand {
        name: "GAMES",
        count: Count::Some,
        summary: "files of games or positions; - is standard input",
        field: &Given {
            kind: File,
            set: |arguments: &mut Arguments, file| arguments.files.push(file),
        },
    }],
    groups: &[Group {
        title: "Flags",
        flags: FLAGS,
    }],
};

const FLAGS: &[Flag<Arguments>] = &[
    arguments::from(),
    arguments::gogui_rows(),
    arguments::only("analyze only these games of each file, such as 3 or 40-49,52"),
    arguments::level(
        "search at this level",
        &Setting {
            kind: LEVELS,
            get: |arguments: &Arguments| arguments.level.unwrap_or(DEFAULT_LEVEL),
            set: |arguments, level| arguments.level = Some(level),
        },
    )
    .details(
        "At the default level, a game takes a few seconds, and the values of its last nineteen \
         moves are exact. Raising the level by two roughly doubles the time.",
    ),
    Flag::new(
        &["--time"],
        "SECONDS",
        "limit the time for each position; 0 means no limit",
        &Place(Seconds, |arguments: &mut Arguments| &mut arguments.time),
    )
    .details(
        "Without --level, the search uses all of this time unless it finds the final result \
              earlier.",
    ),
    arguments::search_threads(&Place(THREAD_COUNTS, |arguments: &mut Arguments| {
        &mut arguments.threads
    })),
    arguments::hash_mb(&Place(HashSize, |arguments: &mut Arguments| {
        &mut arguments.hash_mb
    })),
    arguments::json(&Switch(|arguments: &mut Arguments| {
        arguments.is_json = true
    }))
    .details("There is one line per game."),
    arguments::html(
        "also write a web page",
        &Given {
            kind: PageName,
            set: |arguments: &mut Arguments, path| arguments.html = Some(path),
        },
    )
    .details(
        "The page has a board to step through the game, a graph of the score, and the best lines. \
         It is a single file that loads no other files.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::FORMATS;

    fn parsed(line: &str) -> Result<Arguments, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        let parsed = SYNTAX.parse(&words).map(|parsed| parsed.arguments);
        parsed.map_err(|error| error.to_string())
    }

    #[test]
    fn time_without_a_level_is_used_in_full() {
        let time = Some(Duration::from_millis(500));
        for (line, effort, limit) in [
            ("a", Effort::Level(DEFAULT_LEVEL), None),
            ("a --level 3", Effort::Level(3), None),
            ("a --time .5", Effort::End, time),
            ("a --time .5 --level 3", Effort::Level(3), time),
            ("a --level 3 --time 0", Effort::Level(3), None),
            ("a --time 0", Effort::Level(DEFAULT_LEVEL), None),
        ] {
            let arguments = parsed(line).unwrap();
            assert_eq!(
                (arguments.effort(), arguments.time),
                (effort, limit),
                "{line}"
            );
        }
    }

    #[test]
    fn invalid_values_are_rejected() {
        let formats: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        let formats = format!("--from: expected {}, got xml", formats.join(", "));
        for (line, problem) in [
            ("--json", "analyze: expected GAMES ... [FLAG ...]"),
            ("a --level 31", "--level: expected 0 to 30, got 31"),
            ("a --time -1", "--time: expected 0 to 1000000, got -1"),
            ("a --threads 0", "--threads: expected 1 to 256, got 0"),
            ("a --hash-mb 0", "--hash-mb: expected 1 to 65536, got 0"),
            (
                "a --only 0",
                "--only: expected numbers such as 3 or 40-49,52, got 0",
            ),
            (
                "a --html a.json",
                "--html: expected a name that ends in .html, got a.json",
            ),
            ("a --from xml", &formats),
        ] {
            assert_eq!(parsed(line).err().as_deref(), Some(problem), "{line}");
        }
    }
}
