//! The command line of `obverse match`.

use std::path::{Path, PathBuf};

use super::flags::{Flags, SYNTAX, Tournament};
use super::limits::{Clock, MatchLimits};
use super::player::Spec;
use super::player::roster::{self, Source};
use super::report::Report;
use super::schedule::{Format, Schedule};
use super::statistics::sprt::Sprt;
use crate::files::is_same;
use crate::flags::UsageError;
use crate::tools::ToolError;
use crate::tools::file_arguments::value_error;
use crate::tools::openings::{self, Opening};

/// What to play, and where to write it.
pub(super) struct Arguments {
    pub(super) players: Vec<Spec>,
    pub(super) schedule: Schedule,
    pub(super) limits: MatchLimits,
    pub(super) concurrency: usize,
    /// The files that were read.
    pub(super) inputs: Vec<String>,
    pub(super) out: Option<String>,
    pub(super) html: Option<PathBuf>,
    pub(super) resumes: bool,
    pub(super) sprt: Option<Sprt>,
}

pub(super) fn parse(words: &[String]) -> Result<Arguments, ToolError> {
    let flags = SYNTAX.parse(words)?.arguments;
    if flags.sources.is_empty() {
        return Err(SYNTAX.bad_arguments().into());
    }
    if flags.resumes && flags.out.is_none() {
        return Err(conflict("--resume", "--out as well"));
    }
    let limits = MatchLimits {
        clock: flags.clock()?,
        ..flags.limits.clone()
    };
    let players = roster::read(&flags.sources, flags.seed).map_err(ToolError::Value)?;
    let format = flags.format(players.len())?;
    if flags.sprt.is_some() && players.len() != 2 {
        return Err(conflict("--sprt", "two engines"));
    }
    let openings = flags.read_openings()?;
    let inputs = flags.inputs();
    flags.check_html()?;
    let schedule =
        Schedule::new(players.len(), format, flags.games, openings, flags.seed).only(flags.slice);
    Ok(Arguments {
        players,
        schedule,
        limits,
        concurrency: flags.concurrency,
        inputs,
        out: flags.out,
        html: flags.html,
        resumes: flags.resumes,
        sprt: flags.sprt,
    })
}

impl Arguments {
    /// The report of a match between these players, if one was requested.
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
            (Some(_), ..) => Err(conflict("--move-time", "no other time limit")),
            (None, None, Some(_)) => Err(conflict("--increment", "--time above 0 as well")),
        }
    }

    fn format(&self, players: usize) -> Result<Format, ToolError> {
        match (self.format, players) {
            (Tournament::Pair, 2) => Ok(Format::RoundRobin),
            (Tournament::Pair, _) => Err(conflict("--format pair", "two engines")),
            (_, 0 | 1) => Err(conflict(
                "match",
                "two engines or more: add another, such as --engine 'builtin level=5'",
            )),
            (Tournament::RoundRobin, _) => Ok(Format::RoundRobin),
            (Tournament::Gauntlet, _) => Ok(Format::Gauntlet),
        }
    }

    /// The files that are read.
    fn inputs(&self) -> Vec<String> {
        let files = self.sources.iter().filter_map(|source| match source {
            Source::File(file) => Some(file),
            Source::Words(_) => None,
        });
        files.chain(&self.openings).cloned().collect()
    }

    /// The page replaces the file that has its name.
    fn check_html(&self) -> Result<(), ToolError> {
        match (&self.html, &self.out) {
            (Some(html), Some(out)) if html == Path::new(out) || is_same(html, Path::new(out)) => {
                Err(value_error(html, "it is also given to --out"))
            }
            _ => Ok(()),
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

fn conflict(flag: &'static str, expected: &'static str) -> ToolError {
    UsageError::Conflict(flag, expected).into()
}
