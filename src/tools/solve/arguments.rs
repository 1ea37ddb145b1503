//! The command line of `obverse solve`.

use std::time::Duration;

use crate::flags::{Count, File, Flag, Given, Group, Operand, Place, Seconds, Switch, Syntax};
use crate::search::engine::Effort;
use crate::session::options::{HashSize, LEVELS, THREAD_COUNTS};
use crate::tools::arguments;
use crate::tools::problems::Selection;
use crate::tools::slice::Slice;

/// What to solve, and how.
#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) files: Vec<String>,
    pub(super) only: Selection,
    /// The part of the selected positions to solve.
    pub(super) slice: Slice,
    pub(super) is_json: bool,
    pub(super) threads: u32,
    pub(super) hash_mb: u32,
    /// The time limit for each position.
    pub(super) limit: Option<Duration>,
    pub(super) effort: Effort,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            files: Vec::new(),
            only: Selection::default(),
            slice: Slice::WHOLE,
            is_json: false,
            threads: 1,
            hash_mb: 128,
            limit: None,
            effort: Effort::End,
        }
    }
}

impl AsMut<Selection> for Arguments {
    fn as_mut(&mut self) -> &mut Selection {
        &mut self.only
    }
}

impl AsMut<Slice> for Arguments {
    fn as_mut(&mut self) -> &mut Slice {
        &mut self.slice
    }
}

pub(super) const SYNTAX: Syntax<Arguments> = Syntax {
    command: "solve",
    usage: &["FILE ... [FLAG ...]"],
    operands: &[Operand {
        name: "FILE",
        count: Count::Some,
        summary: "OBF file with a board and, optionally, the scores of its moves on each line; - \
                  is standard input",
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
    arguments::only("solve only these positions, such as 3 or 40-49,52"),
    arguments::slice("solve only part K of N equal parts of the selected positions"),
    arguments::level(
        "search at this level instead of solving",
        &Given {
            kind: LEVELS,
            set: |arguments: &mut Arguments, level| arguments.effort = Effort::Level(level),
        },
    ),
    Flag::new(
        &["--limit"],
        "SECONDS",
        "limit the time for each position; 0 means no limit",
        &Place(Seconds, |arguments: &mut Arguments| &mut arguments.limit),
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
    .details("There is one line per position."),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Arguments, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        let parsed = SYNTAX.parse(&words).map(|parsed| parsed.arguments);
        parsed.map_err(|error| error.to_string())
    }

    #[test]
    fn every_flag_is_stored() {
        let line = "--threads 3 a --hash-mb=7 - --level 0 --limit .5 --json --slice 2/3 -- --x";
        let arguments = parsed(line).unwrap();
        assert_eq!(arguments.files, ["a", "-", "--x"]);
        assert_eq!((arguments.threads, arguments.hash_mb), (3, 7));
        assert_eq!(arguments.effort, Effort::Level(0));
        assert_eq!(arguments.limit, Some(Duration::from_millis(500)));
        assert!(arguments.is_json && arguments.slice != Slice::WHOLE);
        assert_eq!(parsed("a --limit 0").unwrap().limit, None);
        assert_eq!(parsed("a").unwrap().effort, Effort::End);
    }
}
