//! Edax's options. To add one, write its row here, and its value in [`Settings`].

use super::kinds::{OnOff, Time, hash_mb, nearest};
use super::{HIGHEST_EDAX_LEVEL, Mode, Settings};
use crate::flags::{Flag, Given, Group, OneOf, Switch, Text, Whole};
use crate::protocol::text::EDAX_CONFIDENCES;
use crate::session::options::{DEEPEST, THREAD_COUNTS};

/// Any text.
const TEXT: Text = Text("text");

/// A number that is replaced by the nearest one that is possible here.
const ANY_NUMBER: Whole<u32> = Whole::new(0, u32::MAX as u64);

/// A book move can be no worse than this.
const DISCS_OF_A_BOARD: u32 = 64;

/// Every option. Its names have no dashes in front, since users may type any number of them.
pub(crate) static GROUPS: &[Group<Settings>] = &[
    Group {
        title: "Options of the console",
        flags: OPTIONS,
    },
    Group {
        title: "Options without effect",
        flags: IGNORED,
    },
];

/// The option with this name, which has no dashes in front. Underscores count as dashes.
pub(crate) fn find(name: &str) -> Option<&'static Flag<Settings>> {
    let name = name.replace('_', "-");
    let is_named = |flag: &&Flag<Settings>| flag.names.contains(&name.as_str());
    GROUPS.iter().flat_map(|group| group.flags).find(is_named)
}

/// Whether the option is accepted only for the sake of clients that set it.
pub(super) fn is_ignored(flag: &Flag<Settings>) -> bool {
    IGNORED.contains(flag)
}

const OPTIONS: &[Flag<Settings>] = &[
    Flag::new(
        &["q"],
        "",
        "print only what is needed: verbose 0",
        &Switch(|settings: &mut Settings| settings.verbose = 0),
    ),
    Flag::new(
        &["vv"],
        "",
        "print each depth: verbose 2",
        &Switch(|settings: &mut Settings| settings.verbose = 2),
    ),
    Flag::new(
        &["verbose"],
        "N",
        "how much is printed: 0 no boards or table headers, 1 the results of searches, 2 each depth",
        &Given {
            kind: Whole::new(0, 4),
            set: |settings: &mut Settings, verbose| settings.verbose = verbose,
        },
    ),
    Flag::new(
        &["level", "l"],
        "N",
        "the level; from 31 on the engine plays at level 30, and 60 solves files exactly",
        &Given {
            kind: Whole::new(0, HIGHEST_EDAX_LEVEL as u64),
            set: Settings::set_level,
        },
    ),
    Flag::new(
        &["depth", "d"],
        "N",
        "the depth in plies",
        &Given {
            kind: Whole::new(0, DEEPEST as u64),
            set: Settings::set_depth,
        },
    ),
    Flag::new(
        &["selectivity"],
        "N",
        "how selectively a fixed depth is searched to the end of the game, from 0 (73 %) to 5 (exactly)",
        &Given {
            kind: Whole::new(0, 5),
            set: |settings: &mut Settings, index: usize| {
                settings.confidence = EDAX_CONFIDENCES[index];
            },
        },
    ),
    Flag::new(
        &["game-time", "t"],
        "TIME",
        "the time for a game",
        &Given {
            kind: Time,
            set: Settings::set_game_time,
        },
    ),
    Flag::new(
        &["move-time"],
        "TIME",
        "the time for a move",
        &Given {
            kind: Time,
            set: Settings::set_move_time,
        },
    ),
    Flag::new(
        &["n-tasks", "n"],
        "N",
        "the number of threads",
        &Given {
            kind: ANY_NUMBER,
            set: |settings: &mut Settings, threads| {
                settings.options.search.threads = nearest(threads, &THREAD_COUNTS);
            },
        },
    ),
    Flag::new(
        &["hash-table-size", "h"],
        "BITS",
        "the size of the transposition table: the number of its entries as a power of two",
        &Given {
            kind: ANY_NUMBER,
            set: |settings: &mut Settings, bits| {
                settings.options.search.hash_mb = hash_mb(bits);
            },
        },
    ),
    Flag::new(
        &["ponder"],
        "on|off",
        "whether to think on the opponent's time",
        &Given {
            kind: OnOff,
            set: |settings: &mut Settings, is_on| settings.options.ponder = is_on,
        },
    ),
    Flag::new(
        &["book-usage"],
        "on|off",
        "whether to play by this program's opening book",
        &Given {
            kind: OnOff,
            set: |settings: &mut Settings, is_on| settings.options.is_book_used = is_on,
        },
    ),
    Flag::new(
        &["book-randomness"],
        "N",
        "how many discs worse than the best a book move may be",
        &Given {
            kind: ANY_NUMBER,
            set: |settings: &mut Settings, discs: u32| {
                settings.options.book.variety = discs.min(DISCS_OF_A_BOARD);
            },
        },
    ),
    Flag::new(
        &["mode"],
        "N",
        "the side that the engine plays by itself: 0 White, 1 Black, 2 both, 3 neither",
        &Given {
            kind: Whole::new(0, 3),
            set: |settings: &mut Settings, mode: u32| {
                settings.mode = match mode {
                    0 => Mode::White,
                    1 => Mode::Black,
                    2 => Mode::Both,
                    _ => Mode::Neither,
                };
            },
        },
    ),
    Flag::new(
        &["width"],
        "N",
        "the width of a line",
        &Given {
            kind: Whole::new(0, 1000),
            set: |settings: &mut Settings, width| settings.width = width,
        },
    ),
    Flag::new(
        &["echo"],
        "on|off",
        "print each command after the prompt",
        &Given {
            kind: OnOff,
            set: |settings: &mut Settings, is_on| settings.echo = is_on,
        },
    ),
    Flag::new(
        &["console-name"],
        "NAME",
        "the name to print instead of Edax in Edax plays D3",
        &Given {
            kind: TEXT,
            set: |settings: &mut Settings, name| settings.name = name,
        },
    ),
    Flag::new(
        &["pass-name"],
        "PS|PA",
        "how a pass is written: as in Edax 4.4, or as in 4.6",
        &Given {
            kind: OneOf {
                all: || vec!["PS", "PA"],
                name: |name: &&str| name,
            },
            set: |settings: &mut Settings, name| settings.pass = name,
        },
    ),
    Flag::new(
        &["solve"],
        "FILE",
        "solve the positions of an OBF file; those of /dev/stdin one by one as they come in",
        &Given {
            kind: TEXT,
            set: |settings: &mut Settings, file| settings.solve = Some(file.into()),
        },
    ),
    Flag::new(
        &["option-file", "o"],
        "FILE",
        "read more options from this file",
        &Given {
            kind: TEXT,
            set: |settings: &mut Settings, file| settings.option_file = Some(file.into()),
        },
    ),
    Flag::new(
        &["version", "v"],
        "",
        "print the version on standard error, and go on",
        &Switch(|settings: &mut Settings| settings.is_version_due = true),
    ),
];

