//! The command line of `obverse match`.

use std::path::PathBuf;
use std::time::Duration;

use super::player::Spec;
use super::player::roster::{self, Source};
use super::report::Report;
use super::schedule::{Format, Schedule};
use super::statistics::sprt::Sprt;
use super::terms::{Clock, Terms};
use crate::flags::{
    File, Flag, Given, Group, Kind, OneOf, Place, Seconds, Setting, Switch, Syntax, Text,
    UsageError, ValueKind, Whole,
};
use crate::session::options::{DEEPEST, SEEDS};
use crate::tools::openings::{self, Opening};
use crate::tools::page::PageName;
use crate::tools::slice::Slice;
use crate::tools::{ToolError, arguments};

/// What to play, and where to write it.
pub(super) struct Arguments {
    pub(super) players: Vec<Spec>,
    pub(super) schedule: Schedule,
    pub(super) terms: Terms,
    pub(super) concurrency: usize,
    pub(super) out: Option<String>,
    pub(super) html: Option<PathBuf>,
    pub(super) resumes: bool,
    pub(super) sprt: Option<Sprt>,
}

/// The flags, before the files that they name are read.
pub(super) struct Flags {
    sources: Vec<Source>,
    openings: Vec<String>,
    games: u64,
    format: Tournament,
    seed: u64,
    slice: Slice,
    move_time: Option<Duration>,
    main_time: Option<Duration>,
    increment: Option<Duration>,
    terms: Terms,
    concurrency: usize,
    out: Option<String>,
    html: Option<PathBuf>,
    resumes: bool,
    sprt: Option<Sprt>,
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
            terms: Terms {
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

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tournament {
    /// A round robin of two.
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
        "SPEC is a list of words, split as a shell would. `builtin` is a player of this program: \
         the other words set options, as in builtin algorithm=negascout depth=5. A program has \
         cmd=COMMAND, and further protocol=gtp or nboard, dir=FOLDER, env=NAME=VALUE, init=LINE \
         (a line to send after the greeting), and restart=on for a new process each game. Both \
         can have a name=NAME. env and init can be repeated.",
    ),
    Flag::new(
        &["--engines"],
        "FILE.toml",
        "add the players of this file, a table [[engine]] for each with the same keys",
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
        "games of each pairing, rounded up to an even number",
        &Setting {
            kind: Whole::new(1, 10_000_000),
            get: |flags: &Flags| flags.games,
            set: |flags, games| flags.games = games,
        },
    ),
    Flag::new(
        &["--format"],
        "FORMAT",
        "who meets whom: pair, round-robin, or gauntlet (the first against all others)",
        &Setting {
            kind: TOURNAMENTS,
            get: |flags: &Flags| flags.format,
            set: |flags, format| flags.format = format,
        },
    ),
    Flag::new(
        &["--openings"],
        "FILE",
        "play the openings of this file: games or positions in any file format",
        &Given {
            kind: File,
            set: |flags: &mut Flags, file| flags.openings.push(file),
        },
    )
    .details(
        "Each opening is played twice, with colours reversed. The flag can be repeated. By \
         default 2,000 openings of eight plies are used, which are part of the program.",
    ),
    arguments::seed(&Place(SEEDS, |flags: &mut Flags| &mut flags.seed))
        .details("It decides the order of the openings and the moves of built-in players."),
    arguments::slice(
        "play only part K of N equal parts of the match; the items are pairs of games",
    ),
    Flag::new(
        &["--concurrency"],
        "N",
        "play this many games at once",
        &Setting {
            kind: Whole::<u32>::new(1, 1024),
            get: |flags: &Flags| flags.concurrency as u32,
            set: |flags, games| flags.concurrency = games as usize,
        },
    ),
];

const LIMITS: &[Flag<Flags>] = &[
    Flag::new(
        &["--move-time"],
        "SECONDS",
        "time for each move",
        &Given {
            kind: Seconds,
            set: |flags: &mut Flags, time| flags.move_time = time,
        },
    ),
    Flag::new(
        &["--time"],
        "SECONDS",
        "time for all moves of a game",
        &Given {
            kind: Seconds,
            set: |flags: &mut Flags, time| flags.main_time = time,
        },
    ),
    Flag::new(
        &["--increment"],
        "SECONDS",
        "time added after each move, together with --time",
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
            set: |flags: &mut Flags, depth| flags.terms.depth = Some(depth),
        },
    ),
    Flag::new(
        &["--nodes"],
        "N",
        "node limit of each search; 0 is no limit",
        &Given {
            kind: SEEDS,
            set: |flags: &mut Flags, nodes| {
                flags.terms.nodes = Some(nodes).filter(|&nodes| nodes > 0);
            },
        },
    ),
    Flag::new(
        &["--tolerance"],
        "SECONDS",
        "how late a move may be",
        &Setting {
            kind: Seconds,
            get: |flags: &Flags| Some(flags.terms.tolerance),
            set: |flags, time| flags.terms.tolerance = time.unwrap_or_default(),
        },
    ),
    Flag::new(
        &["--patience"],
        "SECONDS",
        "timeout for answers that no clock limits",
        &Setting {
            kind: Seconds,
            get: |flags: &Flags| Some(flags.terms.patience),
            set: |flags, time| flags.terms.patience = time.unwrap_or_default(),
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
        "continue the match in the file of --out, or begin it",
        &Switch(|flags: &mut Flags| flags.resumes = true),
    ),
    arguments::html(
        "write a web page when the match ends: tables, plots, and games to replay",
        &Given {
            kind: PageName,
            set: |flags: &mut Flags, path| flags.html = Some(path),
        },
    )
    .details("`obverse report` makes the same page from a FILE.jsonl."),
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
        "BOUNDS such as elo0=0,elo1=10,alpha=0.05,beta=0.05, which are the defaults of those that \
         are left out: the two hypotheses, as the difference in Elo between the first player and \
         the second, and the probabilities of wrongly accepting elo1 and elo0. Games that end \
         after the decision do not count.",
    ),
];

