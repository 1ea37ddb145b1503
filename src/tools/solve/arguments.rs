//! The command line of `obverse solve`.

use std::ops::RangeInclusive;
use std::time::Duration;

use lexopt::{Arg, Parser, ValueExt};

use crate::board::notation::obf::Problem;
use crate::session::options::{HASH_MB, Kind, LEVEL, THREADS};
use crate::tools::ToolError;
use crate::tools::arguments::{number, text, value};
use crate::tools::slice::Slice;

const SECONDS: Kind = Kind::Decimal(1_000_000);

/// What to solve, and how.
#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) files: Vec<String>,
    pub(super) only: Selection,
    /// Of those that are chosen.
    pub(super) slice: Slice,
    pub(super) is_json: bool,
    pub(super) threads: usize,
    pub(super) hash_mb: usize,
    /// For each position.
    pub(super) limit: Option<Duration>,
    /// `None` is up to the true result.
    pub(super) level: Option<u32>,
}

pub(super) fn parse(words: &[String]) -> Result<Arguments, ToolError> {
    let mut arguments = Arguments {
        files: Vec::new(),
        only: Selection(Vec::new()),
        slice: Slice::WHOLE,
        is_json: false,
        threads: 1,
        hash_mb: 128,
        limit: None,
        level: None,
    };
    let mut parser = Parser::from_args(words);
    while let Some(word) = parser.next()? {
        match word {
            Arg::Value(file) => arguments.files.push(file.string()?),
            Arg::Long("only") => arguments.only = Selection::parse(&text(&mut parser)?)?,
            Arg::Long("slice") => arguments.slice = Slice::parse(&text(&mut parser)?)?,
            Arg::Long("json") => arguments.is_json = true,
            Arg::Long("threads") => {
                arguments.threads = number(&mut parser, "--threads", &THREADS)? as usize;
            }
            Arg::Long("hash-mb") => {
                arguments.hash_mb = number(&mut parser, "--hash-mb", &HASH_MB)? as usize;
            }
            Arg::Long("level") => {
                arguments.level = Some(number(&mut parser, "--level", &LEVEL)? as u32);
            }
            Arg::Long("limit") => {
                arguments.limit = value(&mut parser, "--limit", &SECONDS)?.time_limit();
            }
            other => return Err(other.unexpected().into()),
        }
    }
    if arguments.files.is_empty() {
        return Err(ToolError::Arguments);
    }
    Ok(arguments)
}

/// Numbers of positions; none means all.
#[derive(Debug)]
pub(super) struct Selection(Vec<RangeInclusive<usize>>);

impl Selection {
    /// Reads `40-49,52`.
    fn parse(text: &str) -> Result<Selection, ToolError> {
        let range = |part: &str| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (place(first)?, place(last)?);
            (1 <= first && first <= last).then_some(first..=last)
        };
        text.split(',')
            .map(range)
            .collect::<Option<Vec<_>>>()
            .map(Selection)
            .ok_or_else(|| {
                ToolError::Value("--only: expected numbers such as 3 or 40-49,52".to_string())
            })
    }

    /// The chosen problems with their numbers, in the order of the files.
    pub(super) fn choose<'a>(
        &self,
        problems: &'a [Problem],
    ) -> Result<Vec<(usize, &'a Problem)>, ToolError> {
        if let Some(range) = self.0.iter().find(|range| *range.end() > problems.len()) {
            return Err(ToolError::Value(format!(
                "--only: there is no position {}, the last one is {}",
                range.end(),
                problems.len()
            )));
        }
        let is_chosen =
            |number: usize| self.0.is_empty() || self.0.iter().any(|range| range.contains(&number));
        Ok((1..)
            .zip(problems)
            .filter(|&(number, _)| is_chosen(number))
            .collect())
    }
}

fn place(text: &str) -> Option<usize> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Arguments, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        parse(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn flags_may_stand_anywhere() {
        let arguments =
            parsed("--threads 3 a --hash-mb=7 - --level 0 --limit .5 --json -- --x").unwrap();
        assert_eq!(arguments.files, ["a", "-", "--x"]);
        assert_eq!((arguments.threads, arguments.hash_mb), (3, 7));
        assert_eq!(arguments.level, Some(0));
        assert_eq!(arguments.limit, Some(Duration::from_millis(500)));
        assert!(arguments.is_json);
        assert_eq!(parsed("a --limit 0").unwrap().limit, None);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (line, problem) in [
            ("", "wrong arguments"),
            ("--json", "wrong arguments"),
            ("a --threads", "--threads needs a value (try --help)"),
            ("a --threads 0", "--threads: expected 1 to 256"),
            ("a --hash-mb x", "--hash-mb: expected 1 to 65536"),
            ("a --level 31", "--level: expected 0 to 30"),
            ("a --limit -1", "--limit: expected 0 to 1000000"),
            ("a --json=yes", "--json takes no value (try --help)"),
            ("a --fast", "unknown argument: --fast (try --help)"),
            ("a -x", "unknown argument: -x (try --help)"),
        ] {
            assert_eq!(parsed(line).unwrap_err(), problem, "{line}");
        }
        for numbers in ["", "0", "x", "3-2", "1,", "1-", "-1", "+1", "1-2-3"] {
            let problem = parsed(&format!("a --only={numbers}")).unwrap_err();
            assert!(problem.starts_with("--only: expected"), "{numbers}");
        }
    }

    #[test]
    fn positions_are_chosen_by_number() {
        let problem = Problem {
            position: crate::board::Position::START,
            scores: Vec::new(),
            comment: None,
        };
        let problems = vec![problem; 9];
        let chosen = |only: &str| {
            let selection = Selection::parse(only).unwrap();
            selection.choose(&problems).map(|chosen| {
                let numbers = chosen.iter().map(|&(number, _)| number);
                numbers.collect::<Vec<_>>()
            })
        };
        assert_eq!(chosen("5,2-3,3").unwrap(), [2, 3, 5]);
        assert_eq!(chosen("1-9").unwrap().len(), 9);
        assert!(chosen("1-10").is_err());
        let all = Selection(Vec::new()).choose(&problems).unwrap();
        assert_eq!(all.len(), 9);
    }
}