const IGNORED: &[Flag<Settings>] = &[
    ignored(&["eval-file"], "FILE"),
    ignored(&["book-file"], "FILE"),
    ignored(&["noise"], "N"),
    ignored(&["alpha"], "N"),
    ignored(&["beta"], "N"),
    ignored(&["all-best"], "on|off"),
    ignored(&["speed"], "N"),
    ignored(&["nps"], "N"),
    ignored(&["auto-start"], "on|off"),
    ignored(&["auto-store"], "on|off"),
    ignored(&["auto-swap"], "on|off"),
    ignored(&["auto-quit"], "on|off"),
    ignored(&["repeat"], "N"),
    ignored(&["name"], "TEXT"),
    ignored(&["game-file"], "FILE"),
    ignored(&["search-log-file"], "FILE"),
    ignored(&["ui-log-file"], "FILE"),
    ignored(&["ggs-log-file"], "FILE"),
    ignored(&["ggs-host"], "TEXT"),
    ignored(&["ggs-login"], "TEXT"),
    ignored(&["ggs-password"], "TEXT"),
    ignored(&["ggs-port"], "TEXT"),
    ignored(&["ggs-open"], "on|off"),
    ignored(&["probcut-d"], "X"),
    ignored(&["pv-debug"], "on|off"),
    ignored(&["pv-check"], "on|off"),
    ignored(&["pv-guess"], "on|off"),
    ignored(&["inc-pvnode-sort-depth"], "N"),
    ignored(&["inc-cutnode-sort-depth"], "N"),
    ignored(&["inc-allnode-sort-depth"], "N"),
    ignored_switch(&["info"]),
    ignored_switch(&["cpu"]),
    ignored_switch(&["debug-cassio"]),
    ignored_switch(&["follow-cassio"]),
];

const NO_EFFECT: &str = "accepted without effect";

const fn ignored(names: &'static [&'static str], variable: &'static str) -> Flag<Settings> {
    Flag::new(
        names,
        variable,
        NO_EFFECT,
        &Given {
            kind: TEXT,
            set: |_: &mut Settings, _| (),
        },
    )
}

const fn ignored_switch(names: &'static [&'static str]) -> Flag<Settings> {
    Flag::new(names, "", NO_EFFECT, &Switch(|_: &mut Settings| ()))
}
