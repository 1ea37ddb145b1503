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

/// Which games to analyze, and how.
pub(super) struct Games {
    pub(super) files: Vec<String>,
    pub(super) reading: Reading,
    /// The selected games of each file.
    pub(super) only: Selection,
    level: Option<u32>,
    /// The time limit for each position.
    pub(super) time: Option<Duration>,
    pub(super) threads: u32,
    pub(super) hash_mb: u32,
}

impl Default for Games {
    fn default() -> Games {
        Games {
            files: Vec::new(),
            reading: Reading::default(),
            only: Selection::default(),
            level: None,
            time: None,
            threads: 1,
            hash_mb: 128,
        }
    }
}

impl Games {
    /// If a time limit is given without a level, the search uses all of that time.
    pub(super) fn effort(&self) -> Effort {
        self.searched_level().map_or(Effort::End, Effort::Level)
    }

    /// The level of the search, unless only the time limits it.
    pub(super) fn searched_level(&self) -> Option<u32> {
        match self.time {
            None => Some(self.level.unwrap_or(DEFAULT_LEVEL)),
            Some(_) => self.level,
        }
    }
}

/// The operand and the flags of every tool that analyzes games.
pub(super) const fn games<T: AsMut<Games>>() -> Operand<T> {
    Operand {
        name: "GAMES",
        count: Count::Some,
        summary: "files of games or positions; - is standard input",
        field: &Given {
            kind: File,
            set: |arguments: &mut T, file| arguments.as_mut().files.push(file),
        },
    }
}

pub(super) const fn level<T: AsMut<Games> + AsRef<Games>>() -> Flag<T> {
    arguments::level(
        "search at this level",
        &Setting {
            kind: LEVELS,
            get: |arguments: &T| arguments.as_ref().level.unwrap_or(DEFAULT_LEVEL),
            set: |arguments: &mut T, level| arguments.as_mut().level = Some(level),
        },
    )
    .details(
        "At the default level, a game takes a few seconds, and the values of its last nineteen \
         moves are exact. Raising the level by two roughly doubles the time.",
    )
}

pub(super) const fn time<T: AsMut<Games>>() -> Flag<T> {
    Flag::new(
        &["--time"],
        "SECONDS",
        "limit the time for each position; 0 means no limit",
        &Place(Seconds, |arguments: &mut T| &mut arguments.as_mut().time),
    )
    .details(
        "Without --level, the search uses all of this time unless it finds the final result \
              earlier.",
    )
}

pub(super) const fn threads<T: AsMut<Games>>() -> Flag<T> {
    arguments::search_threads(&Place(THREAD_COUNTS, |arguments: &mut T| {
        &mut arguments.as_mut().threads
    }))
}

pub(super) const fn hash_mb<T: AsMut<Games>>() -> Flag<T> {
    arguments::hash_mb(&Place(HashSize, |arguments: &mut T| {
        &mut arguments.as_mut().hash_mb
    }))
}

#[derive(Default)]
pub(super) struct Arguments {
    pub(super) games: Games,
    pub(super) is_json: bool,
    pub(super) html: Option<PathBuf>,
}

impl AsRef<Games> for Arguments {
    fn as_ref(&self) -> &Games {
        &self.games
    }
}

impl AsMut<Games> for Arguments {
    fn as_mut(&mut self) -> &mut Games {
        &mut self.games
    }
}

impl AsMut<Reading> for Arguments {
    fn as_mut(&mut self) -> &mut Reading {
        &mut self.games.reading
    }
}

impl AsMut<Selection> for Arguments {
    fn as_mut(&mut self) -> &mut Selection {
        &mut self.games.only
    }
}

pub(super) const SYNTAX: Syntax<Arguments> = Syntax {
    command: "analyze",
    usage: &["GAMES ... [FLAG ...]"],
    operands: &[games()],
    groups: &[Group {
        title: "Flags",
        flags: FLAGS,
    }],
};

const FLAGS: &[Flag<Arguments>] = &[
    arguments::from(),
    arguments::gogui_rows(),
    arguments::only("analyze only these games of each file, such as 3 or 40-49,52"),
    level(),
    time(),
    threads(),
    hash_mb(),
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
        "The page has a board to step through the game and to try other moves, a graph of the \
         score, the grades of the moves, and the best lines. It is a single file that loads no \
         other files.",
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
                (arguments.games.effort(), arguments.games.time),
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
