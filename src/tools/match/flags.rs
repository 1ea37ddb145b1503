//! The flags of `obverse match`.

use std::path::PathBuf;
use std::time::Duration;

use super::bounds::SprtBounds;
use super::limits::MatchLimits;
use super::player::roster::Source;
use super::statistics::sprt::Sprt;
use crate::flags::{
    File, Flag, Given, Group, OneOf, Place, Seconds, Setting, Switch, Syntax, Text, Whole,
};
use crate::session::options::{DEEPEST, SEEDS};
use crate::tools::arguments;
use crate::tools::page::PageName;
use crate::tools::slice::Slice;

/// The values of the flags, before the files that they name are read.
pub(super) struct Flags {
    pub(super) sources: Vec<Source>,
    pub(super) openings: Vec<String>,
    pub(super) games: u64,
    pub(super) format: Tournament,
    pub(super) seed: u64,
    pub(super) slice: Slice,
    pub(super) move_time: Option<Duration>,
    pub(super) main_time: Option<Duration>,
    pub(super) increment: Option<Duration>,
    pub(super) limits: MatchLimits,
    pub(super) concurrency: usize,
    pub(super) out: Option<String>,
    pub(super) html: Option<PathBuf>,
    pub(super) resumes: bool,
    pub(super) sprt: Option<Sprt>,
}

impl Default for Flags {
    fn default() -> Flags {
        Flags {
            sources: Vec::new(),
            openings: Vec::new(),
            games: 100,
            format: Tournament::RoundRobin,
            seed: 1,
            slice: Slice::WHOLE,
            move_time: None,
            main_time: None,
            increment: None,
            limits: MatchLimits {
                clock: None,
                depth: None,
                nodes: None,
                tolerance: Duration::from_millis(100),
                patience: Duration::from_secs(120),
            },
            concurrency: 1,
            out: None,
            html: None,
            resumes: false,
            sprt: None,
        }
    }
}

impl AsMut<Slice> for Flags {
    fn as_mut(&mut self) -> &mut Slice {
        &mut self.slice
    }
}

/// The pairings of a tournament, as users choose them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tournament {
    /// The only pairing of two players.
    Pair,
    RoundRobin,
    Gauntlet,
}

const TOURNAMENTS: OneOf<Tournament> = OneOf {
    all: || {
        vec![
            Tournament::Pair,
            Tournament::RoundRobin,
            Tournament::Gauntlet,
        ]
    },
    name: |tournament| match tournament {
        Tournament::Pair => "pair",
        Tournament::RoundRobin => "round-robin",
        Tournament::Gauntlet => "gauntlet",
    },
};

pub(super) const SYNTAX: Syntax<Flags> = Syntax {
    command: "match",
    usage: &["--engine SPEC --engine SPEC [FLAG ...]"],
    operands: &[],
    groups: &[
        Group {
            title: "Players",
            flags: PLAYERS,
        },
        Group {
            title: "Games",
            flags: GAMES,
        },
        Group {
            title: "Limits",
            flags: LIMITS,
        },
        Group {
            title: "Results",
            flags: RESULTS,
        },
    ],
};

const PLAYERS: &[Flag<Flags>] = &[
    Flag::new(
        &["--engine"],
        "SPEC",
        "add a player, such as 'cmd=\"gtp-rhino -l 3\"' or 'builtin level=5'",
        &Given {
            kind: Text("cmd=COMMAND or builtin, and other words"),
            set: |flags: &mut Flags, spec| flags.sources.push(Source::Words(spec)),
        },
    )
    .details(
        "SPEC is a list of words, split like a shell command line. With the word `builtin`, this \
         program itself is the player, and the other words set options, as in builtin \
         algorithm=negascout depth=5. An external program has cmd=COMMAND and, optionally, \
         protocol=gtp or nboard, dir=FOLDER, env=NAME=VALUE, init=LINE (a line to send after the \
         greeting), and restart=on for a new process each game. Either can have a name=NAME; \
         without one, players are named after what distinguishes them, such as builtin level 5. \
         env and init can be repeated.",
    ),
    Flag::new(
        &["--engines"],
        "FILE.toml",
        "add the players in this file, which has a table [[engine]] with the same keys for each",
        &Given {
            kind: File,
            set: |flags: &mut Flags, file| flags.sources.push(Source::File(file)),
        },
    ),
];

