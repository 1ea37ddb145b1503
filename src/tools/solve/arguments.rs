//! The command line of `obverse solve`.

use std::time::Duration;

use lexopt::{Arg, Parser, ValueExt};

use crate::flags::Seconds;
use crate::search::engine::Effort;
use crate::session::options::{HASH_SIZES, LEVELS, THREAD_COUNTS};
use crate::tools::ToolError;
use crate::tools::arguments::{number, text, value};
use crate::tools::problems::Selection;
use crate::tools::slice::Slice;

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
    pub(super) effort: Effort,
}

pub(super) fn parse(words: &[String]) -> Result<Arguments, ToolError> {
    let mut arguments = Arguments {
        files: Vec::new(),
        only: Selection::default(),
        slice: Slice::WHOLE,
        is_json: false,
        threads: 1,
        hash_mb: 128,
        limit: None,
        effort: Effort::End,
    };
    let mut parser = Parser::from_args(words);
    while let Some(word) = parser.next()? {
        match word {
            Arg::Value(file) => arguments.files.push(file.string()?),
            Arg::Long("only") => arguments.only = Selection::parse(&text(&mut parser)?)?,
            Arg::Long("slice") => arguments.slice = Slice::parse(&text(&mut parser)?)?,
            Arg::Long("json") => arguments.is_json = true,
            Arg::Long("threads") => {
                arguments.threads = number(&mut parser, "--threads", &THREAD_COUNTS)? as usize;
            }
            Arg::Long("hash-mb") => {
                arguments.hash_mb = number(&mut parser, "--hash-mb", &HASH_SIZES)? as usize;
            }
            Arg::Long("level") => {
                let level = number(&mut parser, "--level", &LEVELS)? as u32;
                arguments.effort = Effort::Level(level);
            }
            Arg::Long("limit") => {
                arguments.limit = value(&mut parser, "--limit", &Seconds)?;
            }
            other => return Err(other.unexpected().into()),
        }
    }
    if arguments.files.is_empty() {
        return Err(ToolError::Arguments);
    }
    Ok(arguments)
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
        assert_eq!(arguments.effort, Effort::Level(0));
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
    }
}
