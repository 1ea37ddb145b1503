//! The command line of `obverse exercises`.

use std::path::PathBuf;

use crate::flags::{Flag, Given, Group, Place, Syntax, Text, Whole};
use crate::tools::analyze::arguments::{self as analysis, Games};
use crate::tools::arguments;
use crate::tools::page::PageName;
use crate::tools::problems::Selection;
use crate::tools::source::Reading;

pub(super) struct Arguments {
    pub(super) games: Games,
    /// The player whose mistakes are wanted; `None` means both.
    pub(super) player: Option<String>,
    pub(super) count: usize,
    pub(super) html: PathBuf,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            games: Games::default(),
            player: None,
            count: 20,
            html: "exercises.html".into(),
        }
    }
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
    command: "exercises",
    usage: &["GAMES ... [FLAG ...]"],
    operands: &[analysis::games()],
    groups: &[Group {
        title: "Flags",
        flags: FLAGS,
    }],
};

const FLAGS: &[Flag<Arguments>] = &[
    Flag::new(
        &["--player"],
        "NAME",
        "take only the mistakes of this player",
        &Given {
            kind: Text("a name, black or white"),
            set: |arguments: &mut Arguments, name| arguments.player = Some(name),
        },
    )
    .details(
        "Upper and lower case are the same. `black` and `white` also mean that side of a game \
         without names.",
    ),
    Flag::new(
        &["--count"],
        "N",
        "make at most this many exercises, from the worst mistakes",
        &Place(Whole::new(1, 10_000), |arguments: &mut Arguments| {
            &mut arguments.count
        }),
    ),
    Flag::new(
        &["--html"],
        "FILE.html",
        "write the page to this file",
        &Place(PageName, |arguments: &mut Arguments| &mut arguments.html),
    ),
    arguments::from(),
    arguments::gogui_rows(),
    arguments::only("analyze only these games of each file, such as 3 or 40-49,52"),
    analysis::level(),
    analysis::time(),
    analysis::threads(),
    analysis::hash_mb(),
];
