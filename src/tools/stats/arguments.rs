//! The command line of `obverse stats`.

use std::path::PathBuf;

use crate::flags::{Count, File, Flag, Given, Group, Operand, Place, Switch, Syntax, Whole};
use crate::tools::arguments;
use crate::tools::page::PageName;
use crate::tools::source::Reading;

/// What to count, and what to write.
pub(super) struct Arguments {
    pub(super) files: Vec<String>,
    pub(super) reading: Reading,
    pub(super) is_distinct: bool,
    pub(super) min_games: u64,
    rows: Option<usize>,
    pub(super) is_json: bool,
    pub(super) html: Option<PathBuf>,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            files: Vec::new(),
            reading: Reading::default(),
            is_distinct: false,
            min_games: 1,
            rows: None,
            is_json: false,
            html: None,
        }
    }
}

impl Arguments {
    /// The length of lists in the text.
    pub(super) fn text_rows(&self) -> usize {
        self.rows.unwrap_or(20)
    }

    /// The length of lists on the page, which would be slow if all players were on it.
    pub(super) fn page_rows(&self) -> usize {
        self.rows.unwrap_or(1000)
    }

    /// The number of lines of first moves on the page.
    pub(super) fn tree_lines(&self) -> usize {
        self.rows.unwrap_or(300)
    }

    /// The length of lists in JSON.
    pub(super) fn json_rows(&self) -> usize {
        self.rows.unwrap_or(usize::MAX)
    }
}

impl AsMut<Reading> for Arguments {
    fn as_mut(&mut self) -> &mut Reading {
        &mut self.reading
    }
}

pub(super) const SYNTAX: Syntax<Arguments> = Syntax {
    command: "stats",
    usage: &["GAMES ... [FLAG ...]"],
    operands: &[Operand {
        name: "GAMES",
        count: Count::Some,
        summary: "files of games; - is standard input",
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
    Flag::new(
        &["--distinct"],
        "",
        "count a game once, even if it occurs several times",
        &Switch(|arguments: &mut Arguments| arguments.is_distinct = true),
    )
    .details("Games are the same if their moves, players and year are the same."),
    Flag::new(
        &["--min-games"],
        "N",
        "list only players with at least this many games",
        &Place(Whole::new(1, 1_000_000_000), |arguments: &mut Arguments| {
            &mut arguments.min_games
        }),
    ),
    Flag::new(
        &["--rows"],
        "N",
        "list at most this many players, openings, tournaments and lines of first moves: those \
         with the most games",
        &Given {
            kind: Whole::new(1, 1_000_000_000),
            set: |arguments: &mut Arguments, rows| arguments.rows = Some(rows),
        },
    )
    .default("20, 1000 on the page (300 lines of moves), all in JSON"),
    arguments::json(&Switch(|arguments: &mut Arguments| {
        arguments.is_json = true
    }))
    .details("There is one line for each row of a table."),
    arguments::html(
        "also write a web page",
        &Given {
            kind: PageName,
            set: |arguments: &mut Arguments, path| arguments.html = Some(path),
        },
    )
    .details(
        "The page has the same tables, which can be sorted and searched, the names of openings in \
         English, French and Japanese, and a tree of the first moves. It is a single file that \
         loads no other files.",
    ),
];
