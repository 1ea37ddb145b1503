//! The command line of `obverse selfplay`.

use std::time::Duration;

use lexopt::{Arg, Parser, ValueExt};

use super::game::Rules;
use crate::flags::{Decimal, Whole};
use crate::session::options::{LEVELS, THREAD_COUNTS, cores};
use crate::tools::ToolError;
use crate::tools::arguments::{number, text, value};
use crate::tools::slice::Slice;

const GAMES: Whole<u64> = Whole::new(1, 1_000_000_000_000);
const HOURS: Decimal = Decimal(100_000);
const EMPTIES: Whole<u64> = Whole::new(0, 60);
const RANDOM_PLIES: Whole<u64> = Whole::new(0, 50);
const PART: Decimal = Decimal(1);
const SEED: Whole<u64> = Whole::new(0, u64::MAX);
const SHARD: Whole<u64> = Whole::new(1, 1_000_000);

/// What to do.
#[derive(Debug)]
pub(super) enum Task {
    Play(Plan),
    /// Looks at these files.
    Check(Vec<String>),
}

/// Which games to play.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) folder: String,
    /// How many there shall be, in all slices.
    pub(super) games: u64,
    /// Which of these to play.
    pub(super) slice: Slice,
    /// How long to play.
    pub(super) time: Option<Duration>,
    pub(super) rules: Rules,
    /// The most random moves at the start.
    pub(super) random_plies: u32,
    pub(super) threads: u32,
    /// How many games go into a file.
    pub(super) games_each: u64,
    pub(super) is_resumed: bool,
}

pub(super) fn parse(words: &[String]) -> Result<Task, ToolError> {
    let mut plan = Plan {
        folder: String::new(),
        games: u64::MAX,
        slice: Slice::WHOLE,
        time: None,
        rules: Rules {
            level: 6,
            exact_from: 16,
            siblings: 0.5,
            // With it values at 24 empty squares were nearest to the truth: 2.59 discs off,
            // with 0.85 2.75 (level 8).
            mix: 0.7,
            seed: 1,
        },
        random_plies: 40,
        threads: cores(),
        games_each: 10_000,
        is_resumed: false,
    };
    let mut files = Vec::new();
    let (mut is_check, mut is_play) = (false, false);
    let mut parser = Parser::from_args(words);
    while let Some(word) = parser.next()? {
        is_play |= !matches!(word, Arg::Long("check") | Arg::Value(_));
        let part = |parser: &mut Parser, flag| value(parser, flag, &PART);
        let rules = &mut plan.rules;
        match word {
            Arg::Value(file) => files.push(file.string()?),
            Arg::Long("check") => is_check = true,
            Arg::Long("out") => plan.folder = text(&mut parser)?,
            Arg::Long("games") => plan.games = number(&mut parser, "--games", &GAMES)?,
            Arg::Long("slice") => plan.slice = Slice::parse(&text(&mut parser)?)?,
            Arg::Long("hours") => {
                let hours = value(&mut parser, "--hours", &HOURS)?;
                plan.time = Some(Duration::from_secs_f64(hours * 3600.0));
            }
            Arg::Long("level") => rules.level = number(&mut parser, "--level", &LEVELS)? as u32,
            Arg::Long("exact-from") => {
                rules.exact_from = number(&mut parser, "--exact-from", &EMPTIES)? as u32;
            }
            Arg::Long("siblings") => rules.siblings = part(&mut parser, "--siblings")?,
            Arg::Long("mix") => rules.mix = part(&mut parser, "--mix")?,
            Arg::Long("seed") => rules.seed = number(&mut parser, "--seed", &SEED)?,
            Arg::Long("random-plies") => {
                plan.random_plies = number(&mut parser, "--random-plies", &RANDOM_PLIES)? as u32;
            }
            Arg::Long("threads") => {
                plan.threads = number(&mut parser, "--threads", &THREAD_COUNTS)? as u32;
            }
            Arg::Long("shard") => plan.games_each = number(&mut parser, "--shard", &SHARD)?,
            Arg::Long("resume") => plan.is_resumed = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let is_limited = plan.games < u64::MAX || plan.time.is_some();
    let has_folder = !plan.folder.is_empty();
    match (is_check, is_play, files.is_empty()) {
        (true, false, false) => Ok(Task::Check(files)),
        (false, true, true) if has_folder && is_limited => Ok(Task::Play(plan)),
        _ => Err(ToolError::Arguments),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Task, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        parse(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn games_or_hours_or_both_are_limits() {
        for (line, games, seconds) in [
            ("--out a --games 5", 5, None),
            ("--hours .5 --out a", u64::MAX, Some(1800)),
            ("--hours 2 --games 7 --out a", 7, Some(7200)),
        ] {
            let Ok(Task::Play(plan)) = parsed(line) else {
                panic!("{line}");
            };
            assert_eq!(plan.games, games);
            assert_eq!(plan.time, seconds.map(Duration::from_secs));
        }
        assert!(matches!(parsed("--check a b"), Ok(Task::Check(files)) if files == ["a", "b"]));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (line, problem) in [
            ("", "wrong arguments"),
            ("--out a", "wrong arguments"),
            ("--games 5", "wrong arguments"),
            ("--out a --games 5 b", "wrong arguments"),
            ("--check", "wrong arguments"),
            ("--check a --out b", "wrong arguments"),
            ("--check a --games 4", "wrong arguments"),
            ("--games 0", "--games: expected 1 to 1000000000000"),
            ("--hours -1", "--hours: expected 0 to 100000"),
            ("--level 31", "--level: expected 0 to 30"),
            ("--exact-from 61", "--exact-from: expected 0 to 60"),
            ("--random-plies 51", "--random-plies: expected 0 to 50"),
            ("--siblings 1.1", "--siblings: expected 0 to 1"),
            ("--mix x", "--mix: expected 0 to 1"),
            ("--seed -1", "--seed: expected 0 to 18446744073709551615"),
            ("--shard 0", "--shard: expected 1 to 1000000"),
            ("--fast", "unknown argument: --fast (try --help)"),
        ] {
            assert_eq!(parsed(line).unwrap_err(), problem, "{line}");
        }
    }
}
