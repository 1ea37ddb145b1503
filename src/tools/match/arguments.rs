//! The command line of `obverse match`.

use std::path::PathBuf;
use std::time::Duration;

use lexopt::{Arg, Parser};

use super::player::Spec;
use super::player::roster::{self, Source};
use super::report::Report;
use super::schedule::{Format, Schedule};
use super::statistics::sprt::Sprt;
use super::terms::{Clock, Terms};
use crate::flags::{Seconds, Whole};
use crate::session::options::DEEPEST;
use crate::tools::ToolError;
use crate::tools::arguments::{number, text, value};
use crate::tools::openings::{self, Opening};
use crate::tools::page;
use crate::tools::slice::Slice;

const GAMES: Whole<u64> = Whole::new(1, 10_000_000);
const CONCURRENCY: Whole<u64> = Whole::new(1, 1024);
const DEPTH: Whole<u64> = Whole::new(1, DEEPEST as u64);
const ANY: Whole<u64> = Whole::new(0, u64::MAX);

/// What to play, and where to keep it.
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

/// The words as they are, before what they name is looked for.
struct Words {
    sources: Vec<Source>,
    openings: Vec<String>,
    games: u64,
    format: Option<String>,
    seed: u64,
    slice: Slice,
    move_time: Option<Duration>,
    main_time: Option<Duration>,
    increment: Option<Duration>,
}

pub(super) fn parse(words: &[String]) -> Result<Arguments, ToolError> {
    let mut given = Words {
        sources: Vec::new(),
        openings: Vec::new(),
        games: 100,
        format: None,
        seed: 1,
        slice: Slice::WHOLE,
        move_time: None,
        main_time: None,
        increment: None,
    };
    let mut terms = Terms {
        clock: None,
        depth: None,
        nodes: None,
        tolerance: Duration::from_millis(100),
        patience: Duration::from_secs(120),
    };
    let (mut concurrency, mut out, mut resumes, mut sprt) = (1, None, false, None);
    let mut html = None;
    let mut parser = Parser::from_args(words);
    while let Some(word) = parser.next()? {
        let time = |parser: &mut Parser, flag| value(parser, flag, &Seconds);
        match word {
            Arg::Long("engine") => given.sources.push(Source::Words(text(&mut parser)?)),
            Arg::Long("engines") => given.sources.push(Source::File(text(&mut parser)?)),
            Arg::Long("games") => given.games = number(&mut parser, "--games", &GAMES)?,
            Arg::Long("concurrency") => {
                concurrency = number(&mut parser, "--concurrency", &CONCURRENCY)? as usize;
            }
            Arg::Long("format") => given.format = Some(text(&mut parser)?),
            Arg::Long("openings") => given.openings.push(text(&mut parser)?),
            Arg::Long("seed") => given.seed = number(&mut parser, "--seed", &ANY)?,
            Arg::Long("slice") => given.slice = Slice::parse(&text(&mut parser)?)?,
            Arg::Long("move-time") => given.move_time = time(&mut parser, "--move-time")?,
            Arg::Long("time") => given.main_time = time(&mut parser, "--time")?,
            Arg::Long("increment") => given.increment = time(&mut parser, "--increment")?,
            Arg::Long("depth") => {
                terms.depth = Some(number(&mut parser, "--depth", &DEPTH)? as u32)
            }
            Arg::Long("nodes") => {
                terms.nodes =
                    Some(number(&mut parser, "--nodes", &ANY)?).filter(|&nodes| nodes > 0);
            }
            Arg::Long("tolerance") => {
                terms.tolerance = time(&mut parser, "--tolerance")?.unwrap_or_default();
            }
            Arg::Long("patience") => {
                terms.patience = time(&mut parser, "--patience")?.unwrap_or_default();
            }
            Arg::Long("out") => out = Some(text(&mut parser)?),
            Arg::Long("html") => html = Some(page::path(text(&mut parser)?)?),
            Arg::Long("resume") => resumes = true,
            Arg::Long("sprt") => sprt = Some(parse_sprt(&text(&mut parser)?)?),
            other => return Err(other.unexpected().into()),
        }
    }
    if given.sources.is_empty() {
        return Err(ToolError::Arguments);
    }
    if resumes && out.is_none() {
        return Err(wrong("--resume needs --out"));
    }
    terms.clock = given.clock()?;
    let players = roster::read(&given.sources, given.seed).map_err(ToolError::Value)?;
    let format = given.format(players.len())?;
    if sprt.is_some() && players.len() != 2 {
        return Err(wrong("--sprt: expected two engines"));
    }
    let openings = given.read_openings()?;
    let schedule =
        Schedule::new(players.len(), format, given.games, openings, given.seed).only(given.slice);
    Ok(Arguments {
        players,
        schedule,
        terms,
        concurrency,
        out,
        html,
        resumes,
        sprt,
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

impl Words {
    fn clock(&self) -> Result<Option<Clock>, ToolError> {
        match (self.move_time, self.main_time, self.increment) {
            (None, None, None) => Ok(None),
            (Some(time), None, None) => Ok(Some(Clock::Move(time))),
            (None, Some(main), increment) => Ok(Some(Clock::Game {
                main,
                increment: increment.unwrap_or_default(),
            })),
            (Some(_), ..) => Err(wrong("--move-time: expected no other time beside it")),
            (None, None, Some(_)) => Err(wrong("--increment needs --time")),
        }
    }

    fn format(&self, players: usize) -> Result<Format, ToolError> {
        let format = match self.format.as_deref() {
            Some("pair") if players != 2 => {
                return Err(wrong("--format pair: expected two engines"));
            }
            None | Some("pair" | "round-robin") => Format::RoundRobin,
            Some("gauntlet") => Format::Gauntlet,
            Some(_) => return Err(wrong("--format: expected pair, round-robin, gauntlet")),
        };
        match players {
            0 | 1 => Err(wrong("expected two engines or more")),
            _ => Ok(format),
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

/// Reads `elo0=0,elo1=10,alpha=0.05,beta=0.05`; what is not there is as here.
fn parse_sprt(text: &str) -> Result<Sprt, ToolError> {
    let mut sprt = Sprt::default();
    let expected = || wrong("--sprt: expected elo0=0,elo1=10,alpha=0.05,beta=0.05");
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
    let is_risk = |risk: f64| 0.0 < risk && risk < 0.5;
    let is_rating = |elo: f64| elo.abs() <= 1000.0;
    let is_good = is_rating(sprt.elo0) && is_rating(sprt.elo1) && sprt.elo0 < sprt.elo1;
    match is_good && is_risk(sprt.alpha) && is_risk(sprt.beta) {
        true => Ok(sprt),
        false => Err(wrong(
            "--sprt: expected elo0 below elo1, both within 1000, and risks below 0.5",
        )),
    }
}

fn wrong(problem: &str) -> ToolError {
    ToolError::Value(problem.to_string())
}