const GAMES: &[Flag<Flags>] = &[
    Flag::new(
        &["--games"],
        "N",
        "number of games of each pairing, rounded up to an even number",
        &Place(Whole::new(1, 10_000_000), |flags: &mut Flags| {
            &mut flags.games
        }),
    ),
    Flag::new(
        &["--format"],
        "FORMAT",
        "who plays whom: pair (two players), round-robin (everyone plays everyone), or gauntlet (the first player plays all others)",
        &Place(TOURNAMENTS, |flags: &mut Flags| &mut flags.format),
    ),
    Flag::new(
        &["--openings"],
        "FILE",
        "play the openings in this file, which contains games or positions in any file format",
        &Given {
            kind: File,
            set: |flags: &mut Flags, file| flags.openings.push(file),
        },
    )
    .details(
        "Each opening is played twice, with colours reversed. The flag can be repeated. By \
         default, 2,000 built-in openings of eight plies are used.",
    ),
    arguments::seed(&Place(SEEDS, |flags: &mut Flags| &mut flags.seed))
        .details("It decides the order of the openings and the moves of built-in players."),
    arguments::slice(
        "play only part K of N equal parts of the match, whose items are pairs of games",
    ),
    Flag::new(
        &["--concurrency"],
        "N",
        "play this many games at once",
        &Place(Whole::new(1, 1024), |flags: &mut Flags| {
            &mut flags.concurrency
        }),
    ),
];

const LIMITS: &[Flag<Flags>] = &[
    Flag::new(
        &["--move-time"],
        "SECONDS",
        "time for each move; 0 means no limit",
        &Given {
            kind: Seconds,
            set: |flags: &mut Flags, time| flags.move_time = time,
        },
    ),
    Flag::new(
        &["--time"],
        "SECONDS",
        "time for all moves of a game; 0 means no limit",
        &Given {
            kind: Seconds,
            set: |flags: &mut Flags, time| flags.main_time = time,
        },
    ),
    Flag::new(
        &["--increment"],
        "SECONDS",
        "time added after each move; requires --time",
        &Given {
            kind: Seconds,
            set: |flags: &mut Flags, time| flags.increment = time,
        },
    ),
    Flag::new(
        &["--depth"],
        "PLIES",
        "depth limit of each search",
        &Given {
            kind: Whole::new(1, DEEPEST as u64),
            set: |flags: &mut Flags, depth| flags.limits.depth = Some(depth),
        },
    ),
    Flag::new(
        &["--nodes"],
        "N",
        "node limit of each search; 0 is no limit",
        &Given {
            kind: SEEDS,
            set: |flags: &mut Flags, nodes| {
                flags.limits.nodes = Some(nodes).filter(|&nodes| nodes > 0);
            },
        },
    ),
    Flag::new(
        &["--tolerance"],
        "SECONDS",
        "how much a player may exceed its time without losing",
        &Setting {
            kind: Seconds,
            get: |flags: &Flags| Some(flags.limits.tolerance),
            set: |flags, time| flags.limits.tolerance = time.unwrap_or_default(),
        },
    ),
    Flag::new(
        &["--patience"],
        "SECONDS",
        "timeout for replies that are not limited by a clock; 0 means no limit",
        &Setting {
            kind: Seconds,
            get: |flags: &Flags| Some(flags.limits.patience),
            set: |flags, time| flags.limits.patience = time.unwrap_or(Seconds::NO_LIMIT),
        },
    ),
];

const RESULTS: &[Flag<Flags>] = &[
    Flag::new(
        &["--out"],
        "FILE.jsonl",
        "write a line for each game to this file, and the games to FILE.ggf and FILE.sgf",
        &Given {
            kind: File,
            set: |flags: &mut Flags, file| flags.out = Some(file),
        },
    ),
    Flag::new(
        &["--resume"],
        "",
        "continue the match in the --out file, or start it if there is none",
        &Switch(|flags: &mut Flags| flags.resumes = true),
    ),
    arguments::html(
        "write a web page when the match ends: tables, plots, and games to replay",
        &Given {
            kind: PageName,
            set: |flags: &mut Flags, path| flags.html = Some(path),
        },
    )
    .details("`obverse report` writes the same page from a FILE.jsonl."),
    Flag::new(
        &["--sprt"],
        "BOUNDS",
        "stop as soon as a sequential probability ratio test is decided",
        &Given {
            kind: SprtBounds,
            set: |flags: &mut Flags, sprt| flags.sprt = Some(sprt),
        },
    )
    .details(
        "The defaults are elo0=0,elo1=10,alpha=0.05,beta=0.05; BOUNDS can omit any of them. elo0 and \
         elo1 are the two hypotheses about the difference in Elo between the first player and the \
         second; alpha and beta are the probabilities of wrongly accepting elo1 and elo0. Games \
         that end after the decision do not count.",
    ),
];
