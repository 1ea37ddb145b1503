//! The command line of `obverse book grow`.

use std::time::Duration;

use lexopt::{Arg, Parser, ValueExt};

use super::super::wanted::Wish;
use crate::flags::{Decimal, Whole};
use crate::session::options::{LEVELS, THREAD_COUNTS, cores};
use crate::tools::ToolError;
use crate::tools::arguments::{number, value};

const POSITIONS: Whole<u64> = Whole::new(1, 100_000_000);
const HOURS: Decimal = Decimal(100_000);
const PLIES: Whole<u64> = Whole::new(1, 60);
const SEED: Whole<u64> = Whole::new(0, u64::MAX);

/// What to do.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) file: String,
    /// How many there shall be.
    pub(super) positions: usize,
    /// How long to search.
    pub(super) time: Option<Duration>,
    pub(super) level: u32,
    pub(super) wish: Wish,
    pub(super) threads: u32,
}

pub(super) fn parse(words: &[String]) -> Result<Plan, ToolError> {
    let mut plan = Plan {
        file: String::new(),
        positions: usize::MAX,
        time: None,
        level: 14,
        wish: Wish { plies: 20, seed: 1 },
        threads: cores(),
    };
    let mut parser = Parser::from_args(words);
    while let Some(word) = parser.next()? {
        match word {
            Arg::Value(file) if plan.file.is_empty() => plan.file = file.string()?,
            Arg::Long("positions") => {
                plan.positions = number(&mut parser, "--positions", &POSITIONS)? as usize;
            }
            Arg::Long("hours") => {
                let hours = value(&mut parser, "--hours", &HOURS)?;
                plan.time = Some(Duration::from_secs_f64(hours * 3600.0));
            }
            Arg::Long("level") => plan.level = number(&mut parser, "--level", &LEVELS)? as u32,
            Arg::Long("plies") => plan.wish.plies = number(&mut parser, "--plies", &PLIES)? as u32,
            Arg::Long("seed") => plan.wish.seed = number(&mut parser, "--seed", &SEED)?,
            Arg::Long("threads") => {
                plan.threads = number(&mut parser, "--threads", &THREAD_COUNTS)? as u32;
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let is_limited = plan.positions < usize::MAX || plan.time.is_some();
    match plan.file.is_empty() || !is_limited {
        true => Err(ToolError::Arguments),
        false => Ok(plan),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Plan, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        parse(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn positions_or_hours_or_both_are_limits() {
        for (line, positions, seconds) in [
            ("a --positions 5", 5, None),
            ("--hours .5 a", usize::MAX, Some(1800)),
            ("a --hours 2 --positions 7 --level 3", 7, Some(7200)),
        ] {
            let plan = parsed(line).expect(line);
            assert_eq!((plan.file.as_str(), plan.positions), ("a", positions));
            assert_eq!(plan.time, seconds.map(Duration::from_secs));
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (line, problem) in [
            ("", "wrong arguments"),
            ("a", "wrong arguments"),
            ("--positions 5", "wrong arguments"),
            ("a b --positions 5", "unknown argument: b (try --help)"),
            ("a --positions 0", "--positions: expected 1 to 100000000"),
            ("a --hours x", "--hours: expected 0 to 100000"),
            ("a --level 31", "--level: expected 0 to 30"),
            ("a --plies 61", "--plies: expected 1 to 60"),
            ("a --threads 0", "--threads: expected 1 to 256"),
            ("a --fast", "unknown argument: --fast (try --help)"),
        ] {
            assert_eq!(parsed(line).unwrap_err(), problem, "{line}");
        }
    }
}