pub(super) fn parse(words: &[String]) -> Result<Arguments, ToolError> {
    let flags = SYNTAX.parse(words)?.arguments;
    if flags.sources.is_empty() {
        return Err(SYNTAX.bad_arguments().into());
    }
    if flags.resumes && flags.out.is_none() {
        return Err(conflict("--resume", "--out beside it"));
    }
    let terms = Terms {
        clock: flags.clock()?,
        ..flags.terms.clone()
    };
    let players = roster::read(&flags.sources, flags.seed).map_err(ToolError::Value)?;
    let format = flags.format(players.len())?;
    if flags.sprt.is_some() && players.len() != 2 {
        return Err(conflict("--sprt", "two engines"));
    }
    let openings = flags.read_openings()?;
    let schedule =
        Schedule::new(players.len(), format, flags.games, openings, flags.seed).only(flags.slice);
    Ok(Arguments {
        players,
        schedule,
        terms,
        concurrency: flags.concurrency,
        out: flags.out,
        html: flags.html,
        resumes: flags.resumes,
        sprt: flags.sprt,
    })
}

impl Arguments {
    /// The report that was asked for, of a match between these.
    pub(super) fn report(&self, names: &[String]) -> Result<Option<Report>, ToolError> {
        let games = self.schedule.games();
        let new = |path| Report::new(path, names, Some(games), self.sprt);
        self.html.clone().map(new).transpose()
    }
}

impl Flags {
    fn clock(&self) -> Result<Option<Clock>, ToolError> {
        match (self.move_time, self.main_time, self.increment) {
            (None, None, None) => Ok(None),
            (Some(time), None, None) => Ok(Some(Clock::Move(time))),
            (None, Some(main), increment) => Ok(Some(Clock::Game {
                main,
                increment: increment.unwrap_or_default(),
            })),
            (Some(_), ..) => Err(conflict("--move-time", "no other time beside it")),
            (None, None, Some(_)) => Err(conflict("--increment", "--time beside it")),
        }
    }

    fn format(&self, players: usize) -> Result<Format, ToolError> {
        match (self.format, players) {
            (Tournament::Pair, 2) => Ok(Format::RoundRobin),
            (Tournament::Pair, _) => Err(conflict("--format pair", "two engines")),
            (_, 0 | 1) => Err(conflict("match", "two engines or more")),
            (Tournament::RoundRobin, _) => Ok(Format::RoundRobin),
            (Tournament::Gauntlet, _) => Ok(Format::Gauntlet),
        }
    }

    fn read_openings(&self) -> Result<Vec<Opening>, ToolError> {
        if self.openings.is_empty() {
            return Ok(openings::built_in());
        }
        let files: Result<Vec<_>, _> = self
            .openings
            .iter()
            .map(|path| openings::read(path))
            .collect();
        Ok(files?.into_iter().flatten().collect())
    }
}

/// The bounds of an SPRT: `elo0=0,elo1=10,alpha=0.05,beta=0.05`, or some of these.
struct SprtBounds;

impl ValueKind for SprtBounds {
    type Value = Sprt;

    fn kind(&self) -> Kind {
        Kind::Text("elo0=0,elo1=10,alpha=0.05,beta=0.05")
    }

    fn parse(&self, text: &str) -> Result<Sprt, String> {
        let mut sprt = Sprt::default();
        let expected = || format!("expected {}", self.kind());
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or_else(expected)?;
            let value: f64 = value.parse().map_err(|_| expected())?;
            *match key {
                "elo0" => &mut sprt.elo0,
                "elo1" => &mut sprt.elo1,
                "alpha" => &mut sprt.alpha,
                "beta" => &mut sprt.beta,
                _ => return Err(expected()),
            } = value;
        }
        let is_probability = |value: f64| 0.0 < value && value < 0.5;
        let is_elo = |elo: f64| elo.abs() <= 1000.0;
        let has_order = is_elo(sprt.elo0) && is_elo(sprt.elo1) && sprt.elo0 < sprt.elo1;
        match has_order && is_probability(sprt.alpha) && is_probability(sprt.beta) {
            true => Ok(sprt),
            false => Err(
                "expected elo0 below elo1, both within 1000, and alpha and beta \
                          between 0 and 0.5"
                    .to_string(),
            ),
        }
    }

    fn format(&self, sprt: &Sprt) -> String {
        let Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        } = sprt;
        format!("elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}")
    }
}

fn conflict(flag: &'static str, expected: &'static str) -> ToolError {
    UsageError::Conflict(flag, expected).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_sprt_bounds_is_the_default() {
        let example = SprtBounds.kind().to_string();
        assert_eq!(SprtBounds.parse(&example), Ok(Sprt::default()));
        assert_eq!(SprtBounds.format(&Sprt::default()), example);
    }
}
